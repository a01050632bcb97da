#include <algorithm>
#include <vector>

#include "cluster/inventory.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void more_gpus_than_any_node(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    for (const std::string_view name : pod.extended_resources()) {
        // What nobody advertises at all is said by another rule.
        if (!inventory.is_advertised(name) || !inventory.has_all_capacities()) continue;
        const k8s::Quantity wanted = pod.effective_request(name);
        const cluster::Node& largest = *inventory.find_largest(name);
        const k8s::Quantity offered = largest.allocatable_of(name);
        if (wanted <= offered) continue;
        const std::vector<k8s::ContainerAmount> amounts = k8s::find_amounts(pod, name);
        if (amounts.empty()) continue;
        // The largest amount is the place to look at; of equal ones the last, which was too much.
        const auto most = std::ranges::max_element(
            amounts,
            [](const auto& left, const auto& right) { return left.amount <= right.amount; });
        auto finding = context.report(most->node.entry_span());
        finding.message("one pod asks for {} of {}, and the largest node ({}) has {}",
                        wanted.canonical(), name, largest.name, offered.canonical());
        finding.related(largest.span, "{} of {} are allocatable here", offered.canonical(), name);
        for (const k8s::ContainerAmount& amount : amounts) {
            if (amount.node == most->node) continue;
            finding.related(amount.node.entry_span(), "{} adds {}",
                            amount.container->display_name(), amount.amount.canonical());
        }
        if (!inventory.may_grow()) continue;
        finding.severity(diag::Severity::kWarning)
            .confidence(diag::Confidence::kMedium)
            .why(
                "no node that is shown is large enough; a managed pool that is scaled to none may "
                "be");
    }
}

}  // namespace gpulint::rules
