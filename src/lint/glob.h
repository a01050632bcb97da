#pragma once

#include <string_view>

namespace gpulint::lint {

/// `path` matches a glob of `*` (within a folder), `**` (across folders), `?` and `[…]`. A glob
/// without slash matches the last part of the path, as in .gitignore.
bool matches_glob(std::string_view glob, std::string_view path);

}  // namespace gpulint::lint
