#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cluster/inventory.h"
#include "cluster/mig_absence.h"
#include "gpu/catalog.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

bool is_mapped(const cluster::Inventory& inventory, std::string_view name) {
    return std::ranges::find(inventory.mapped_resources(), name) !=
           inventory.mapped_resources().end();
}

/// Accelerators of the same vendor under other names: shares, partitions.
std::vector<std::string> find_siblings(const lint::RuleContext& context, std::string_view name) {
    const gpu::ResourceName wanted = context.catalog().find_resource(name);
    std::vector<std::string> siblings;
    if (!wanted.is_accelerator()) return siblings;
    for (const std::string& offered : context.inventory()->advertised_resources()) {
        const gpu::ResourceName other = context.catalog().find_resource(offered);
        const bool is_same_vendor =
            other.is_accelerator() && other.row->vendor == wanted.row->vendor;
        if (is_same_vendor && context.inventory()->is_advertised(offered))
            siblings.push_back(offered);
    }
    return siblings;
}

/// "dgx-1 and 3 more", or "" when no node's labels show accelerator hardware.
std::string find_silent_hardware(const cluster::Inventory& inventory) {
    std::size_t count = 0;
    std::string first;
    for (const cluster::Node& node : inventory.nodes()) {
        if (!node.has_gpu_hardware()) continue;
        if (count++ == 0) first = node.name;
    }
    if (count == 0) return "";
    return count == 1 ? first : fmt::format("{} and {} more", first, count - 1);
}

}  // namespace

void resource_not_advertised(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    if (!inventory.has_all_capacities()) {
        context.skip(pod.spec().span(), "inventory without capacities");
        return;
    }
    for (const std::string_view name : pod.extended_resources()) {
        if (inventory.is_advertised(name) || is_mapped(inventory, name)) continue;
        // What MIG explains, and near misses, are said by other rules.
        if (cluster::find_mig_absence(inventory, name).kind != cluster::MigAbsence::Kind::kNone)
            continue;
        if (!context.catalog().find_near_resource(name).name.empty()) continue;
        const std::vector<k8s::ContainerAmount> amounts = k8s::find_amounts(pod, name);
        if (amounts.empty()) continue;
        auto finding = context.report(amounts.front().node.entry_span());
        const std::vector<std::string> siblings = find_siblings(context, name);
        const std::string silent =
            context.catalog().is_accelerator(name) ? find_silent_hardware(inventory) : "";
        if (!siblings.empty()) {
            finding
                .message("no node advertises {}; what is advertised instead is {}", name,
                         fmt::join(siblings, ", "))
                .what_to_do("ask for {}", siblings.front());
        } else if (!silent.empty()) {
            finding.message("no node advertises {}, though labels show GPUs on {}", name, silent)
                .what_to_do(
                    "see that the device plugin runs on these nodes: kubectl get pods -A -o wide");
        } else {
            finding.message("no node advertises {}", name);
        }
        if (!inventory.may_grow()) continue;
        finding.severity(diag::Severity::kWarning)
            .confidence(diag::Confidence::kMedium)
            .why("no node that is shown advertises it; a managed pool that is scaled to none may");
    }
}

}  // namespace gpulint::rules
