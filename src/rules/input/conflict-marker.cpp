#include "lint/rule.h"
#include "yaml/document.h"

namespace gpulint::rules {

void conflict_marker(const lint::RuleContext& context, const yaml::Document& document) {
    for (const yaml::Problem& problem : document.problems()) {
        if (problem.kind != yaml::ProblemKind::kConflictMarker) continue;
        context.report(problem.span).message("line of an unresolved merge conflict");
    }
}

}  // namespace gpulint::rules
