#include "k8s/affinity_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "k8s/resource_name.h"

namespace gpulint::k8s {
namespace {

constexpr std::int64_t kHighestWeight = 100;

bool is_text(yaml::Node node) { return !node.has_value() || node.is_string(); }

class Validation {
  public:
    explicit Validation(yaml::Node spec) : spec_(spec) {}

    std::vector<FieldMistake> run() {
        const yaml::Node affinity = spec_["affinity"]["nodeAffinity"];
        check_required(affinity["requiredDuringSchedulingIgnoredDuringExecution"]);
        for (const yaml::Node item :
             affinity["preferredDuringSchedulingIgnoredDuringExecution"].items()) {
            check_preferred(item);
        }
        for (const yaml::Node item : spec_["topologySpreadConstraints"].items()) check_spread(item);
        return std::move(mistakes_);
    }

  private:
    void add(yaml::Node node, std::string_view field, std::string message, std::string what_to_do) {
        const yaml::Node value = field.empty() ? node : node[field];
        std::string path = node.route();
        if (!field.empty()) path = fmt::format("{}.{}", path, field);
        mistakes_.push_back({value ? value : node, false, std::move(path), std::move(message),
                             std::move(what_to_do), false});
    }

    void check_required(yaml::Node required) {
        if (!required.is_mapping()) return;
        const yaml::Node terms = required["nodeSelectorTerms"];
        const bool is_list = !terms.has_value() || terms.is_sequence();
        if (is_list && terms.size() == 0 && !required.contains_unknown()) {
            add(required, "nodeSelectorTerms", "at least one term is wanted here",
                "write a term with matchExpressions");
        }
        for (const yaml::Node term : terms.items()) check_term(term, true);
    }

    void check_preferred(yaml::Node item) {
        const yaml::Node weight = item["weight"];
        const std::optional<std::int64_t> number = weight.as_integer();
        const bool is_number = !weight.has_value() || (number && !weight.is_string());
        const std::int64_t value = number.value_or(0);
        if (is_number && !item.contains_unknown() && (value < 1 || value > kHighestWeight)) {
            add(item, "weight", fmt::format("a weight is 1 to {}", kHighestWeight), "write one");
        }
        check_term(item["preference"], false);
    }

    /// Of a preference the server does not look at the values.
    void check_term(yaml::Node term, bool is_required) {
        for (const yaml::Node item : term["matchExpressions"].items())
            check_expression(item, is_required);
        for (const yaml::Node item : term["matchFields"].items()) check_field(item);
    }

    void check_expression(yaml::Node item, bool is_required) {
        if (!item.is_mapping() || item.contains_unknown()) return;
        if (!is_text(item["key"]) || !is_text(item["operator"])) return;
        if (!is_qualified_name(item["key"].text())) {
            add(item, "key", fmt::format("\"{}\" is no key of a label", item["key"].text()),
                "an optional domain, a slash, a name");
        }
        check_operator(item);
        if (!is_required) return;
        for (const yaml::Node value : item["values"].items()) {
            if (!value.is_string() || is_label_value(value.text())) continue;
            add(value, "", fmt::format("\"{}\" is no value of a label", value.text()),
                "up to 63 letters, digits, `-`, `_`, `.`, letters or digits at both ends");
        }
    }

    void check_operator(yaml::Node item) {
        const std::string_view word = item["operator"].text();
        const std::size_t count = item["values"].size();
        const bool is_scalar = item["values"].has_value() && !item["values"].is_sequence();
        if (is_scalar) return;
        if (word == "In" || word == "NotIn") {
            if (count == 0) add(item, "values", fmt::format("{} needs values", word), "list them");
        } else if (word == "Exists" || word == "DoesNotExist") {
            if (count > 0) {
                add(item, "values", fmt::format("{} takes no values", word), "remove them");
            }
        } else if (word == "Gt" || word == "Lt") {
            if (count != 1) {
                add(item, "values", fmt::format("{} takes one value", word), "write one");
            }
        } else {
            add(item, "operator", fmt::format("\"{}\" is no operator of a selector", word),
                "write In, NotIn, Exists, DoesNotExist, Gt or Lt");
        }
    }

    void check_field(yaml::Node item) {
        if (!item.is_mapping() || item.contains_unknown()) return;
        const std::string_view word = item["operator"].text();
        if (word != "In" && word != "NotIn") {
            add(item, "operator", fmt::format("\"{}\" is no operator for fields", word),
                "write In or NotIn");
        } else if (item["values"].size() != 1) {
            add(item, "values", "a field takes one value", "write one");
        }
        if (item["key"].text() != "metadata.name") {
            add(item, "key", fmt::format("\"{}\" is no field to select by", item["key"].text()),
                "write metadata.name");
        }
    }

    void check_spread(yaml::Node item) {
        if (!item.is_mapping() || item.contains_unknown()) return;
        const yaml::Node policy = item["whenUnsatisfiable"];
        if (!is_text(policy) || !is_text(item["topologyKey"])) return;
        check_above_none(item, "maxSkew", true);
        check_above_none(item, "minDomains", false);
        if (item["topologyKey"].text().empty()) {
            add(item, "topologyKey", "the key of a label is wanted here",
                "write topology.kubernetes.io/zone, kubernetes.io/hostname, …");
        }
        const bool is_hard = policy.text() == "DoNotSchedule";
        if (!is_hard && policy.text() != "ScheduleAnyway") {
            add(item, "whenUnsatisfiable", fmt::format("\"{}\" is no policy", policy.text()),
                "write DoNotSchedule or ScheduleAnyway");
        }
        if (item["minDomains"].has_value() && !is_hard) {
            add(item, "minDomains", "`minDomains` goes with DoNotSchedule only", "remove it");
        }
    }

    void check_above_none(yaml::Node item, std::string_view field, bool is_required) {
        const yaml::Node node = item[field];
        if (!node.has_value() && !is_required) return;
        const std::optional<std::int64_t> number = node.as_integer();
        if (node.has_value() && (!number || node.is_string())) return;
        if (number.value_or(0) > 0) return;
        add(item, field, fmt::format("`{}` is 1 or more", field), "write 1");
    }

    yaml::Node spec_;
    std::vector<FieldMistake> mistakes_;
};

}  // namespace

std::vector<FieldMistake> find_affinity_mistakes(yaml::Node pod_spec) {
    return Validation(pod_spec).run();
}

}  // namespace gpulint::k8s
