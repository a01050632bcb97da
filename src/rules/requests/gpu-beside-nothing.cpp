#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

bool mentions(yaml::Node resources, std::string_view name) {
    return resources["limits"].has(name) || resources["requests"].has(name);
}

}  // namespace

void gpu_beside_nothing(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node resources = container.resources();
    const yaml::Node pod_level = container.pod().spec()["resources"];
    const bool has_some = mentions(resources, "cpu") || mentions(resources, "memory") ||
                          mentions(pod_level, "cpu") || mentions(pod_level, "memory");
    if (has_some || resources.contains_unknown()) return;
    for (const k8s::ResourceEntry& limit : container.limits()) {
        if (!context.catalog().is_accelerator(limit.name())) continue;
        context.report(limit.node().entry_span())
            .message("{} asks for {} and neither cpu nor memory", container.display_name(),
                     limit.name());
        return;
    }
}

}  // namespace gpulint::rules
