#include "k8s/placeholder.h"
#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void placeholder_amount(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kNotAQuantity) continue;
        if (!k8s::is_placeholder(mistake.node.text())) continue;
        context.report(mistake.node.span())
            .field(mistake.field)
            .also(mistake.twin.span())
            .message("the amount of {} is a placeholder", mistake.name);
        context.skip(mistake.node.span(), "value still to be filled in");
    }
}

}  // namespace gpulint::rules
