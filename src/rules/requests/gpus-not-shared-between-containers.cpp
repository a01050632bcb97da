#include <vector>

#include "gpu/catalog.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void gpus_not_shared_between_containers(const lint::RuleContext& context,
                                        const k8s::PodTemplate& pod) {
    for (const std::string_view name : pod.extended_resources()) {
        if (!context.catalog().is_accelerator(name)) continue;
        std::vector<k8s::ContainerAmount> running;
        for (const k8s::ContainerAmount& amount : k8s::find_amounts(pod, name)) {
            // Ordinary init containers are over before the others start.
            if (amount.container->type() != k8s::ContainerType::kInit) running.push_back(amount);
        }
        if (running.size() < 2) continue;
        context.report(running.back().node.entry_span())
            .message("{} gets other GPUs than {}: the pod holds {} of {}",
                     running.back().container->display_name(),
                     running.front().container->display_name(),
                     pod.effective_request(name).canonical(), name)
            .related(running.front().node.entry_span(), "{} holds its own",
                     running.front().container->display_name());
    }
}

}  // namespace gpulint::rules
