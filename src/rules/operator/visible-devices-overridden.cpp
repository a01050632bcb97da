#include <algorithm>
#include <vector>

#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void visible_devices_overridden(const lint::RuleContext& context, const k8s::Container& container) {
    if (cluster::is_agent_by_kind(container.pod())) return;
    const auto asked = cluster::find_accelerators(context.catalog(), container);
    for (const gpu::VendorSign& sign : gpu::vendor_signs()) {
        if (!sign.hands_over) continue;
        const auto accelerator = std::ranges::find_if(
            asked, [&sign](const auto& entry) { return entry.row->vendor == sign.vendor; });
        const yaml::Node value = container.find_env(sign.name);
        if (accelerator == asked.end() || !value.is_string()) continue;
        if (!value.text().empty() && !k8s::is_settled_text(value)) continue;
        const bool names_devices = sign.names_devices(value.text());
        // All of a node's devices are what the container gets anyway.
        if (names_devices && value.text() == "all" &&
            cluster::is_whole_node(context.inventory(), accelerator->entry.name(),
                                   accelerator->amount))
            continue;
        const yaml::Node variable = value.parent();
        auto finding = context.report(variable.span());
        finding.related(accelerator->entry.node().entry_span(), "which devices, the plugin decides")
            .fix("remove the variable", yaml::remove_entry(variable), diag::Applicability::kUnsafe);
        if (names_devices) {
            finding.message("{} asks for {} and picks its devices itself by {}={}",
                            container.display_name(), accelerator->entry.name(), sign.name,
                            value.text());
            continue;
        }
        finding
            .message("{} asks for {} and hides it from itself by {}={}", container.display_name(),
                     accelerator->entry.name(), sign.name,
                     value.text().empty() ? "\"\"" : value.text())
            .outcome(diag::Outcome::kFails)
            .confidence(diag::Confidence::kLow)
            .why(
                "where the container runtime goes by the variable the container is given no "
                "device; where devices come by CDI it has no effect");
    }
}

}  // namespace gpulint::rules
