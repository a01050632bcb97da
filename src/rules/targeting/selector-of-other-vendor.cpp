#include <algorithm>
#include <string_view>

#include "cluster/accelerators.h"
#include "cluster/filters.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/scheduling.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// The vendor whose nodes a requirement takes, or "".
std::string_view find_selected_vendor(const k8s::LabelRequirement& requirement) {
    const bool is_positive = requirement.word == "In" || requirement.word == "Exists" ||
                             requirement.word == "Gt" || requirement.word == "Lt";
    const gpu::NodeLabel* label = gpu::find_node_label(requirement.key);
    if (!is_positive || requirement.is_unknown || label == nullptr) return {};
    // `nvidia.com/gpu.present: "false"` looks for a node without.
    const bool is_negation = std::ranges::any_of(requirement.values, [](yaml::Node value) {
        return value.text() == "false" || value.text() == "0";
    });
    return is_negation ? std::string_view() : label->vendor;
}

/// Some node has the labels and offers the resource, or may do so.
bool some_node_fits(const cluster::Inventory& inventory, const k8s::NodeSelection& selection,
                    std::string_view resource) {
    return std::ranges::any_of(inventory.nodes(), [&](const cluster::Node& node) {
        return cluster::selects(selection, node) != k8s::Match::kNo &&
               (!node.has_capacity || node.allocatable_of(resource).sign() > 0);
    });
}

}  // namespace

void selector_of_other_vendor(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    if (asked.empty()) return;
    const k8s::NodeSelection selection = k8s::find_node_selection(pod);
    const auto is_asked = [&asked](std::string_view vendor) {
        return std::ranges::any_of(
            asked, [vendor](const auto& accelerator) { return accelerator.row->vendor == vendor; });
    };
    // Of several terms another one may take the right nodes.
    if (selection.terms.size() > 1) return;
    for (const k8s::LabelRequirement* requirement : selection.requirements()) {
        const std::string_view vendor = find_selected_vendor(*requirement);
        if (vendor.empty() || is_asked(vendor)) continue;
        const yaml::Node node = requirement->node;
        auto finding = context.report(node.is_scalar() ? node.entry_span() : node.span());
        finding
            .message("this selects nodes of {} and the pod asks for {}",
                     context.catalog().vendor_name(vendor), asked.front().name)
            .related(asked.front().first_node().entry_span(), "a device of {}",
                     context.catalog().vendor_name(asked.front().row->vendor));
        const cluster::Inventory* inventory = context.inventory();
        const bool is_certain = inventory != nullptr && !inventory->may_grow() &&
                                !some_node_fits(*inventory, selection, asked.front().name);
        if (!is_certain) return;
        finding.severity(diag::Severity::kError).confidence(diag::Confidence::kHigh);
        return;
    }
}

}  // namespace gpulint::rules
