#include <algorithm>
#include <string>
#include <vector>

#include "cluster/placement.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// The tolerations, or, where there are none, what the pod asks for.
text::Span find_place(const k8s::PodTemplate& pod,
                      const std::vector<cluster::AskedAccelerator>& asked) {
    const yaml::Node tolerations = pod.spec()["tolerations"];
    if (tolerations.size() > 0) return tolerations.key_span();
    return asked.front().first_node().entry_span();
}

/// Tolerations that stand in a container: they were meant for the pod, and another rule says so.
bool has_misplaced_tolerations(const k8s::PodTemplate& pod) {
    return std::ranges::any_of(pod.containers(), [](const k8s::Container& container) {
        return container.node().has("tolerations");
    });
}

bool is_all_added_by_cloud(const std::vector<cluster::TaintBarrier>& barriers) {
    return std::ranges::all_of(barriers, &cluster::TaintBarrier::is_added_by_cloud);
}

}  // namespace

void taint_not_tolerated(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    const cluster::PodNeeds needs(pod);
    // An inventory may well leave out the nodes for work without GPUs.
    if (asked.empty() || !needs.node_name.empty() || has_misplaced_tolerations(pod)) return;
    if (needs.is_incomplete || pod.spec().document().is_damaged()) {
        context.skip(asked.front().first_node().entry_span(), "tolerations may be added");
        return;
    }
    const auto barriers = cluster::find_taint_barriers(needs, inventory, asked);
    if (barriers.empty()) return;
    const cluster::TaintBarrier& first = barriers.front();
    auto finding = context.report(find_place(pod, asked));
    finding
        .message("every node with {} has a taint that the pod does not tolerate: {}{}",
                 asked.front().name, cluster::to_string(*first.taint),
                 barriers.size() > 1 ? ", …" : "")
        .related(first.node->span, "{} has {}", first.node->name, cluster::to_string(*first.taint))
        .what_to_do("tolerate {}, if this work belongs on these nodes",
                    cluster::to_string(*first.taint));
    if (is_all_added_by_cloud(barriers)) {
        finding.severity(diag::Severity::kNote)
            .outcome(diag::Outcome::kAdvice)
            .confidence(diag::Confidence::kLow)
            .why(
                "this cloud's admission adds the toleration for the resource that is asked for; "
                "elsewhere the pod would stay Pending");
    } else if (inventory.may_grow() || pod.workload().object().kind() == "DaemonSet") {
        finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
    }
}

}  // namespace gpulint::rules
