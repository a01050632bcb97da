#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gpulint {

/// Number of single-character insertions, deletions, substitutions and swaps of neighbours between
/// two texts (optimal string alignment), or `limit + 1` when it is more than `limit`.
std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit);

/// The candidate that `text` was most likely meant to be, or "" when none is near: equal when
/// case and separators are ignored, else at most a third of its length (and at most three) edits
/// away.
std::string_view find_nearest(std::string_view text, std::span<const std::string_view> candidates);

}  // namespace gpulint
