#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cluster/accelerators.h"
#include "cluster/filters.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/scheduling.h"

/// Why no node of an inventory takes a pod, as far as labels and taints go. Usage plays no part: a
/// busy node is free again some day.
namespace gpulint::cluster {

/// No node has the labels that a pod selects, or none of those that have them offers what it asks.
struct SelectionMiss {
    enum class Kind { kNone, kNoNode, kNotOffered };
    Kind kind = Kind::kNone;
    const k8s::LabelRequirement* requirement = nullptr;  ///< the one to look at; null: several
    std::vector<std::string> values;  ///< those that nodes have under its key, sorted
    std::string near_key;             ///< a label of the nodes that the key was perhaps meant to be
    std::string_view resource;        ///< kNotOffered: which no selected node offers
};

/// `needs` has to outlive the result. kNone too where the inventory leaves the answer open.
SelectionMiss find_selection_miss(const PodNeeds& needs, const Inventory& inventory,
                                  const std::vector<AskedAccelerator>& asked);

/// A taint that keeps a pod off, and the toleration that was perhaps meant for it.
struct TaintBarrier {
    const Node* node = nullptr;
    const Taint* taint = nullptr;
    const k8s::Toleration* near = nullptr;  ///< null when nothing comes near
    bool is_added_by_cloud = false;  ///< GKE, EKS and AKS add a toleration for the asked resource
};

/// What keeps a pod off every node that it selects and that is large enough for it, one entry for
/// each different first taint; empty when some node takes it, or none is fit but for its taints.
std::vector<TaintBarrier> find_taint_barriers(const PodNeeds& needs, const Inventory& inventory,
                                              const std::vector<AskedAccelerator>& asked);

/// A toleration was meant for this taint when key, value or effect is off by little: the same key
/// with another value or effect, or a key one slip away.
bool is_near(const k8s::Toleration& toleration, const Taint& taint);

/// `dedicated=ml:NoSchedule`, as kubectl writes it.
std::string to_string(const Taint& taint);

}  // namespace gpulint::cluster
