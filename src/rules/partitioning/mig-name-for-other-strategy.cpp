#include <fmt/format.h>

#include "cluster/inventory.h"
#include "cluster/mig_absence.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void mig_name_for_other_strategy(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    for (const std::string_view name : pod.extended_resources()) {
        const cluster::MigAbsence absence = cluster::find_mig_absence(inventory, name);
        const bool is_other = absence.kind == cluster::MigAbsence::Kind::kAllCut ||
                              absence.kind == cluster::MigAbsence::Kind::kSingle;
        const auto amounts = k8s::find_amounts(pod, name);
        if (!is_other || amounts.empty()) continue;
        auto finding = context.report(amounts.front().node.entry_span());
        if (absence.kind == cluster::MigAbsence::Kind::kAllCut) {
            finding
                .message(
                    "every GPU is cut into MIG devices under strategy mixed: no node offers "
                    "{}, they offer {}",
                    name, fmt::join(absence.offered, ", "))
                .what_to_do("ask for {}", absence.offered.front());
        } else {
            finding
                .message(
                    "under strategy single MIG devices are called nvidia.com/gpu: no node "
                    "offers {}",
                    name)
                .what_to_do("ask for nvidia.com/gpu and select the nodes by {}",
                            absence.offered.front());
        }
        finding.related(absence.node->span, "{}", absence.node->name);
        if (!inventory.may_grow()) continue;
        finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
    }
}

}  // namespace gpulint::rules
