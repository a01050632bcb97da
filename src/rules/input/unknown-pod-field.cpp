#include <string>

#include "k8s/schema_check.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void unknown_pod_field(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    // Objects of the API server's own kinds are checked whole by other rules.
    if (!pod.workload().is_custom() || pod.is_generic()) return;
    if (pod.spec().document().is_damaged()) return;
    for (const k8s::SchemaMistake& mistake :
         k8s::check_pod_spec(pod, context.kubernetes_version())) {
        const std::string type = k8s::type_words(mistake.type);
        switch (mistake.fault) {
            case k8s::SchemaFault::kMisspeltField:
                context.report(mistake.node.key_span())
                    .message("`{}` is no field of {}: did you mean `{}`?", mistake.field, type,
                             mistake.nearest)
                    .what_to_do("write `{}`", mistake.nearest)
                    .fix("write " + std::string(mistake.nearest),
                         yaml::rename_key(mistake.node, mistake.nearest),
                         diag::Applicability::kUnsafe);
                break;
            case k8s::SchemaFault::kMisplacedField:
                context.report(mistake.node.key_span())
                    .message("`{}` does not belong in {}, but {}", mistake.field, type,
                             mistake.belongs)
                    .what_to_do("it belongs {}", mistake.belongs);
                break;
            case k8s::SchemaFault::kUnknownField:
                if (!mistake.since.empty()) break;
                context.report(mistake.node.key_span())
                    .message("`{}` is no field of {}", mistake.field, type);
                break;
            case k8s::SchemaFault::kWrongType:
            case k8s::SchemaFault::kMissingField: break;
        }
    }
}

}  // namespace gpulint::rules
