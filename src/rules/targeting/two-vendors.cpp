#include <algorithm>

#include "cluster/accelerators.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// A node of the inventory offers both resources; unknown amounts count as offered.
bool some_node_offers_both(const cluster::Inventory& inventory, std::string_view first,
                           std::string_view second) {
    return std::ranges::any_of(inventory.nodes(), [&](const cluster::Node& node) {
        return !node.has_capacity ||
               (node.allocatable_of(first).sign() > 0 && node.allocatable_of(second).sign() > 0);
    });
}

}  // namespace

void two_vendors(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    const auto other = std::ranges::find_if(asked, [&asked](const auto& accelerator) {
        return accelerator.row->vendor != asked.front().row->vendor;
    });
    if (other == asked.end()) return;
    const cluster::AskedAccelerator& first = asked.front();
    auto finding = context.report(other->first_node().entry_span());
    finding
        .message("one pod asks for {} and for {}: two vendors' devices on one node", first.name,
                 other->name)
        .related(first.first_node().entry_span(), "{} is asked for here", first.name);
    const cluster::Inventory* inventory = context.inventory();
    if (inventory == nullptr || inventory->may_grow()) return;
    if (some_node_offers_both(*inventory, first.name, other->name)) return;
    finding.severity(diag::Severity::kError)
        .outcome(diag::Outcome::kPending)
        .confidence(diag::Confidence::kHigh)
        .why("all devices of a pod come from one node, and no node has both");
}

}  // namespace gpulint::rules
