#include "gpu/plugin_config.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {

void ineffective_sharing_config(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_plugin_config(settings.root())) return;
    if (!gpu::find_plugin_config_mistakes(settings.root()).empty()) return;
    for (const gpu::PluginConfigMistake& mistake : gpu::find_ignored_plugin_keys(settings.root())) {
        context.report(mistake.node.key_span())
            .message("{}", mistake.message)
            .what_to_do("{}", mistake.what_to_do);
    }
}

}  // namespace gpulint::rules
