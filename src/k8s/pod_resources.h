#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "k8s/quantity.h"
#include "k8s/workload.h"
#include "yaml/node.h"

namespace gpulint::k8s {

/// What one container asks of a resource, and where it says so.
struct ContainerAmount {
    const Container* container = nullptr;
    yaml::Node node;  ///< the quantity under limits, or under requests where there is no limit
    Quantity amount;  ///< what the scheduler counts
};

/// Every container of the pod that asks for more than none of `resource`, in order.
std::vector<ContainerAmount> find_amounts(const PodTemplate& pod, std::string_view resource);

/// The resources of a pod that the scheduler counts, sorted: cpu, memory and ephemeral-storage
/// always, and what extended resources, huge pages and attachable volumes it mentions.
std::vector<std::string> find_counted_resources(const PodTemplate& pod);

}  // namespace gpulint::k8s
