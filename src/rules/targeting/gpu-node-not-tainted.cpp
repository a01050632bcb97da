#include <fmt/format.h>

#include <algorithm>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

bool offers_accelerator(const gpu::Catalog& catalog, const cluster::Node& node) {
    return std::ranges::any_of(node.capacity, [&catalog](const auto& entry) {
        return entry.second.sign() > 0 && catalog.is_accelerator(entry.first);
    });
}

bool keeps_work_off(const cluster::Node& node) {
    return !node.has_taints || node.is_unschedulable ||
           std::ranges::any_of(node.taints, [](const cluster::Taint& taint) {
               return taint.effect == "NoSchedule" || taint.effect == "NoExecute";
           });
}

}  // namespace

void gpu_node_not_tainted(const lint::RuleContext& context, const cluster::Inventory& inventory) {
    const bool has_other_nodes =
        std::ranges::any_of(inventory.nodes(), [&context](const cluster::Node& node) {
            return node.has_capacity && !node.has_gpu_hardware() &&
                   !offers_accelerator(context.catalog(), node);
        });
    // Where every node has GPUs there is nowhere else to go.
    if (!has_other_nodes) return;
    for (const cluster::NodeShape& shape : inventory.shapes()) {
        const cluster::Node& node = inventory.example(shape);
        if (!offers_accelerator(context.catalog(), node) || keeps_work_off(node)) continue;
        const std::size_t others = shape.nodes.size() - 1;
        context.report(node.span).message(
            "{}{} offers GPUs and has no taint: work without GPUs may fill it",
            node.name.empty() ? "this node" : node.name,
            others == 0 ? "" : fmt::format(" (and {} more like it)", others));
    }
}

}  // namespace gpulint::rules
