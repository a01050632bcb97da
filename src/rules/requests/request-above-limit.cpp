#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void request_above_limit(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kRequestAboveLimit) continue;
        context.report(mistake.node.span())
            .field(mistake.field)
            .message("{} requests {} of {} and limits it to {}", owner_name(mistake),
                     k8s::written_amount(mistake.node), mistake.name,
                     k8s::written_amount(mistake.other))
            .related(mistake.other.span(), "the limit is {}", k8s::written_amount(mistake.other));
    }
}

}  // namespace gpulint::rules
