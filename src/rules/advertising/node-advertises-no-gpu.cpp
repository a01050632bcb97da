#include <algorithm>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "lint/rule.h"

namespace gpulint::rules {

void node_advertises_no_gpu(const lint::RuleContext& context, const cluster::Inventory& inventory) {
    for (const cluster::Node& node : inventory.nodes()) {
        if (!node.has_capacity || !node.has_gpu_hardware()) continue;
        const bool offers_one = std::ranges::any_of(node.capacity, [&](const auto& entry) {
            const gpu::ResourceName resource = context.catalog().find_resource(entry.first);
            return resource.is_known() && entry.second.sign() > 0;
        });
        if (offers_one) continue;
        context.report(node.span).message("labels of {} show a GPU, and it advertises none",
                                          node.name.empty() ? "this node" : node.name);
    }
}

}  // namespace gpulint::rules
