#include "k8s/placeholder.h"
#include "k8s/pod_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void invalid_pod_field(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    // In a damaged document fields may have slipped to other levels.
    if (pod.spec().document().is_damaged()) return;
    for (const k8s::FieldMistake& mistake : k8s::find_field_mistakes(pod)) {
        if (!mistake.is_missing && k8s::is_placeholder(mistake.node.text())) {
            context.skip(mistake.node.span(), "value still to be filled in");
            continue;
        }
        const bool is_key = mistake.is_missing && !mistake.node.key_span().empty();
        auto finding = context.report(is_key ? mistake.node.key_span() : mistake.node.span());
        finding.field(mistake.field).message("{}", mistake.message);
        if (!mistake.what_to_do.empty()) finding.what_to_do("{}", mistake.what_to_do);
        if (!mistake.is_missing) continue;
        finding.severity(diag::Severity::kWarning)
            .confidence(diag::Confidence::kMedium)
            .why(
                "the API server refuses a pod without it; if this is a patch or a template for "
                "some "
                "tool, what it is applied to may have it");
    }
}

}  // namespace gpulint::rules
