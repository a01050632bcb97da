#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void invalid_hugepages(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault == k8s::ResourceFault::kHugepagesAlone) {
            context.report(mistake.node.key_span())
                .field(mistake.field)
                .also(mistake.twin.key_span())
                .message("{} has huge pages and neither cpu nor memory beside them",
                         owner_name(mistake));
        }
        if (mistake.fault != k8s::ResourceFault::kHugepagesIndivisible) continue;
        if (mistake.wanted) {
            context.report(mistake.node.span())
                .field(mistake.field)
                .also(mistake.twin.span())
                .message("{} of {} is no multiple of the page size",
                         k8s::written_amount(mistake.node), mistake.name);
        } else {
            context.report(mistake.node.key_span())
                .field(mistake.field)
                .also(mistake.twin.key_span())
                .message("{} names no size of pages", mistake.name)
                .what_to_do("name a size the nodes have, such as hugepages-2Mi or hugepages-1Gi");
        }
    }
}

}  // namespace gpulint::rules
