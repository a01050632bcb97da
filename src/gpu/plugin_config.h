#pragma once

#include <string>
#include <vector>

#include "yaml/node.h"

/// The configuration file of NVIDIA's device plugin and feature discovery 0.20 (api/config/v1), a
/// key of the ConfigMap that the GPU operator hands to them; agrees with recorded answers
/// (tests/conformance). Field names are matched as Go's JSON decoder does, in any case; unknown
/// ones are passed over.
namespace gpulint::gpu {

struct PluginConfigMistake {
    yaml::Node node;
    bool is_about_key = false;
    std::string message;  ///< lower case, no full stop
    std::string what_to_do;
};

/// Meant for the plugin: `sharing`, or `flags` with something of the plugin's in it, beside
/// `version`.
bool looks_like_plugin_config(yaml::Node root);

/// Why the plugin does not start with it; empty: it does.
std::vector<PluginConfigMistake> find_plugin_config_mistakes(yaml::Node root);

/// Keys that the plugin passes over although they were meant for it: known ones in another place,
/// and near misses.
std::vector<PluginConfigMistake> find_ignored_plugin_keys(yaml::Node root);

}  // namespace gpulint::gpu
