#include <string>

#include "k8s/object.h"
#include "k8s/schema_check.h"
#include "lint/rule.h"

namespace gpulint::rules {

void unknown_field(const lint::RuleContext& context, const k8s::Object& object) {
    // In a damaged document fields may have slipped to other levels.
    if (object.root().document().is_damaged()) return;
    for (const k8s::SchemaMistake& mistake :
         k8s::check_against_type(object, context.kubernetes_version())) {
        if (mistake.fault != k8s::SchemaFault::kUnknownField) continue;
        auto finding = context.report(mistake.node.key_span());
        finding.field(mistake.route);
        const std::string type = k8s::type_words(mistake.type);
        if (!mistake.since.empty()) {
            finding.message("`{}` is a field of {} from Kubernetes {} on", mistake.field, type,
                            mistake.since);
        } else if (!mistake.nearest.empty()) {
            finding.message("`{}` is no field of {}: did you mean `{}`?", mistake.field, type,
                            mistake.nearest);
        } else {
            finding.message("`{}` is no field of {}", mistake.field, type);
        }
    }
}

}  // namespace gpulint::rules
