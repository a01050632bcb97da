#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void pod_resources_below_containers(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault == k8s::ResourceFault::kLimitAbovePodLimit) {
            context.report(mistake.node.span())
                .field(mistake.field)
                .message("{} limits {} to {} and the whole pod to {}", owner_name(mistake),
                         mistake.name, k8s::written_amount(mistake.node),
                         k8s::written_amount(mistake.other))
                .related(mistake.other.span(), "the pod's limit");
        }
        if (mistake.fault == k8s::ResourceFault::kPodBelowContainers && mistake.wanted) {
            context.report(mistake.node.span())
                .field(mistake.field)
                .message("the pod has {} of {} and its containers request {} together",
                         k8s::written_amount(mistake.node), mistake.name,
                         mistake.wanted->canonical());
        }
    }
}

}  // namespace gpulint::rules
