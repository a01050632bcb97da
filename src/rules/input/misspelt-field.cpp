#include <string>

#include "k8s/object.h"
#include "k8s/schema_check.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void misspelt_field(const lint::RuleContext& context, const k8s::Object& object) {
    // In a damaged document fields may have slipped to other levels.
    if (object.root().document().is_damaged()) return;
    for (const k8s::SchemaMistake& mistake :
         k8s::check_against_type(object, context.kubernetes_version())) {
        if (mistake.fault != k8s::SchemaFault::kMisspeltField) continue;
        context.report(mistake.node.key_span())
            .field(mistake.route)
            .message("`{}` is no field of {}: did you mean `{}`?", mistake.field,
                     k8s::type_words(mistake.type), mistake.nearest)
            .fix("write " + std::string(mistake.nearest),
                 yaml::rename_key(mistake.node, mistake.nearest));
    }
}

}  // namespace gpulint::rules
