#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "lint/rule.h"

namespace gpulint::rules {

void unhealthy_devices(const lint::RuleContext& context, const cluster::Inventory& inventory) {
    for (const cluster::Node& node : inventory.nodes()) {
        for (const auto& [name, capacity] : node.capacity) {
            const k8s::Quantity allocatable = node.allocatable_of(name);
            if (!context.catalog().is_accelerator(name) || allocatable >= capacity) continue;
            context.report(node.span).message("{} has {} of {} and only {} of them are allocatable",
                                              node.name.empty() ? "this node" : node.name,
                                              capacity.canonical(), name, allocatable.canonical());
        }
    }
}

}  // namespace gpulint::rules
