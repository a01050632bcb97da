#include "k8s/claim_validation.h"
#include "k8s/object.h"
#include "lint/rule.h"

namespace gpulint::rules {

void removed_claim_api(const lint::RuleContext& context, const k8s::Object& object) {
    if (object.group() != "resource.k8s.io") return;
    const std::string_view served = k8s::served_version_of(object);
    if (served.empty()) return;
    auto finding = context.report(object.root()["apiVersion"].span());
    finding
        .message("{} is not served: Kubernetes serves resource.k8s.io/{}", object.api_version(),
                 served)
        .what_to_do("write resource.k8s.io/{}; there the class of a request stands under `exactly`",
                    served);
    if (!object.version().starts_with("v1beta")) return;
    // Beta versions can be turned on.
    finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
}

}  // namespace gpulint::rules
