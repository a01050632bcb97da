// Configurations with which NVIDIA's device plugin started, or did not.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/plugin_config.h"
#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

TEST(RecordedPluginConfigs, AreTakenOrRefusedAlike) {
    test::Agreement agreement("device-plugin.jsonl", "accepted or refused");
    for (const nlohmann::json& row : test::read_recorded("device-plugin.jsonl")) {
        if (!row["input"].is_string()) {
            agreement.add_not_judged("no file");
            continue;
        }
        const auto input = row["input"].get<std::string>();
        const auto id = row["id"].get<std::string>();
        const bool has_usual_arguments =
            row["args"] == nlohmann::json({"--mps-root", "/run/nvidia/mps"});
        if (!row["env"].empty() || !has_usual_arguments) {
            agreement.add_not_judged("environment and arguments overrule the file");
            continue;
        }
        const test::ParsedText text(input);
        const auto first = std::ranges::find_if(text.documents(), [](const auto& document) {
            return document->root() || document->find_refusal() != nullptr;
        });
        const bool is_there = first != text.documents().end();
        const bool is_taken =
            !is_there || ((*first)->find_refusal() == nullptr &&
                          gpu::find_plugin_config_mistakes((*first)->root()).empty());
        agreement.add(is_taken == row["ok"].get<bool>(), id, input + "\n" + row.value("error", ""));
    }
}

}  // namespace
}  // namespace gpulint
