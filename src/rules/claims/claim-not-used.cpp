#include <algorithm>

#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void claim_not_used(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    if (pod.is_incomplete()) return;
    const bool is_at_pod_level = pod.spec()["resources"]["claims"].size() > 0;
    for (const yaml::Node claim : pod.spec()["resourceClaims"].items()) {
        const yaml::Node name = claim["name"];
        if (!name.is_string() || is_at_pod_level) continue;
        const bool is_used =
            std::ranges::any_of(pod.containers(), [name](const k8s::Container& container) {
                return std::ranges::any_of(
                    container.resources()["claims"].items(),
                    [name](yaml::Node used) { return used["name"].text() == name.text(); });
            });
        if (is_used) continue;
        context.report(name.span())
            .message("the devices of \"{}\" are allocated, and no container has them", name.text());
    }
}

}  // namespace gpulint::rules
