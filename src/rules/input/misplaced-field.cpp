#include "k8s/object.h"
#include "k8s/schema_check.h"
#include "lint/rule.h"

namespace gpulint::rules {

void misplaced_field(const lint::RuleContext& context, const k8s::Object& object) {
    // In a damaged document fields may have slipped to other levels.
    if (object.root().document().is_damaged()) return;
    for (const k8s::SchemaMistake& mistake :
         k8s::check_against_type(object, context.kubernetes_version())) {
        if (mistake.fault != k8s::SchemaFault::kMisplacedField) continue;
        context.report(mistake.node.key_span())
            .field(mistake.route)
            .message("`{}` does not belong in {}, but {}", mistake.field,
                     k8s::type_words(mistake.type), mistake.belongs)
            .what_to_do("it belongs {}", mistake.belongs);
    }
}

}  // namespace gpulint::rules
