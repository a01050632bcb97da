#include "cluster/inventory.h"
#include "lint/rule.h"

namespace gpulint::rules {

void single_strategy_not_uniform(const lint::RuleContext& context,
                                 const cluster::Inventory& inventory) {
    for (const cluster::NodeShape& shape : inventory.shapes()) {
        const cluster::Node& node = inventory.example(shape);
        if (!node.gpu_product().ends_with("-MIG-INVALID")) continue;
        context.report(node.span).message(
            "the MIG devices of {} differ, and under strategy single it then advertises none",
            node.name.empty() ? "this node" : node.name);
    }
}

}  // namespace gpulint::rules
