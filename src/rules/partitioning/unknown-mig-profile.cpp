#include "cluster/inventory.h"
#include "gpu/mig_judge.h"
#include "k8s/settings.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void unknown_mig_profile(const lint::RuleContext& context, const k8s::Settings& settings) {
    using Verdict = gpu::MigJudgement::Verdict;
    if (!gpu::looks_like_mig_config(settings.root())) return;
    const auto products = cluster::find_mig_products(context.inventory(), context.catalog());
    const gpu::MigConfigFile file = gpu::read_mig_config(settings.root());
    for (const gpu::MigConfig& config : file.configs) {
        for (const gpu::MigConfigEntry& entry : config.entries) {
            const gpu::MigJudgement judgement = gpu::judge_mig_entry(entry, products);
            const gpu::MigDevices* devices = judgement.devices;
            if (judgement.verdict == Verdict::kMixedProfiles) {
                context.report(devices->node.key_span())
                    .message("no GPU has {} and the profiles above it", devices->profile)
                    .severity(diag::Severity::kWarning)
                    .confidence(diag::Confidence::kMedium);
            }
            if (judgement.verdict != Verdict::kUnknownProfile) continue;
            auto finding = context.report(devices->node.key_span());
            finding.message("{} has a profile {}",
                            judgement.is_narrowed ? "none of these GPUs" : "no GPU that is known",
                            devices->profile);
            if (!judgement.near.empty()) {
                finding.what_to_do("did you mean {}?", judgement.near)
                    .fix("write " + judgement.near, yaml::rename_key(devices->node, judgement.near),
                         diag::Applicability::kUnsafe);
            }
            // A GPU that came out later may have it.
            if (!judgement.is_narrowed) {
                finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
            }
        }
    }
}

}  // namespace gpulint::rules
