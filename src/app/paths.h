#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gpulint::app {

/// Files to read, in the order they are reported in.
struct PathList {
    std::vector<std::string> files;
    std::vector<Error> missing;  ///< paths and globs that lead to nothing
};

/// Files stay as given; directories are walked for *.yaml, *.yml and *.json, less what .gitignore
/// files and `exclude` leave out; globs are matched; "-" is standard input. Each file comes once.
PathList expand_paths(const std::vector<std::string>& paths,
                      const std::vector<std::string>& exclude);

/// The nearest gpulint.yaml or .gpulint.yaml in `directory` or above it, or "".
std::string find_config(const std::string& directory);

}  // namespace gpulint::app
