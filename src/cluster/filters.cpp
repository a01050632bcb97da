#include "cluster/filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "k8s/pod_resources.h"

namespace gpulint::cluster {
namespace {

/// What the DaemonSet controller adds to its pods.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kDaemonTolerations{{
    {"node.kubernetes.io/not-ready", "NoExecute"},
    {"node.kubernetes.io/unreachable", "NoExecute"},
    {"node.kubernetes.io/disk-pressure", "NoSchedule"},
    {"node.kubernetes.io/memory-pressure", "NoSchedule"},
    {"node.kubernetes.io/pid-pressure", "NoSchedule"},
    {"node.kubernetes.io/unschedulable", "NoSchedule"},
}};

/// Keys, or their beginnings, of taints that say what state a node is in.
constexpr std::array<std::string_view, 9> kPassingTaints{"node.kubernetes.io/",
                                                         "node.cloudprovider.kubernetes.io/",
                                                         "node.cilium.io/",
                                                         "node.cluster.x-k8s.io/",
                                                         "ebs.csi.aws.com/agent-not-ready",
                                                         "efs.csi.aws.com/agent-not-ready",
                                                         "karpenter.sh/",
                                                         "ToBeDeletedByClusterAutoscaler",
                                                         "DeletionCandidateOfClusterAutoscaler"};

/// A node written by hand says nothing of amounts that it leaves out.
bool is_shown(const Node& node, std::string_view resource) {
    if (!node.has_capacity) return false;
    const bool is_native = resource == "cpu" || resource == "memory" ||
                           resource == "ephemeral-storage" || resource.starts_with("hugepages-");
    return !(node.is_short_form && is_native && !node.allocatable.contains(resource));
}

/// cpu counts in thousandths, all else in whole units.
bool exceeds(std::string_view resource, const k8s::Quantity& wanted, const k8s::Quantity& offered) {
    if (resource == "cpu") return wanted.milli_value() > offered.milli_value();
    return wanted.value() > offered.value();
}

k8s::Quantity used_of(const Node& node, std::string_view resource) {
    const auto used = node.used.find(resource);
    return used == node.used.end() ? k8s::Quantity() : used->second;
}

std::optional<Refusal> find_shortage(const PodNeeds& needs, const Node& node) {
    if (!node.has_capacity) return std::nullopt;
    Refusal refusal{.filter = Filter::kNodeResourcesFit, .is_final = false, .reasons = {}};
    const k8s::Quantity one = k8s::Quantity::of(1);
    if (exceeds("pods", used_of(node, "pods") + one, node.allocatable_of("pods"))) {
        refusal.reasons.emplace_back("Too many pods");
    }
    for (const auto& [name, wanted] : needs.requests) {
        if (!is_shown(node, name)) continue;
        const k8s::Quantity offered = node.allocatable_of(name);
        if (!exceeds(name, wanted + used_of(node, name), offered)) continue;
        refusal.reasons.push_back(fmt::format("Insufficient {}", name));
        refusal.is_final = refusal.is_final || exceeds(name, wanted, offered);
    }
    if (refusal.reasons.empty()) return std::nullopt;
    std::ranges::sort(refusal.reasons);
    return refusal;
}

std::optional<Refusal> refuse(Filter filter, std::string_view reason) {
    return Refusal{.filter = filter, .is_final = true, .reasons = {std::string(reason)}};
}

k8s::Match tolerates(const PodNeeds& needs, std::string_view key, std::string_view value,
                     std::string_view effect) {
    k8s::Match best = k8s::Match::kNo;
    for (const k8s::Toleration& toleration : needs.tolerations) {
        best = k8s::either(best, toleration.matches(key, value, effect));
    }
    return best;
}

}  // namespace

std::string_view to_string(Filter filter) {
    constexpr std::array<std::string_view, 5> kNames{
        "NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity", "NodeResourcesFit"};
    return kNames.at(static_cast<std::size_t>(filter));
}

PodNeeds::PodNeeds(const k8s::PodTemplate& pod)
    : node_name(pod.node_name()),
      tolerations(k8s::find_tolerations(pod)),
      selection(k8s::find_node_selection(pod)),
      is_incomplete(pod.is_incomplete()) {
    if (pod.workload().object().kind() == "DaemonSet") {
        for (const auto& [key, effect] : kDaemonTolerations) {
            k8s::Toleration& added = tolerations.emplace_back();
            added.key = key;
            added.word = "Exists";
            added.effect = effect;
        }
    }
    for (std::string& name : k8s::find_counted_resources(pod)) {
        const k8s::Quantity amount = pod.effective_request(name);
        if (amount.sign() > 0) requests.emplace_back(std::move(name), amount);
    }
}

const Taint* find_untolerated(const PodNeeds& needs, const Node& node) {
    for (const Taint& taint : node.taints) {
        if (taint.effect != "NoSchedule" && taint.effect != "NoExecute") continue;
        if (tolerates(needs, taint.key, taint.value, taint.effect) == k8s::Match::kNo) {
            return &taint;
        }
    }
    return nullptr;
}

k8s::Match selects(const k8s::NodeSelection& selection, const Node& node) {
    return selection.matches(node.labels, node.name,
                             [&node](std::string_view key) { return node.shows_label(key); });
}

bool has_room_when_empty(const PodNeeds& needs, const Node& node) {
    return std::ranges::none_of(needs.requests, [&node](const auto& request) {
        return is_shown(node, request.first) &&
               exceeds(request.first, request.second, node.allocatable_of(request.first));
    });
}

bool is_passing_taint(const Taint& taint) {
    return std::ranges::any_of(kPassingTaints, [&taint](std::string_view start) {
        return std::string_view(taint.key).starts_with(start);
    });
}

std::optional<Refusal> find_refusal(const PodNeeds& needs, const Node& node) {
    // Where every term pins a name, the scheduler takes the other nodes out before it asks.
    if (const auto pinned = needs.selection.pinned_names()) {
        if (std::ranges::find(*pinned, node.name) == pinned->end()) {
            return refuse(Filter::kNodeAffinity, "node(s) didn't satisfy plugin(s) [NodeAffinity]");
        }
    }
    const bool is_cordon_tolerated =
        tolerates(needs, "node.kubernetes.io/unschedulable", "", "NoSchedule") != k8s::Match::kNo;
    if (node.is_unschedulable && !is_cordon_tolerated) {
        return refuse(Filter::kNodeUnschedulable, "node(s) were unschedulable");
    }
    if (!needs.node_name.empty() && needs.node_name != node.name) {
        return refuse(Filter::kNodeName, "node(s) didn't match the requested node name");
    }
    if (find_untolerated(needs, node) != nullptr) {
        return refuse(Filter::kTaintToleration, "node(s) had untolerated taint(s)");
    }
    if (selects(needs.selection, node) == k8s::Match::kNo) {
        return refuse(Filter::kNodeAffinity, "node(s) didn't match Pod's node affinity/selector");
    }
    return find_shortage(needs, node);
}

}  // namespace gpulint::cluster
