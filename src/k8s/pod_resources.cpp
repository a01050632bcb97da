#include "k8s/pod_resources.h"

#include <functional>
#include <set>

#include "k8s/resource_name.h"

namespace gpulint::k8s {

std::vector<ContainerAmount> find_amounts(const PodTemplate& pod, std::string_view resource) {
    std::vector<ContainerAmount> amounts;
    for (const Container& container : pod.containers()) {
        const std::optional<Quantity> amount = container.effective_request(resource);
        if (!amount || amount->sign() <= 0) continue;
        std::optional<ResourceEntry> entry = container.find_limit(resource);
        if (!entry) entry = container.find_request(resource);
        if (entry) amounts.push_back({&container, entry->node(), *amount});
    }
    return amounts;
}

std::vector<std::string> find_counted_resources(const PodTemplate& pod) {
    std::set<std::string, std::less<>> names{"cpu", "memory", "ephemeral-storage"};
    const auto add = [&names](std::string_view name) {
        const bool is_counted = is_extended_resource(name) || name.starts_with("hugepages-") ||
                                name.starts_with("attachable-volumes-");
        if (is_counted) names.emplace(name);
    };
    for (const Container& container : pod.containers()) {
        for (const ResourceEntry& entry : container.limits()) add(entry.name());
        for (const ResourceEntry& entry : container.requests()) add(entry.name());
    }
    const yaml::Node spec = pod.spec();
    for (const yaml::Node list :
         {spec["resources"]["limits"], spec["resources"]["requests"], spec["overhead"]}) {
        for (const yaml::Entry entry : list.entries()) add(entry.key());
    }
    return {names.begin(), names.end()};
}

}  // namespace gpulint::k8s
