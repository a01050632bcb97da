#pragma once

#include <string_view>
#include <vector>

namespace gpulint::text {

/// Which lines two texts do not share: the others are equal, one to one and in order.
struct LineMatching {
    std::vector<bool> is_removed;  ///< by line of the old text
    std::vector<bool> is_added;    ///< by line of the new text
};

/// Compares with as few changed lines as can be found in bounded time, in linear space.
LineMatching match_lines(const std::vector<std::string_view>& before,
                         const std::vector<std::string_view>& after);

}  // namespace gpulint::text
