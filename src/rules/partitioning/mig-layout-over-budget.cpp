#include <fmt/format.h>

#include <string>
#include <vector>

#include "cluster/inventory.h"
#include "gpu/mig_judge.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// "3g.40gb: 1, 4g.40gb: 1"
std::string show(const std::map<std::string, std::int64_t>& layout) {
    std::vector<std::string> parts;
    for (const auto& [profile, count] : layout)
        parts.push_back(fmt::format("{}: {}", profile, count));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

void mig_layout_over_budget(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_mig_config(settings.root())) return;
    const auto products = cluster::find_mig_products(context.inventory(), context.catalog());
    const gpu::MigConfigFile file = gpu::read_mig_config(settings.root());
    for (const gpu::MigConfig& config : file.configs) {
        for (const gpu::MigConfigEntry& entry : config.entries) {
            const gpu::MigJudgement judgement = gpu::judge_mig_entry(entry, products);
            if (judgement.verdict != gpu::MigJudgement::Verdict::kOverBudget) continue;
            const gpu::MigExcess& excess = judgement.excess;
            auto finding = context.report(judgement.devices->node.entry_span());
            const std::string_view which = judgement.is_narrowed ? judgement.product->id : "GPU";
            if (excess.kind == gpu::MigExcess::Kind::kPlacement) {
                finding.message("one {} has no room for these instances beside each other", which);
            } else if (excess.kind == gpu::MigExcess::Kind::kProfileLimit) {
                finding.message("one {} makes {} of {}, and this asks for {}", which,
                                excess.available, excess.profile, excess.used);
            } else {
                finding.message("these instances need {} {}, and one {} has {}", excess.used,
                                gpu::describe(excess.kind), which, excess.available);
            }
            if (!judgement.nearest.empty()) {
                finding.what_to_do("the nearest layout that fits is {}", show(judgement.nearest));
            }
            // That the driver refuses too many media engines was seen nowhere.
            if (excess.is_about_engines()) {
                finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
            }
        }
    }
}

}  // namespace gpulint::rules
