#include "k8s/claim_validation.h"
#include "k8s/object.h"
#include "k8s/placeholder.h"
#include "lint/rule.h"

namespace gpulint::rules {

void claim_shape(const lint::RuleContext& context, const k8s::Object& object) {
    if (object.root().document().is_damaged()) return;
    for (const k8s::FieldMistake& mistake : k8s::find_claim_mistakes(object)) {
        if (!mistake.is_missing && k8s::is_placeholder(mistake.node.text())) {
            context.skip(mistake.node.span(), "value still to be filled in");
            continue;
        }
        const bool is_key = mistake.node.is_mapping() && !mistake.node.key_span().empty();
        context.report(is_key ? mistake.node.key_span() : mistake.node.span())
            .field(mistake.field)
            .message("{}", mistake.message)
            .what_to_do("{}", mistake.what_to_do);
    }
}

}  // namespace gpulint::rules
