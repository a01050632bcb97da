#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void several_mig_devices_in_one_container(const lint::RuleContext& context,
                                          const k8s::Container& container) {
    k8s::Quantity total;
    yaml::Node last;
    for (const std::string_view name : container.extended_resources()) {
        const auto amount = container.effective_request(name);
        if (!name.starts_with("nvidia.com/mig-") || !amount || amount->sign() <= 0) continue;
        if (!context.catalog().is_accelerator(name)) continue;
        const auto limit = container.find_limit(name);
        last = limit ? limit->node() : container.find_request(name)->node();
        total = total + *amount;
    }
    if (total <= k8s::Quantity::of(1)) return;
    context.report(last.entry_span())
        .message("{} asks for {} MIG devices, and CUDA uses one", container.display_name(),
                 total.canonical());
}

}  // namespace gpulint::rules
