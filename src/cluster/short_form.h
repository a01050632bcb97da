#pragma once

#include <vector>

#include "base/result.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "text/source.h"
#include "yaml/node.h"

namespace gpulint::cluster {

/// Nodes of the hand-written form (apiVersion gpulint.dev/v1, kind Inventory): labels, capacity and
/// resource names are derived as the operator, device plugin and feature discovery would. Unknown
/// keys, products, profiles and malformed values are errors with a place and a suggestion.
Result<std::vector<Node>> parse_short_form(yaml::Node root, const text::SourceFile& file,
                                           const gpu::Catalog& catalog);

/// "dgx-1..dgx-4" is dgx-1, dgx-2, dgx-3, dgx-4; a plain name is itself. Leading zeros are kept.
Result<std::vector<std::string>> expand_names(std::string_view text);

}  // namespace gpulint::cluster
