#pragma once

#include <string>
#include <string_view>

namespace gpulint::text {

/// Unified diff of two texts with three lines of context, as `diff -u` prints it; "" when equal.
std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace gpulint::text
