#include "lint/rule.h"
#include "yaml/document.h"

namespace gpulint::rules {

void yaml_syntax(const lint::RuleContext& context, const yaml::Document& document) {
    bool is_first = true;
    for (const yaml::Problem& problem : document.problems()) {
        switch (problem.kind) {
            case yaml::ProblemKind::kSyntax:
                if (document.is_template()) {
                    // What it will be when rendered is not known: not a mistake, but not judged.
                    context.skip(problem.span, "unrendered template");
                    continue;
                }
                // Like every reader: what comes after the first damage may be its doing.
                if (!is_first) continue;
                is_first = false;
                break;
            case yaml::ProblemKind::kNotJson: break;
            case yaml::ProblemKind::kTooDeep:
            case yaml::ProblemKind::kTooManyAliases:
                context.report(problem.span)
                    .confidence(diag::Confidence::kMedium)
                    .message("{}", problem.message);
                context.skip(problem.span, "document too large to read");
                continue;
            case yaml::ProblemKind::kIgnoredRest:
                context.report(problem.span)
                    .outcome(diag::Outcome::kWrong)
                    .severity(diag::Severity::kWarning)
                    .message("{}", problem.message);
                continue;
            case yaml::ProblemKind::kMergeOverride:
            case yaml::ProblemKind::kDuplicateKey:
            case yaml::ProblemKind::kConflictMarker:
            case yaml::ProblemKind::kTemplate: continue;
        }
        auto finding = context.report(problem.span);
        finding.message("{}", problem.message);
        if (!problem.related.empty()) finding.related(problem.related, "see here");
    }
}

}  // namespace gpulint::rules
