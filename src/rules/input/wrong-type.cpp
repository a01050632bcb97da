#include "k8s/object.h"
#include "k8s/placeholder.h"
#include "k8s/schema_check.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// A field that validation, not decoding, misses: those of pods have a rule of their own.
bool is_said_elsewhere(const k8s::SchemaMistake& mistake) {
    return mistake.type == "core.v1.PodSpec" || mistake.type == "core.v1.Container" ||
           mistake.type == "core.v1.Volume";
}

}  // namespace

void wrong_type(const lint::RuleContext& context, const k8s::Object& object) {
    // In a damaged document fields may have slipped to other levels.
    if (object.root().document().is_damaged()) return;
    for (const k8s::SchemaMistake& mistake :
         k8s::check_against_type(object, context.kubernetes_version())) {
        if (mistake.fault == k8s::SchemaFault::kMissingField && !is_said_elsewhere(mistake)) {
            const bool has_key = !mistake.node.key_span().empty();
            const text::Span span =
                has_key ? mistake.node.key_span() : mistake.node.document().root()["kind"].span();
            context.report(span)
                .field(mistake.route)
                .message("{} needs the field `{}`", k8s::type_words(mistake.type), mistake.field)
                .what_to_do("add `{}`", mistake.field)
                .severity(diag::Severity::kWarning)
                .confidence(diag::Confidence::kMedium)
                .why(
                    "the API server refuses the object without it; if this is a patch, what it is "
                    "applied to may have it");
        }
        if (mistake.fault != k8s::SchemaFault::kWrongType) continue;
        if (k8s::is_placeholder(mistake.node.text())) {
            context.skip(mistake.node.span(), "value still to be filled in");
            continue;
        }
        auto finding = context.report(mistake.node.span());
        finding.field(mistake.route)
            .message("`{}` wants {}, and this is {}", mistake.field, mistake.wanted, mistake.found);
        if (mistake.wanted != "text") continue;
        finding.what_to_do("quote it");
        finding.fix("quote it", yaml::quote_value(mistake.node));
    }
}

}  // namespace gpulint::rules
