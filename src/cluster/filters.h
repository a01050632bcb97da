#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cluster/inventory.h"
#include "k8s/quantity.h"
#include "k8s/scheduling.h"
#include "k8s/workload.h"

/// The scheduler's filters that look at one node and one pod, as kube-scheduler 1.36 runs them by
/// default (pkg/scheduler/framework/plugins); agrees with recorded answers (tests/conformance).
namespace gpulint::cluster {

/// In the order in which they are asked; the first that refuses a node is the one reported.
enum class Filter : std::uint8_t {
    kNodeUnschedulable,
    kNodeName,
    kTaintToleration,
    kNodeAffinity,
    kNodeResourcesFit,
};
std::string_view to_string(Filter filter);

/// What a pod wants of its node, read once for all nodes.
struct PodNeeds {
    std::string_view node_name;
    std::vector<k8s::Toleration> tolerations;  ///< with those that a DaemonSet's pods are given
    k8s::NodeSelection selection;
    std::vector<std::pair<std::string, k8s::Quantity>> requests;  ///< above none, by name
    bool is_incomplete = false;  ///< a template or an operator may add to it

    explicit PodNeeds(const k8s::PodTemplate& pod);
};

/// A node has no room for the pod, or does not take it.
struct Refusal {
    Filter filter = Filter::kNodeUnschedulable;
    bool is_final = true;              ///< no pod that goes away would change it
    std::vector<std::string> reasons;  ///< as FailedScheduling words them, sorted
};

/// The first filter that refuses the node; nothing when the pod fits. Usage counts where it is
/// shown. What the input leaves unknown (Match::kUnknown) does not refuse.
std::optional<Refusal> find_refusal(const PodNeeds& needs, const Node& node);

/// The first NoSchedule or NoExecute taint that nothing tolerates for certain; null: none.
const Taint* find_untolerated(const PodNeeds& needs, const Node& node);
k8s::Match selects(const k8s::NodeSelection& selection, const Node& node);
/// The node, empty, has all that is asked for.
bool has_room_when_empty(const PodNeeds& needs, const Node& node);
/// Taints of a node's condition or of its beginning and end: they come and go by themselves.
bool is_passing_taint(const Taint& taint);

}  // namespace gpulint::cluster
