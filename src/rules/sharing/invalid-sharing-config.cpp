#include "gpu/plugin_config.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {

void invalid_sharing_config(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_plugin_config(settings.root())) return;
    if (settings.document().find_refusal() != nullptr) return;
    for (const gpu::PluginConfigMistake& mistake :
         gpu::find_plugin_config_mistakes(settings.root())) {
        const yaml::Node node = mistake.node;
        if (node.contains_unknown()) {
            context.skip(node.span(), "value still to be filled in");
            continue;
        }
        const bool is_written = node.is_scalar() && !node.span().empty();
        const bool is_key = !is_written && !node.key_span().empty();
        context.report(is_key ? node.key_span() : node.span())
            .message("{}", mistake.message)
            .what_to_do("{}", mistake.what_to_do);
    }
}

}  // namespace gpulint::rules
