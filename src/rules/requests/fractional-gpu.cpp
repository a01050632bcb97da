#include "gpu/catalog.h"
#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void fractional_gpu(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kNotWhole) continue;
        const bool is_gpu = context.catalog().is_accelerator(mistake.name);
        context.report(mistake.node.span())
            .field(mistake.field)
            .also(mistake.twin.span())
            .message("{} asks for {} of {}, and {} handed out whole", owner_name(mistake),
                     mistake.node.text(), mistake.name,
                     is_gpu ? "GPUs are" : "extended resources are")
            .fix("ask for one", yaml::set_value(mistake.node, "1"),
                 diag::Applicability::kDisplayOnly);
    }
}

}  // namespace gpulint::rules
