#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpulint::app {

/// A file as it is called in reports, and where it is.
struct FoundFile {
    std::string path;
    std::string absolute;  ///< "" for standard input
};

/// Files to read, in the order they are reported in.
struct PathList {
    std::vector<FoundFile> files;
    std::vector<Error> missing;  ///< directories and globs that lead to nothing
};

/// Files stay as given; directories are walked for manifests (is_manifest_name), less what
/// .gitignore files leave out and what `is_excluded` says of an absolute path; globs are matched;
/// "-" is standard input. Each file comes once; a directory's come sorted by name.
PathList expand_paths(const std::vector<std::string>& paths,
                      const std::function<bool(const std::string& path)>& is_excluded);

/// "x.yaml", "x.yml", "x.json", or a template of one ("x.yaml.tmpl"); not gpulint's own
/// configuration.
bool is_manifest_name(std::string_view name);

/// `path` as an absolute, normal path without trailing slash.
std::string absolute_path(const std::string& path);

/// The nearest gpulint.yaml or .gpulint.yaml in `directory` or above it, or "".
std::string find_config(const std::string& directory);

}  // namespace gpulint::app
