#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "yaml/node.h"

/// The little path language of rules/catalog/workload-kinds.yaml.
namespace gpulint::k8s {

/// Calls `found` for every node at `path` below `root`: fields joined by dots, `name[]` every item
/// of a list, `.*` every value of a mapping. A path of "." is the root.
void for_each_at(yaml::Node root, std::string_view path,
                 const std::function<void(yaml::Node)>& found);

/// Number of pods by a `count` of the table, for the pod description at `pod`: wildcards stand for
/// the same items that lead to `pod`. None when it names a field that is absent without default, or
/// whose value is not known.
std::optional<std::int64_t> evaluate_count(yaml::Node root, std::string_view count, yaml::Node pod);

}  // namespace gpulint::k8s
