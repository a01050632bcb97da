#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void gpu_request_without_limit(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kLimitMissing) continue;
        const yaml::Node resources = mistake.node.parent().parent();
        context.report(mistake.node.entry_span())
            .field(mistake.field)
            .message("{} requests {} and sets no limit", owner_name(mistake), mistake.name)
            .label("no limit stands beside this request")
            .fix("set the limit",
                 yaml::insert_key(resources, {"limits", mistake.name}, mistake.node.source()));
    }
}

}  // namespace gpulint::rules
