#include "k8s/claim_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "k8s/resource_name.h"

namespace gpulint::k8s {
namespace {

constexpr std::string_view kGroup = "resource.k8s.io";

/// Set to something other than nothing.
bool is_set(yaml::Node node) {
    return node.has_value() && !(node.is_scalar() && node.text().empty()) &&
           !(node.is_sequence() && node.size() == 0);
}

class Validation {
  public:
    explicit Validation(const Object& object) : object_(object) {}

    std::vector<FieldMistake> run() {
        const yaml::Node root = object_.root();
        if (root.contains_unknown()) return {};
        if (object_.is("node.k8s.io", "RuntimeClass")) check_handler(root);
        const bool is_current = object_.group() == kGroup && object_.version() == "v1";
        if (!is_current) return std::move(mistakes_);
        if (object_.kind() == "ResourceClaim") check_devices(root["spec"]["devices"]);
        if (object_.kind() == "ResourceClaimTemplate") {
            check_devices(root["spec"]["spec"]["devices"]);
        }
        if (object_.kind() == "DeviceClass") check_class(root["spec"]);
        return std::move(mistakes_);
    }

  private:
    void add(yaml::Node node, std::string_view field, std::string message, std::string what_to_do) {
        const yaml::Node value = field.empty() ? node : node[field];
        std::string path = node.route();
        if (!field.empty())
            path = path.empty() ? std::string(field) : fmt::format("{}.{}", path, field);
        mistakes_.push_back({value ? value : node, !value, std::move(path), std::move(message),
                             std::move(what_to_do), false});
    }

    /// The text of `field` is there and of the right form.
    void check_text(yaml::Node node, std::string_view field, bool (*is_valid)(std::string_view),
                    std::string_view what) {
        const yaml::Node value = node[field];
        if (!is_set(value)) {
            add(node, field, fmt::format("`{}` is missing", field), fmt::format("write {}", what));
        } else if (value.is_string() && !is_valid(value.text())) {
            add(node, field, fmt::format("\"{}\" is not {}", value.text(), what),
                "lower-case letters, digits and `-`, letters or digits at both ends");
        }
    }

    void check_handler(yaml::Node root) {
        check_text(root, "handler", is_dns1123_label, "the name of a handler");
    }

    void check_class(yaml::Node spec) {
        const yaml::Node name = spec["extendedResourceName"];
        if (!is_set(name) || !name.is_string()) return;
        const std::string_view text = name.text();
        const bool is_lower = is_dns1123_subdomain(text.substr(0, text.find('/')));
        if (is_extended_resource(text) && is_lower) return;
        add(spec, "extendedResourceName",
            fmt::format("\"{}\" is no name of an extended resource", text),
            "write a domain, a slash, a name: nvidia.com/gpu");
    }

    void check_devices(yaml::Node devices) {
        std::vector<std::string> names;
        for (const yaml::Node request : devices["requests"].items()) {
            if (!request.is_mapping()) continue;
            check_request(request, names);
        }
        for (const yaml::Node item : devices["constraints"].items()) {
            check_requests_of(item, names);
            check_constraint(item);
        }
        for (const yaml::Node item : devices["config"].items()) {
            check_requests_of(item, names);
            if (!item["opaque"].has_value()) {
                add(item, "opaque", "`opaque` is missing", "write driver and parameters");
            }
        }
    }

    void check_request(yaml::Node request, std::vector<std::string>& names) {
        check_text(request, "name", is_dns1123_label, "the name of a request");
        add_name(request, "", names);
        const bool is_exact = request["exactly"].has_value();
        const yaml::Node alternatives = request["firstAvailable"];
        const bool has_alternatives = is_set(alternatives);
        // The class in its old place is an unknown field: that says it all.
        if (request.has("deviceClassName")) return;
        if (is_exact == has_alternatives) {
            add(request, "",
                is_exact ? "`exactly` and `firstAvailable` exclude each other"
                         : "`exactly` or `firstAvailable` is missing",
                "write one of them, with deviceClassName below it");
        }
        if (is_exact) check_device(request["exactly"]);
        const std::string parent(request["name"].text());
        for (const yaml::Node item : alternatives.items()) {
            check_text(item, "name", is_dns1123_label, "the name of a request");
            add_name(item, parent + "/", names);
            check_device(item);
        }
    }

    /// Notes a name, said to be there twice where it is.
    void add_name(yaml::Node request, const std::string& parent, std::vector<std::string>& names) {
        std::string name = parent + std::string(request["name"].text());
        if (std::ranges::find(names, name) != names.end() && is_set(request["name"])) {
            add(request, "name", fmt::format("the name \"{}\" is taken already", name),
                "give each request its own name");
        }
        names.push_back(std::move(name));
    }

    void check_device(yaml::Node device) {
        if (!device.is_mapping()) return;
        check_text(device, "deviceClassName", is_dns1123_subdomain, "the name of a DeviceClass");
        const yaml::Node mode = device["allocationMode"];
        if (is_set(mode) && mode.is_string()) {
            const bool is_all = mode.text() == "All";
            if (!is_all && mode.text() != "ExactCount") {
                add(device, "allocationMode", fmt::format("\"{}\" is no mode", mode.text()),
                    "write ExactCount or All");
            }
            const auto count = device["count"].as_integer();
            if (is_all && count && *count != 0) {
                add(device, "count", "with All there is no count", "remove one of the two");
            }
        }
        for (const yaml::Node toleration : device["tolerations"].items()) {
            if (toleration["operator"].text() == "Exists" && is_set(toleration["value"])) {
                add(toleration, "value", "operator Exists takes no value", "remove it");
            }
        }
    }

    void check_requests_of(yaml::Node item, const std::vector<std::string>& names) {
        for (const yaml::Node name : item["requests"].items()) {
            const bool is_there = std::ranges::any_of(
                names, [&](const std::string& known) { return known == name.text(); });
            if (is_there || !name.is_string()) continue;
            add(name, "", fmt::format("no request is called \"{}\"", name.text()),
                "write the name of a request of this claim");
        }
    }

    void check_constraint(yaml::Node item) {
        const yaml::Node attribute = item["matchAttribute"];
        const bool is_distinct = is_set(item["distinctAttribute"]);
        if (is_set(attribute) == is_distinct) {
            add(item, "", "`matchAttribute` or `distinctAttribute`: one of them is wanted",
                "name the attribute: gpu.nvidia.com/parentUUID");
        } else if (is_set(attribute) && attribute.text().find('/') == std::string_view::npos) {
            add(item, "matchAttribute", fmt::format("\"{}\" has no domain", attribute.text()),
                "write the driver's name, a slash, the attribute");
        }
    }

    const Object& object_;
    std::vector<FieldMistake> mistakes_;
};

/// API versions that were served once, or are only when turned on.
struct Retired {
    std::string_view group;
    std::string_view version;
    std::string_view served;
};
constexpr std::array<Retired, 10> kRetired{{
    {"resource.k8s.io", "v1alpha1", "v1"},
    {"resource.k8s.io", "v1alpha2", "v1"},
    {"resource.k8s.io", "v1alpha3", "v1"},
    {"resource.k8s.io", "v1beta1", "v1"},
    {"resource.k8s.io", "v1beta2", "v1"},
    {"extensions", "v1beta1", "apps/v1"},
    {"apps", "v1beta1", "v1"},
    {"apps", "v1beta2", "v1"},
    {"batch", "v1beta1", "v1"},
    {"node.k8s.io", "v1beta1", "v1"},
}};

}  // namespace

std::vector<FieldMistake> find_claim_mistakes(const Object& object) {
    return Validation(object).run();
}

std::string_view served_version_of(const Object& object) {
    const auto row = std::ranges::find_if(kRetired, [&object](const Retired& retired) {
        return retired.group == object.group() && retired.version == object.version();
    });
    return row == kRetired.end() ? std::string_view() : row->served;
}

}  // namespace gpulint::k8s
