#include "k8s/pod_resources.h"

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

}  // namespace gpulint::k8s
