#include "lint/rule.h"
#include "yaml/document.h"

namespace gpulint::rules {

void duplicate_key(const lint::RuleContext& context, const yaml::Document& document) {
    for (const yaml::Problem& problem : document.problems()) {
        if (problem.kind != yaml::ProblemKind::kDuplicateKey) continue;
        if (document.is_template()) {
            // Two branches of a condition may each write the key.
            context.skip(problem.span, "unrendered template");
            continue;
        }
        context.report(problem.span)
            .message("{}", problem.message)
            .related(problem.related, "first set here; this one is dropped");
    }
}

}  // namespace gpulint::rules
