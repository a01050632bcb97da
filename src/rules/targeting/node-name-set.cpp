#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void node_name_set(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const yaml::Node name = pod.spec()["nodeName"];
    // A pod that is already there was bound by the scheduler.
    const bool is_live = pod.workload().object().root()["status"].has_value();
    const bool is_open = name.is_unknown() || k8s::is_placeholder(pod.node_name());
    if (pod.node_name().empty() || is_open || is_live) return;
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    if (asked.empty()) return;
    context.report(name.entry_span())
        .message("the pod is bound to {} past the scheduler, which therefore does not count its {}",
                 name.text(), asked.front().name);
}

}  // namespace gpulint::rules
