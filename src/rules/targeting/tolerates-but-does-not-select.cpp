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

/// The container sees a device without asking for one: by the vendor's runtime and its variable.
bool reaches_by_runtime(const k8s::PodTemplate& pod) {
    using Kind = gpu::VendorSign::Kind;
    if (gpu::find_vendor_sign(Kind::kRuntimeClass, pod.spec()["runtimeClassName"].text()))
        return true;
    return std::ranges::any_of(pod.containers(), [](const k8s::Container& container) {
        const std::string_view visible = container.find_env("NVIDIA_VISIBLE_DEVICES").text();
        return (!visible.empty() && visible != "void" && visible != "none") ||
               gpu::find_image_use(container.image()).needs_accelerator;
    });
}

}  // namespace

void tolerates_but_does_not_select(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    // What is asked for takes the pod to a node that offers it.
    const bool is_steered = !pod.extended_resources().empty() ||
                            pod.spec()["resourceClaims"].size() > 0 || !pod.node_name().empty() ||
                            !k8s::find_node_selection(pod).is_empty();
    if (is_steered || pod.is_incomplete() || cluster::is_node_agent(pod)) return;
    if (!reaches_by_runtime(pod)) return;
    for (const k8s::Toleration& toleration : k8s::find_tolerations(pod)) {
        if (toleration.is_unknown || !gpu::is_gpu_taint(toleration.key)) continue;
        context.report(toleration.node.span())
            .message("the pod tolerates {} and selects no node: it may land on one without GPUs",
                     toleration.key);
        return;
    }
}

}  // namespace gpulint::rules
