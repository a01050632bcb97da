#include "lint/rule.h"
#include "yaml/document.h"

namespace gpulint::rules {

void unrendered_template(const lint::RuleContext& context, const yaml::Document& document) {
    for (const yaml::Problem& problem : document.problems()) {
        if (problem.kind != yaml::ProblemKind::kTemplate) continue;
        context.report(problem.span)
            .message("this document is a template; values of its expressions are not known");
        context.skip(problem.span, "unrendered template");
        return;
    }
}

}  // namespace gpulint::rules
