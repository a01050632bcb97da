#include "k8s/resource_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "k8s/resource_name.h"
#include "k8s/workload.h"

namespace gpulint::k8s {
namespace {

constexpr std::string_view kHugepagesPrefix = "hugepages-";

/// Native names that some object may count, but no container (helper.IsStandardResourceName less
/// the names that containers may use).
constexpr std::array<std::string_view, 10> kCountedObjects{
    "pods",           "services",           "replicationcontrollers",
    "secrets",        "configmaps",         "persistentvolumeclaims",
    "resourcequotas", "services.nodeports", "services.loadbalancers",
    "resourcequotas"};

bool is_counted_in_whole_numbers(std::string_view name) {
    return std::ranges::find(kCountedObjects, name) != kCountedObjects.end() ||
           is_extended_resource(name);
}

/// helper.IsOvercommitAllowed: requests may be below limits.
bool may_overcommit(std::string_view name) {
    return is_native_resource(name) && !is_hugepages(name);
}

std::optional<ResourceFault> find_name_fault(std::string_view name) {
    if (!is_qualified_name(name)) return ResourceFault::kMalformedName;
    if (name.find('/') == std::string_view::npos) {
        if (is_standard_container_resource(name)) return std::nullopt;
        return ResourceFault::kUnqualifiedName;
    }
    if (!is_native_resource(name) && !is_extended_resource(name)) {
        return ResourceFault::kMalformedName;
    }
    return std::nullopt;
}

/// The size of the pages, when the name gives one that is a whole number above zero.
std::optional<Quantity> page_size(std::string_view name) {
    const Result<Quantity> size = Quantity::parse(name.substr(kHugepagesPrefix.size()));
    if (!size || size->sign() <= 0 || !size->is_whole()) return std::nullopt;
    return *size;
}

/// Checks one ResourceRequirements: a container's, or the pod's own.
class RequirementsCheck {
  public:
    RequirementsCheck(yaml::Node resources, std::string field, const Container* container,
                      std::vector<ResourceMistake>& mistakes)
        : resources_(resources),
          field_(std::move(field)),
          container_(container),
          mistakes_(mistakes) {}

    void run() {
        bool has_cpu_or_memory = false;
        bool has_hugepages = false;
        for (const std::string_view list :
             {std::string_view("limits"), std::string_view("requests")}) {
            for (const yaml::Entry entry : resources_[list].entries()) {
                const std::string_view name = entry.key();
                has_cpu_or_memory = has_cpu_or_memory || name == "cpu" || name == "memory";
                has_hugepages = has_hugepages || is_hugepages(name);
                check_entry(entry.value, list);
            }
        }
        if (has_hugepages && !has_cpu_or_memory && !resources_.contains_unknown()) {
            add(ResourceFault::kHugepagesAlone, resources_, {}, field_).name = {};
        }
    }

  private:
    void check_entry(yaml::Node value, std::string_view list) {
        const std::string_view name = value.key();
        const std::string field = fmt::format("{}.{}[{}]", field_, list, name);
        check_name(value, field);
        const std::optional<Quantity> quantity = stored(value);
        if (!quantity) {
            if (!value.contains_unknown()) add(ResourceFault::kNotAQuantity, value, {}, field);
        } else {
            check_value(value, *quantity, field);
        }
        if (list == "requests") check_against_limit(value, quantity);
    }

    void check_name(yaml::Node value, const std::string& field) {
        const std::string_view name = value.key();
        if (const std::optional<ResourceFault> fault = find_name_fault(name)) {
            if (container_ != nullptr) add(*fault, value, {}, field);
        }
        if (container_ == nullptr && name != "cpu" && name != "memory" && !is_hugepages(name)) {
            add(ResourceFault::kNotAtPodLevel, value, {}, field);
        }
    }

    void check_value(yaml::Node value, const Quantity& quantity, const std::string& field) {
        const std::string_view name = value.key();
        if (quantity.sign() < 0) add(ResourceFault::kNegative, value, {}, field);
        if (is_counted_in_whole_numbers(name) && !quantity.is_whole()) {
            add(ResourceFault::kNotWhole, value, {}, field);
        }
        if (!is_hugepages(name)) return;
        const std::optional<Quantity> size = page_size(name);
        if (!size || size->value() == 0 || quantity.value() % size->value() != 0) {
            add(ResourceFault::kHugepagesIndivisible, value, {}, field).wanted = size;
        }
    }

    void check_against_limit(yaml::Node value, const std::optional<Quantity>& request) {
        const std::string_view name = value.key();
        const yaml::Node limit = resources_["limits"][name];
        if (!limit) {
            const bool may_be_there = resources_["limits"].contains_unknown();
            if (!may_overcommit(name) && !may_be_there) {
                add(ResourceFault::kLimitMissing, value, {}, field_ + ".limits");
            }
            return;
        }
        const std::optional<Quantity> most = stored(limit);
        if (!request || !most) return;
        if (*request != *most && !may_overcommit(name)) {
            add(ResourceFault::kRequestDiffers, value, limit, field_ + ".requests");
        } else if (*request > *most) {
            add(ResourceFault::kRequestAboveLimit, value, limit, field_ + ".requests");
        }
    }

    /// As defaulting leaves it: rounded away from zero to thousandths.
    static std::optional<Quantity> stored(yaml::Node value) {
        const std::optional<Quantity> quantity = ResourceEntry(value).quantity();
        if (!quantity) return std::nullopt;
        return quantity->rounded_to_milli();
    }

    ResourceMistake& add(ResourceFault fault, yaml::Node node, yaml::Node other,
                         std::string field) {
        ResourceMistake mistake;
        mistake.fault = fault;
        mistake.node = node;
        mistake.other = other;
        mistake.name = node.key();
        mistake.container = container_;
        mistake.field = std::move(field);
        return mistakes_.emplace_back(std::move(mistake));
    }

    yaml::Node resources_;
    std::string field_;
    const Container* container_;
    std::vector<ResourceMistake>& mistakes_;
};

Quantity stored_or_zero(const std::optional<ResourceEntry>& entry) {
    const std::optional<Quantity> quantity = entry ? entry->quantity() : std::nullopt;
    return quantity ? quantity->rounded_to_milli() : Quantity::of(0);
}

/// resourcehelper.AggregateContainerRequests: containers and sidecars, or the largest init
/// container with the sidecars before it.
Quantity sum_of_containers(const PodTemplate& pod, std::string_view name, bool of_limits) {
    Quantity together = Quantity::of(0);
    Quantity sidecars = Quantity::of(0);
    Quantity most = Quantity::of(0);
    for (const Container& container : pod.containers()) {
        const std::optional<ResourceEntry> limit = container.find_limit(name);
        std::optional<ResourceEntry> entry = of_limits ? limit : container.find_request(name);
        if (!entry) entry = limit;
        const Quantity amount = stored_or_zero(entry);
        switch (container.type()) {
            case ContainerType::kEphemeral: break;
            case ContainerType::kApp: together = together + amount; break;
            case ContainerType::kSidecar:
                sidecars = sidecars + amount;
                most = std::max(most, sidecars);
                break;
            case ContainerType::kInit: most = std::max(most, sidecars + amount); break;
        }
    }
    return std::max(together + sidecars, most);
}

/// validatePodResourceConsistency: pod-level values against those of the containers.
class PodLevelCheck {
  public:
    PodLevelCheck(const PodTemplate& pod, std::vector<ResourceMistake>& mistakes)
        : pod_(pod), resources_(pod.spec()["resources"]), mistakes_(mistakes) {}

    void run() {
        if (!resources_.is_mapping()) return;
        field_ = resources_.route();
        RequirementsCheck(resources_, field_, nullptr, mistakes_).run();
        for (const yaml::Entry request : resources_["requests"].entries())
            check_request(request.value);
        for (const yaml::Entry limit : resources_["limits"].entries()) check_limit(limit.value);
    }

  private:
    static bool is_supported(std::string_view name) {
        return name == "cpu" || name == "memory" || is_hugepages(name);
    }

    void check_request(yaml::Node value) {
        const std::string_view name = value.key();
        const std::optional<Quantity> request = ResourceEntry(value).quantity();
        if (!is_supported(name) || !request) return;
        const Quantity sum = sum_of_containers(pod_, name, false);
        if (sum > *request) add_below(value, sum, fmt::format("{}.requests[{}]", field_, name));
    }

    void check_limit(yaml::Node value) {
        const std::string_view name = value.key();
        const std::optional<Quantity> limit = ResourceEntry(value).quantity();
        if (!is_supported(name) || !limit) return;
        if (is_hugepages(name)) {
            const Quantity sum = sum_of_containers(pod_, name, true);
            if (sum > *limit) add_below(value, sum, fmt::format("{}.limits[{}]", field_, name));
        } else if (!resources_["requests"].has(name) && pod_.workload().object().is("", "Pod")) {
            // Defaulting sets the pod's request to the sum of the containers' requests.
            const Quantity sum = sum_of_containers(pod_, name, false);
            if (sum > *limit) add_below(value, sum, field_ + ".requests");
        }
        std::size_t index = 0;
        for (const Container& container : pod_.containers()) {
            if (container.type() != ContainerType::kApp) continue;
            const std::optional<ResourceEntry> inner = container.find_limit(name);
            if (inner && stored_or_zero(inner) > *limit) {
                ResourceMistake& mistake = mistakes_.emplace_back();
                mistake.fault = ResourceFault::kLimitAbovePodLimit;
                mistake.node = inner->node();
                mistake.other = value;
                mistake.name = inner->name();
                mistake.container = &container;
                mistake.field = fmt::format("{}.containers[{}][{}].limits", field_, index, name);
            }
            ++index;
        }
    }

    void add_below(yaml::Node value, const Quantity& sum, std::string field) {
        ResourceMistake& mistake = mistakes_.emplace_back();
        mistake.fault = ResourceFault::kPodBelowContainers;
        mistake.node = value;
        mistake.name = value.key();
        mistake.field = std::move(field);
        mistake.wanted = sum;
    }

    const PodTemplate& pod_;
    yaml::Node resources_;
    std::string field_;
    std::vector<ResourceMistake>& mistakes_;
};

/// A request that has the mistake of its limit, in the same words, is told with it.
void join_twins(std::vector<ResourceMistake>& mistakes) {
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        ResourceMistake& limit = mistakes[i];
        const bool is_limit = limit.node.parent().key() == "limits";
        if (!is_limit) continue;
        const auto twin = std::ranges::find_if(mistakes, [&limit](const ResourceMistake& request) {
            return request.fault == limit.fault && request.container == limit.container &&
                   request.name == limit.name && request.node.parent().key() == "requests" &&
                   request.node.text() == limit.node.text();
        });
        if (twin == mistakes.end()) continue;
        limit.twin = twin->node;
        mistakes.erase(twin);  // requests come after their limits
    }
}

}  // namespace

PodTemplate::~PodTemplate() = default;

const std::vector<ResourceMistake>& PodTemplate::resource_mistakes() const {
    if (!resource_mistakes_) {
        resource_mistakes_ =
            std::make_unique<const std::vector<ResourceMistake>>(find_resource_mistakes(*this));
    }
    return *resource_mistakes_;
}

std::string written_amount(yaml::Node node) {
    return node.is_null() ? "nothing" : std::string(node.text());
}

std::string quoted_amount(yaml::Node node) {
    if (node.is_sequence()) return "a list";
    if (node.is_mapping()) return "a mapping";
    return fmt::format("\"{}\"", node.text());
}

std::string owner_name(const ResourceMistake& mistake) {
    return mistake.container == nullptr ? "the pod" : mistake.container->display_name();
}

std::vector<ResourceMistake> find_resource_mistakes(const PodTemplate& pod) {
    std::vector<ResourceMistake> mistakes;
    for (const Container& container : pod.containers()) {
        const yaml::Node resources = container.resources();
        if (!resources.is_mapping()) continue;
        if (container.type() == ContainerType::kEphemeral) {
            ResourceMistake& mistake = mistakes.emplace_back();
            mistake.fault = ResourceFault::kNotInEphemeral;
            mistake.node = resources;
            mistake.container = &container;
            mistake.field = resources.route();
            continue;
        }
        RequirementsCheck(resources, resources.route(), &container, mistakes).run();
    }
    if (pod.shape() == PodShape::kPodSpec) PodLevelCheck(pod, mistakes).run();
    join_twins(mistakes);
    return mistakes;
}

}  // namespace gpulint::k8s
