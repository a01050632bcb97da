#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cluster/inventory.h"
#include "text/source.h"

namespace gpulint::cluster {

/// The text looks like `kubectl describe node`, whole or in parts, through grep or not, or like the
/// labels alone (`key=value` lines).
bool looks_like_describe(std::string_view text);

/// Every node of such a text. Understands Name, Labels, Taints, Unschedulable, Capacity,
/// Allocatable, Kubelet Version and Allocated resources of all kubectl versions; other sections are
/// passed over.
std::vector<Node> parse_describe(const text::SourceFile& file);

/// A `kubectl get nodes --show-labels` table: header and LABELS column.
bool looks_like_table(std::string_view text);
/// Its nodes, with labels only; none when it has no LABELS column.
std::vector<Node> parse_table(const text::SourceFile& file);

}  // namespace gpulint::cluster
