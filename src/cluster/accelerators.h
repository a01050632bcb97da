#pragma once

#include <string_view>
#include <vector>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"

namespace gpulint::cluster {

/// An accelerator resource that a pod asks for.
struct AskedAccelerator {
    std::string_view name;
    const gpu::ResourceRow* row = nullptr;
    std::vector<k8s::ContainerAmount> amounts;  ///< at least one, each above none

    yaml::Node first_node() const { return amounts.front().node; }
};

/// An accelerator resource of which one container asks more than none.
struct ContainerAccelerator {
    k8s::ResourceEntry entry;  ///< under limits, or under requests where there is no limit
    const gpu::ResourceRow* row = nullptr;
    k8s::Quantity amount;
};

std::vector<ContainerAccelerator> find_accelerators(const gpu::Catalog& catalog,
                                                    const k8s::Container& container);

/// So many devices may well be all that a node has: as many as on the largest one of the inventory,
/// or, without one, the four of a small server.
bool is_whole_node(const Inventory* inventory, std::string_view resource,
                   const k8s::Quantity& amount);

/// The known accelerator resources of which a pod asks more than none, in order of appearance.
std::vector<AskedAccelerator> find_asked_accelerators(const gpu::Catalog& catalog,
                                                      const k8s::PodTemplate& pod);

/// Some accelerator may come in by another way than a known resource: a claim, a runtime class or
/// a variable of the vendor's, a host device, an extended resource nobody here has heard of.
bool may_reach_accelerator(const k8s::PodTemplate& pod);

/// An agent of the nodes rather than work for them: part of a DaemonSet, of kube-system, privileged
/// of a system priority or
/// with a look at the host.
bool is_node_agent(const k8s::PodTemplate& pod);

/// The same by its kind, namespace, priority and process namespace alone: what is privileged or in
/// the host's network may be work.
bool is_agent_by_kind(const k8s::PodTemplate& pod);

}  // namespace gpulint::cluster
