#include <fmt/format.h>

#include "cluster/inventory.h"
#include "cluster/mig_absence.h"
#include "k8s/pod_resources.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void no_such_slice(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    for (const std::string_view name : pod.extended_resources()) {
        const cluster::MigAbsence absence = cluster::find_mig_absence(inventory, name);
        const auto amounts = k8s::find_amounts(pod, name);
        if (absence.kind != cluster::MigAbsence::Kind::kOtherSlices || amounts.empty()) continue;
        auto finding = context.report(amounts.front().node.entry_span());
        finding
            .message("no node offers {}; the MIG devices there are {}", name,
                     fmt::join(absence.offered, ", "))
            .related(absence.node->span, "{}", absence.node->name);
        if (!inventory.may_grow()) continue;
        finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
    }
}

}  // namespace gpulint::rules
