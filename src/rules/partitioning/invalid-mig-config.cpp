#include "gpu/mig_config.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {

void invalid_mig_config(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_mig_config(settings.root())) return;
    // In a file of its own that is said of every document.
    const yaml::Problem* refusal = settings.document().find_refusal();
    if (refusal != nullptr) {
        if (settings.config_map() != nullptr) {
            context.report(refusal->span)
                .message("mig-parted cannot read this: {}", refusal->message);
        }
        return;
    }
    for (const gpu::MigConfigMistake& mistake : gpu::read_mig_config(settings.root()).mistakes) {
        const yaml::Node node = mistake.node;
        if (node.contains_unknown() && !mistake.is_about_key) {
            context.skip(node.span(), "value still to be filled in");
            continue;
        }
        const bool is_value = !mistake.is_about_key && node.is_scalar() && !node.is_null();
        const bool is_whole = node.key_span().begin == node.key_span().end;
        const text::Span span = is_value || is_whole ? node.span() : node.key_span();
        auto finding = context.report(span);
        finding.message("{}", mistake.message);
        if (!mistake.what_to_do.empty()) finding.what_to_do("{}", mistake.what_to_do);
    }
}

}  // namespace gpulint::rules
