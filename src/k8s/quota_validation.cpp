#include "k8s/quota_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "k8s/quantity.h"
#include "k8s/resource_name.h"
#include "k8s/workload.h"

namespace gpulint::k8s {
namespace {

/// Names without slash that a quota knows and that are counted in whole numbers.
constexpr std::array<std::string_view, 9> kCounted{"pods",
                                                   "services",
                                                   "secrets",
                                                   "replicationcontrollers",
                                                   "configmaps",
                                                   "resourcequotas",
                                                   "persistentvolumeclaims",
                                                   "services.nodeports",
                                                   "services.loadbalancers"};
/// The others.
constexpr std::array<std::string_view, 10> kMeasured{"cpu",
                                                     "memory",
                                                     "ephemeral-storage",
                                                     "requests.cpu",
                                                     "requests.memory",
                                                     "requests.ephemeral-storage",
                                                     "limits.cpu",
                                                     "limits.memory",
                                                     "limits.ephemeral-storage",
                                                     "requests.storage"};

bool is_one_of(std::string_view name, auto& names) {
    return std::ranges::find(names, name) != std::ranges::end(names);
}

std::optional<Quantity> read(yaml::Node node) { return ResourceEntry(node).quantity(); }

bool has_slash(std::string_view name) { return name.find('/') != std::string_view::npos; }

class Validation {
  public:
    explicit Validation(yaml::Node spec) : spec_(spec) {}

    std::vector<FieldMistake> run_quota() {
        for (const yaml::Entry entry : spec_["hard"].entries()) check_hard(entry);
        return std::move(mistakes_);
    }

    std::vector<FieldMistake> run_limit_range() {
        for (const yaml::Node item : spec_["limits"].items()) check_limit(item);
        return std::move(mistakes_);
    }

  private:
    void add(yaml::Node node, bool is_about_key, std::string message, std::string what_to_do) {
        mistakes_.push_back(
            {node, false, node.route(), std::move(message), std::move(what_to_do), is_about_key});
    }

    /// The amount of an entry, said to be wrong where it is none.
    std::optional<Quantity> read_amount(const yaml::Entry& entry) {
        if (entry.value.is_unknown()) return std::nullopt;
        std::optional<Quantity> amount = read(entry.value);
        if (!amount) {
            add(entry.value, false, fmt::format("\"{}\" is not a quantity", entry.value.text()),
                "write 4, 500m, 32Gi, …");
        }
        return amount;
    }

    void check_hard(const yaml::Entry& entry) {
        const std::string_view key = entry.key();
        const std::optional<Quantity> amount = read_amount(entry);
        const bool is_huge =
            is_hugepages(key) || (key.starts_with("requests.") && is_hugepages(key.substr(9)));
        if (!is_qualified_name(key)) {
            add(entry.value, true, fmt::format("\"{}\" is no well-formed name", key),
                "an optional domain, a slash, a name");
        } else if (!has_slash(key) && !is_huge && !is_one_of(key, kCounted) &&
                   !is_one_of(key, kMeasured)) {
            add(entry.value, true, fmt::format("\"{}\" is nothing that a quota knows", key),
                "for a GPU write requests. and its whole name: requests.nvidia.com/gpu");
        }
        if (!amount) return;
        if (amount->sign() < 0) {
            add(entry.value, false, "a quota may not be negative", "write 0 or more");
            return;
        }
        const bool is_whole_only = is_one_of(key, kCounted) || is_extended_resource(key);
        if (is_whole_only && !amount->is_whole()) {
            add(entry.value, false, fmt::format("{} is counted in whole numbers", key),
                "write a whole number");
        }
    }

    void check_limit(yaml::Node item) {
        if (!item.is_mapping() || item.contains_unknown()) return;
        const bool is_pod = item["type"].text() == "Pod";
        const bool is_container = item["type"].text() == "Container";
        for (const char* list : {"max", "min", "default", "defaultRequest"}) {
            const bool is_default = std::string_view(list).starts_with("default");
            if (is_pod && is_default && item[list].size() > 0) {
                add(item[list], true, fmt::format("`{}` is not for type Pod", list),
                    "write it under type Container");
                continue;
            }
            for (const yaml::Entry entry : item[list].entries()) {
                check_name(entry, is_container || is_pod);
                read_amount(entry);
            }
        }
        check_order(item);
    }

    void check_name(const yaml::Entry& entry, bool is_of_containers) {
        const std::string_view key = entry.key();
        if (!is_qualified_name(key)) {
            add(entry.value, true, fmt::format("\"{}\" is no well-formed name", key),
                "an optional domain, a slash, a name");
            return;
        }
        if (!is_of_containers) return;
        const bool is_known = has_slash(key) ? is_native_resource(key) || is_extended_resource(key)
                                             : is_standard_container_resource(key);
        if (is_known) return;
        add(entry.value, true, fmt::format("\"{}\" is no resource of containers", key),
            "write its whole name: nvidia.com/gpu");
    }

    /// min ≤ defaultRequest ≤ default ≤ max; for what cannot be overcommitted both defaults are
    /// the same.
    void check_order(yaml::Node item) {
        constexpr std::array<std::string_view, 4> kRising{"min", "defaultRequest", "default",
                                                          "max"};
        for (std::size_t low = 0; low < kRising.size(); ++low) {
            for (const yaml::Entry entry : item[kRising[low]].entries()) {
                for (std::size_t high = low + 1; high < kRising.size(); ++high) {
                    compare(entry.value, item[kRising[high]][entry.key()], kRising[low],
                            kRising[high]);
                }
            }
        }
    }

    void compare(yaml::Node low, yaml::Node high, std::string_view low_name,
                 std::string_view high_name) {
        if (!low || !high) return;
        const std::optional<Quantity> left = read(low);
        const std::optional<Quantity> right = read(high);
        if (!left || !right) return;
        const bool is_pair = low_name == "defaultRequest" && high_name == "default";
        const bool is_fixed = is_extended_resource(low.key()) || is_hugepages(low.key());
        if (*left > *right) {
            add(low, false, fmt::format("`{}` is above `{}`", low_name, high_name),
                "put them in order");
        } else if (is_pair && is_fixed && *left != *right) {
            add(low, false,
                fmt::format("{} cannot be overcommitted: both defaults have to be equal",
                            low.key()),
                "write the same amount twice");
        }
    }

    yaml::Node spec_;
    std::vector<FieldMistake> mistakes_;
};

}  // namespace

std::vector<FieldMistake> find_quota_mistakes(const Object& quota) {
    return Validation(quota.root()["spec"]).run_quota();
}

std::vector<FieldMistake> find_limit_range_mistakes(const Object& limit_range) {
    return Validation(limit_range.root()["spec"]).run_limit_range();
}

bool is_uncounted_quota_key(std::string_view key) {
    if (!has_slash(key) || key.starts_with("requests.") || key.starts_with("count/")) return false;
    const bool is_claim = key.ends_with(".deviceclass.resource.k8s.io/devices");
    return is_extended_resource(key) && !is_claim;
}

}  // namespace gpulint::k8s
