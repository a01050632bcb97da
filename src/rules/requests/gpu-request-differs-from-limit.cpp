#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void gpu_request_differs_from_limit(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kRequestDiffers) continue;
        context.report(mistake.node.span())
            .field(mistake.field)
            .message("{} requests {} of {} and limits it to {}", owner_name(mistake),
                     k8s::written_amount(mistake.node), mistake.name,
                     k8s::written_amount(mistake.other))
            .related(mistake.other.span(), "the limit is {}", k8s::written_amount(mistake.other))
            .fix("make the request equal to the limit",
                 yaml::set_value(mistake.node, mistake.other.source()));
    }
}

}  // namespace gpulint::rules
