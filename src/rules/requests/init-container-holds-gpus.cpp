#include <vector>

#include "gpu/catalog.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void init_container_holds_gpus(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const std::string_view name : pod.extended_resources()) {
        if (!context.catalog().is_accelerator(name)) continue;
        k8s::Quantity used;
        const k8s::ContainerAmount* largest = nullptr;
        const std::vector<k8s::ContainerAmount> amounts = k8s::find_amounts(pod, name);
        for (const k8s::ContainerAmount& amount : amounts) {
            if (amount.container->type() != k8s::ContainerType::kInit) {
                used = used + amount.amount;
            } else if (largest == nullptr || amount.amount > largest->amount) {
                largest = &amount;
            }
        }
        const k8s::Quantity held = pod.effective_request(name);
        if (largest == nullptr || held <= used) continue;
        context.report(largest->node.entry_span())
            .message("{} makes the pod hold {} of {}, and its containers use {}",
                     largest->container->display_name(), held.canonical(), name, used.canonical());
    }
}

}  // namespace gpulint::rules
