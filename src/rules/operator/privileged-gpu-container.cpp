#include <algorithm>

#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// A class that belongs to no vendor may be a sandbox with a kernel of its own, whose devices are
/// not those of the host.
bool may_be_sandbox(const k8s::PodTemplate& pod) {
    const yaml::Node name = pod.spec()["runtimeClassName"];
    if (!name.has_value() || name.text().empty()) return false;
    return name.text().starts_with("kata") ||
           gpu::find_vendor_sign(gpu::VendorSign::Kind::kRuntimeClass, name.text()) == nullptr;
}

}  // namespace

void privileged_gpu_container(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node privileged = container.node()["securityContext"]["privileged"];
    if (!privileged.as_bool().value_or(false)) return;
    if (cluster::is_agent_by_kind(container.pod()) || may_be_sandbox(container.pod())) return;
    for (const auto& asked : cluster::find_accelerators(context.catalog(), container)) {
        // TPU containers of older GKE nodes have to be privileged, and take all chips of theirs.
        const bool is_exempt =
            asked.row->vendor == "google" ||
            cluster::is_whole_node(context.inventory(), asked.entry.name(), asked.amount);
        if (is_exempt) continue;
        context.report(privileged.entry_span())
            .message("{} asks for {} of {} and is privileged: it sees every device of the node",
                     container.display_name(), asked.amount.canonical(), asked.entry.name())
            .related(asked.entry.node().entry_span(), "so many are counted")
            .fix("do not run it privileged", yaml::set_value(privileged, "false"),
                 diag::Applicability::kUnsafe);
        return;
    }
}

}  // namespace gpulint::rules
