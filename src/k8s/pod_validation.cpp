#include "k8s/pod_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>

#include "base/ascii.h"
#include "k8s/affinity_validation.h"
#include "k8s/resource_name.h"
#include "k8s/workload.h"

namespace gpulint::k8s {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> kRestartPolicies{"Always", "OnFailure", "Never"};
constexpr std::array<std::string_view, 2> kJobPolicies{"OnFailure", "Never"};
constexpr std::array<std::string_view, 3> kPullPolicies{"Always", "IfNotPresent", "Never"};
constexpr std::array<std::string_view, 3> kTaintEffects{"NoSchedule", "PreferNoSchedule",
                                                        "NoExecute"};
constexpr std::array<std::string_view, 2> kOperators{"Exists", "Equal"};
constexpr std::array<std::string_view, 4> kHandlers{"exec", "httpGet", "tcpSocket", "sleep"};
constexpr std::int64_t kLastPort = 65535;
constexpr std::size_t kLongestSubdomain = 253;

bool is_one_of(std::string_view text, Words words) {
    return std::ranges::find(words, text) != words.end();
}

/// Set to something other than nothing: null and "" are absent to the API server.
bool is_set(yaml::Node node) {
    return node.has_value() && !(node.is_scalar() && node.text().empty());
}

class PodValidation {
  public:
    explicit PodValidation(const PodTemplate& pod)
        : pod_(pod),
          spec_(pod.spec()),
          route_(spec_.route()),
          is_whole_(!pod.workload().is_custom() && !spec_.contains_unknown()) {}

    std::vector<FieldMistake> run() {
        check_policy();
        check_deadline();
        check_names("volumes");
        for (const char* list : {"containers", "initContainers"}) check_containers(list);
        for (const yaml::Node toleration : spec_["tolerations"].items())
            check_toleration(toleration);
        check_selector();
        check_labels(pod_.metadata()["labels"]);
        check_name(spec_["runtimeClassName"], is_dns1123_subdomain, "a RuntimeClass");
        std::ranges::move(find_affinity_mistakes(spec_), std::back_inserter(mistakes_));
        return std::move(mistakes_);
    }

  private:
    std::string field(std::string_view rest) const {
        return route_.empty() ? std::string(rest) : fmt::format("{}.{}", route_, rest);
    }

    void add(yaml::Node node, std::string path, std::string message, std::string what_to_do = "") {
        mistakes_.push_back(
            {node, false, std::move(path), std::move(message), std::move(what_to_do), false});
    }

    void add_missing(yaml::Node parent, std::string_view name, std::string what_to_do) {
        if (!is_whole_) return;
        const yaml::Node written = parent[name];
        mistakes_.push_back({written ? written : parent, true,
                             fmt::format("{}.{}", parent.route(), name),
                             fmt::format("`{}` is missing", name), std::move(what_to_do), false});
    }

    void check_words(yaml::Node node, Words words) {
        if (!is_set(node) || !node.is_string() || node.is_unknown()) return;
        if (is_one_of(node.text(), words)) return;
        add(node, node.route(), fmt::format("\"{}\" is no {}", node.text(), node.key()),
            fmt::format("write {}", fmt::join(words, ", ")));
    }

    void check_policy() {
        const yaml::Node policy = spec_["restartPolicy"];
        const Object& object = pod_.workload().object();
        const std::string_view group = object.group();
        const std::string_view kind = object.kind();
        if (group == "batch") {
            if (!is_set(policy) && !spec_.contains_unknown()) {
                add_missing(spec_, "restartPolicy", "a Job's pods need OnFailure or Never");
            }
            check_words(policy, kJobPolicies);
        } else if (group == "apps" || kind == "ReplicationController") {
            check_words(policy, {kRestartPolicies.data(), 1});
        } else {
            check_words(policy, kRestartPolicies);
        }
    }

    /// Pods that are meant to run for ever may not have a deadline.
    void check_deadline() {
        const yaml::Node deadline = spec_["activeDeadlineSeconds"];
        const Object& object = pod_.workload().object();
        const bool is_service =
            object.group() == "apps" || object.kind() == "ReplicationController";
        if (!deadline.has_value() || !is_service) return;
        add(deadline, deadline.route(),
            fmt::format("pods of a {} may not have a deadline", object.kind()), "remove it");
    }

    void check_name(yaml::Node node, bool (*is_valid)(std::string_view), std::string_view what) {
        if (!is_set(node) || !node.is_string() || node.is_unknown() || is_valid(node.text()))
            return;
        const bool is_long = node.text().size() > kLongestSubdomain;
        add(node, node.route(),
            is_long ? fmt::format("the name of {} is too long", what)
                    : fmt::format("\"{}\" is no name of {}", node.text(), what),
            "lower-case letters, digits and `-` only, letters or digits at both ends");
    }

    /// The names in a list of volumes or containers: there, well-formed, each once.
    void check_names(std::string_view list) {
        std::vector<std::string_view> seen;
        for (const yaml::Node item : spec_[list].items()) {
            const yaml::Node name = item["name"];
            if (!is_set(name)) {
                if (!item.contains_unknown()) add_missing(item, "name", "give it a name");
                continue;
            }
            if (name.is_unknown() || !name.is_string()) continue;
            check_name(name, is_dns1123_label, list == "volumes" ? "a volume" : "a container");
            if (std::ranges::find(seen, name.text()) != seen.end()) {
                add(name, name.route(),
                    fmt::format("the name \"{}\" is taken already", name.text()),
                    "give each its own name");
            }
            seen.push_back(name.text());
        }
    }

    void check_containers(std::string_view list) {
        const yaml::Node containers = spec_[list];
        if (list == "containers" && containers.size() == 0 && !spec_.contains_unknown() &&
            !containers.is_mapping() && !containers.is_string()) {
            add_missing(spec_, "containers", "a pod needs at least one container");
        }
        check_names(list);
        for (const yaml::Node container : containers.items()) {
            if (!container.is_mapping()) continue;
            check_image(container);
            check_words(container["imagePullPolicy"], kPullPolicies);
            check_mounts(container);
            check_ports(container);
            check_claims(container);
            for (const char* hook : {"preStop", "postStart"})
                check_handler(container["lifecycle"][hook]);
        }
    }

    void check_image(yaml::Node container) {
        const yaml::Node image = container["image"];
        if (!is_set(image)) {
            // Templates of workloads may leave it to something that fills it in; Pods may not.
            if (!container.contains_unknown()) add_missing(container, "image", "name the image");
            return;
        }
        const std::string_view text = image.text();
        if (image.is_string() && !image.is_unknown() && ascii::trim(text) != text) {
            add(image, image.route(), "white space stands before or after the image", "remove it");
        }
    }

    void check_mounts(yaml::Node container) {
        for (const yaml::Node mount : container["volumeMounts"].items()) {
            const yaml::Node name = mount["name"];
            if (!is_set(name) || name.is_unknown()) continue;
            const bool is_there =
                std::ranges::any_of(spec_["volumes"].items(), [&](yaml::Node volume) {
                    return volume["name"].text() == name.text() || volume["name"].is_unknown();
                });
            // A StatefulSet's claim templates become volumes of its pods.
            const yaml::Node claims =
                pod_.workload().object().root()["spec"]["volumeClaimTemplates"];
            const bool is_claimed = std::ranges::any_of(claims.items(), [&](yaml::Node claim) {
                return claim["metadata"]["name"].text() == name.text();
            });
            if (is_there || is_claimed || !is_whole_) continue;
            add(name, name.route(), fmt::format("no volume is called \"{}\"", name.text()),
                "add it under `volumes`, or mount one that is there");
        }
    }

    void check_ports(yaml::Node container) {
        for (const yaml::Node entry : container["ports"].items()) {
            const yaml::Node port = entry["containerPort"];
            const std::optional<std::int64_t> number = port.as_integer();
            if (!number || (*number > 0 && *number <= kLastPort)) continue;
            add(port, port.route(), fmt::format("{} is no port", *number),
                fmt::format("write a number from 1 to {}", kLastPort));
        }
    }

    void check_claims(yaml::Node container) {
        std::vector<std::pair<std::string_view, std::string_view>> seen;
        for (const yaml::Node claim : container["resources"]["claims"].items()) {
            const yaml::Node name = claim["name"];
            if (!is_set(name) || name.is_unknown()) continue;
            const bool is_there =
                std::ranges::any_of(spec_["resourceClaims"].items(), [&](yaml::Node entry) {
                    return entry["name"].text() == name.text() || entry["name"].is_unknown();
                });
            if (!is_there && !spec_.contains_unknown()) {
                add(name, claim.route(),
                    fmt::format("the pod has no resource claim called \"{}\"", name.text()),
                    "add it under `resourceClaims` of the pod");
                // An operator may add it to its pods.
                mistakes_.back().is_missing = !is_whole_;
            }
            const yaml::Node request = claim["request"];
            check_name(request, is_dns1123_label, "a request");
            const std::pair entry(name.text(), request.text());
            // A claim as a whole holds all its requests.
            const bool is_double = std::ranges::any_of(seen, [&](const auto& other) {
                return other.first == entry.first && (other.second == entry.second ||
                                                      other.second.empty() || entry.second.empty());
            });
            if (is_double) {
                add(name, claim.route(),
                    fmt::format("the claim \"{}\" is there already", name.text()),
                    "name each claim, or each of its requests, once");
            }
            seen.push_back(entry);
        }
    }

    void check_handler(yaml::Node hook) {
        if (!hook.is_mapping() || hook.contains_unknown()) return;
        const bool has_one = std::ranges::any_of(
            kHandlers, [&hook](std::string_view name) { return hook[name].has_value(); });
        if (has_one) return;
        add(hook, hook.route(), fmt::format("`{}` says nothing to do", hook.key()),
            "name exec, httpGet, tcpSocket or sleep");
    }

    void check_toleration(yaml::Node toleration) {
        if (!toleration.is_mapping() || toleration.contains_unknown()) return;
        const std::string route = toleration.route();
        const yaml::Node key = toleration["key"];
        const yaml::Node word = toleration["operator"];
        const yaml::Node value = toleration["value"];
        const yaml::Node effect = toleration["effect"];
        // What is of the wrong type is said elsewhere.
        for (const yaml::Node node : {key, word, value, effect}) {
            if (node.has_value() && !node.is_string()) return;
        }
        const yaml::Node operator_place = word ? word : toleration;
        if (is_set(key) && !is_qualified_name(key.text())) {
            add(key, route + ".key", fmt::format("\"{}\" is no key of a taint", key.text()),
                "write the key of the taint: an optional domain, a slash, a name");
        }
        if (!is_set(key) && word.text() != "Exists") {
            add(operator_place, route + ".operator",
                "without a key a toleration needs operator Exists, and then tolerates everything",
                "name the key of the taint");
        }
        if (toleration["tolerationSeconds"].has_value() && effect.text() != "NoExecute") {
            add(effect ? effect : toleration["tolerationSeconds"], route + ".effect",
                "`tolerationSeconds` goes with effect NoExecute only",
                "set the effect, or remove it");
        }
        check_operator(toleration, operator_place, route);
        if (is_set(effect) && !is_one_of(effect.text(), kTaintEffects)) {
            add(effect, route + ".effect",
                fmt::format("\"{}\" is no effect of a taint", effect.text()),
                fmt::format("write {}", fmt::join(kTaintEffects, ", ")));
        }
    }

    void check_operator(yaml::Node toleration, yaml::Node place, const std::string& route) {
        const std::string_view word = toleration["operator"].text();
        const yaml::Node value = toleration["value"];
        if (word == "Exists") {
            if (!is_set(value)) return;
            add(value, route + ".operator", "operator Exists takes no value",
                "remove the value, or write operator Equal");
        } else if (word.empty() || word == "Equal") {
            if (is_label_value(value.text())) return;
            add(value, route + ".operator",
                fmt::format("\"{}\" is no value of a taint", value.text()),
                "write the taint's value");
        } else {
            add(place, route + ".operator",
                fmt::format("\"{}\" is no operator of a toleration", word),
                fmt::format("write {}", fmt::join(kOperators, " or ")));
        }
    }

    void check_selector() {
        for (const yaml::Entry entry : spec_["nodeSelector"].entries()) {
            check_label(entry.value, field("nodeSelector"));
        }
    }

    void check_labels(yaml::Node labels) {
        for (const yaml::Entry entry : labels.entries()) check_label(entry.value, labels.route());
    }

    void check_label(yaml::Node value, const std::string& route) {
        if (!is_qualified_name(value.key()) && !value.contains_unknown()) {
            add(value, route, fmt::format("\"{}\" is no key of a label", value.key()),
                "an optional domain, a slash, then up to 63 letters, digits, `-`, `_`, `.`");
        }
        if (!value.is_string() || value.is_unknown() || is_label_value(value.text())) return;
        add(value, route, fmt::format("\"{}\" is no value of a label", value.text()),
            "up to 63 letters, digits, `-`, `_`, `.`, letters or digits at both ends");
    }

    const PodTemplate& pod_;
    yaml::Node spec_;
    std::string route_;
    bool is_whole_;  ///< no operator and no template adds to it: what is missing is missing
    std::vector<FieldMistake> mistakes_;
};

}  // namespace

std::vector<FieldMistake> find_field_mistakes(const PodTemplate& pod) {
    const bool is_complete = pod.shape() == PodShape::kPodSpec && !pod.is_generic();
    if (!is_complete) return {};
    return PodValidation(pod).run();
}

}  // namespace gpulint::k8s
