#include <algorithm>

#include "gpu/catalog.h"
#include "gpu/images.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// A device may come in by another way than an amount: a claim, a runtime class with its
/// environment, host paths of an agent, or a resource nobody here has heard of.
bool may_have_device(const k8s::PodTemplate& pod) {
    const yaml::Node spec = pod.spec();
    const bool has_other_way = spec["resourceClaims"].size() > 0 ||
                               spec["runtimeClassName"].has_value() ||
                               spec["hostPID"].as_bool().value_or(false);
    const bool is_privileged =
        std::ranges::any_of(pod.containers(), [](const k8s::Container& container) {
            return container.node()["securityContext"]["privileged"].as_bool().value_or(false) ||
                   container.find_env("NVIDIA_VISIBLE_DEVICES").has_value();
        });
    return has_other_way || is_privileged || !pod.extended_resources().empty();
}

/// An engine that is started without command of one's own: `command` may well run something else.
bool starts_engine(const k8s::Container& container, const gpu::ImageUse& use) {
    return use.needs_accelerator && use.starts_engine && use.is_exact && !use.is_cpu_build &&
           !container.node()["command"].has_value();
}

}  // namespace

void gpu_missing(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    if (pod.is_incomplete() || pod.workload().is_custom() || may_have_device(pod)) return;
    for (const k8s::Container& container : pod.containers()) {
        if (container.type() != k8s::ContainerType::kApp) continue;
        const gpu::ImageUse use = gpu::find_image_use(container.image());
        if (!starts_engine(container, use)) continue;
        context.report(container.node()["image"].span())
            .message("{} runs {} and asks for no accelerator", container.display_name(),
                     use.engine.empty() ? "an image built for one" : use.engine);
    }
}

}  // namespace gpulint::rules
