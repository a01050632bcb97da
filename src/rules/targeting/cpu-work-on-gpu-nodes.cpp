#include <algorithm>
#include <string_view>

#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/images.h"
#include "gpu/labels.h"
#include "k8s/scheduling.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

bool runs_accelerator_image(const k8s::PodTemplate& pod) {
    return std::ranges::any_of(pod.containers(), [](const k8s::Container& container) {
        const gpu::ImageUse use = gpu::find_image_use(container.image());
        return use.needs_accelerator || !use.vendor.empty();
    });
}

/// An accelerator's name stands somewhere in it, be it in the wrong place: other rules see to that.
bool mentions_accelerator(const gpu::Catalog& catalog, yaml::Node node) {
    for (const yaml::Entry entry : node.written_entries()) {
        if (catalog.is_accelerator(entry.key()) || mentions_accelerator(catalog, entry.value))
            return true;
    }
    return std::ranges::any_of(
        node.items(), [&catalog](yaml::Node item) { return mentions_accelerator(catalog, item); });
}

/// Takes nodes for a label that only nodes with accelerators have.
bool selects_gpu_nodes(const k8s::LabelRequirement& requirement) {
    const gpu::NodeLabel* label = gpu::find_node_label(requirement.key);
    const bool is_positive = requirement.word == "In" || requirement.word == "Exists";
    if (!is_positive || label == nullptr || label->vendor.empty()) return false;
    return std::ranges::none_of(requirement.values, [](yaml::Node value) {
        return value.text() == "false" || value.text() == "0";
    });
}

}  // namespace

void cpu_work_on_gpu_nodes(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const bool may_be_gpu_work = cluster::may_reach_accelerator(pod) ||
                                 cluster::is_node_agent(pod) || runs_accelerator_image(pod) ||
                                 pod.is_incomplete() || pod.workload().is_custom() ||
                                 pod.spec().document().is_damaged();
    const bool has_placement = pod.spec()["tolerations"].size() > 0 ||
                               pod.spec()["nodeSelector"].size() > 0 ||
                               pod.spec()["affinity"].size() > 0;
    if (may_be_gpu_work || !has_placement) return;
    // A toleration's key is a value, not a key of a mapping.
    if (mentions_accelerator(context.catalog(), pod.spec())) return;
    for (const k8s::Toleration& toleration : k8s::find_tolerations(pod)) {
        const bool is_hard = toleration.effect != "PreferNoSchedule";
        if (!is_hard || toleration.is_unknown) continue;
        if (toleration.is_for_everything()) {
            context.report(toleration.node.span())
                .message(
                    "this tolerates every taint, those of GPU nodes too, and the pod asks "
                    "for no GPU")
                .severity(diag::Severity::kNote);
            return;
        }
        if (!gpu::is_gpu_taint(toleration.key)) continue;
        context.report(toleration.node.span())
            .message("this tolerates the taint {} of GPU nodes, and the pod asks for no GPU",
                     toleration.key);
        return;
    }
    const k8s::NodeSelection selection = k8s::find_node_selection(pod);
    for (const k8s::LabelRequirement* requirement : selection.requirements()) {
        if (!selects_gpu_nodes(*requirement)) continue;
        const yaml::Node node = requirement->node;
        context.report(node.is_scalar() ? node.entry_span() : node.span())
            .message("this selects GPU nodes ({}), and the pod asks for no GPU",
                     requirement->text());
        return;
    }
}

}  // namespace gpulint::rules
