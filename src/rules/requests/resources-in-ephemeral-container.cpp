#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void resources_in_ephemeral_container(const lint::RuleContext& context,
                                      const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kNotInEphemeral) continue;
        context.report(mistake.node.key_span())
            .field(mistake.field)
            .message("{} may not have resources", owner_name(mistake))
            .fix("remove the resources", yaml::remove_entry(mistake.node),
                 diag::Applicability::kUnsafe);
    }
}

}  // namespace gpulint::rules
