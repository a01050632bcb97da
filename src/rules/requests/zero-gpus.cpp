#include <optional>

#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void zero_gpus(const lint::RuleContext& context, const k8s::Container& container) {
    for (const k8s::ResourceEntry& limit : container.limits()) {
        if (!context.catalog().is_accelerator(limit.name())) continue;
        const std::optional<k8s::Quantity> amount = limit.quantity();
        if (!amount || !amount->is_zero()) continue;
        auto finding = context.report(limit.node().entry_span());
        finding.message("{} asks for none of {}", container.display_name(), limit.name());
        // A plain 0 is meant; an empty value is a slip.
        const bool is_meant = limit.node().text() == "0";
        if (!is_meant) finding.severity(diag::Severity::kWarning);
    }
}

}  // namespace gpulint::rules
