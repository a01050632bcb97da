#include "lint/rule.h"
#include "yaml/document.h"

namespace gpulint::rules {

void duplicate_key(const lint::RuleContext& context, const yaml::Document& document) {
    for (const yaml::Problem& problem : document.problems()) {
        const bool is_merge = problem.kind == yaml::ProblemKind::kMergeOverride;
        if (!is_merge && problem.kind != yaml::ProblemKind::kDuplicateKey) continue;
        // Left-out lines may have parted two mappings that now look like one.
        if (document.is_damaged()) continue;
        if (document.is_template()) {
            // Two branches of a condition may each write the key.
            context.skip(problem.span, "unrendered template");
            continue;
        }
        auto finding = context.report(problem.span);
        finding.message("{}", problem.message)
            .related(problem.related, "first set here; this one is dropped");
        if (!document.root()["kind"].is_string()) {
            // No object: chart values and tools' own files are read leniently.
            finding.severity(diag::Severity::kWarning).outcome(diag::Outcome::kWrong);
            continue;
        }
        if (!is_merge) continue;
        finding.severity(diag::Severity::kWarning)
            .confidence(diag::Confidence::kMedium)
            .why(
                "kubectl merges first and the override works; a server that is sent the YAML "
                "itself "
                "decodes strictly and counts the key as repeated");
    }
}

}  // namespace gpulint::rules
