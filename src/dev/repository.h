#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace gpulint::dev {

/// A file of the repository.
struct RepositoryFile {
    std::string path;  ///< below the repository's root
    std::string text;
};

/// The text of one file; fails when it cannot be read.
Result<std::string> read_file(const std::filesystem::path& path);

/// Writes the files below `root`, making folders; files that are as they should be stay untouched.
Result<Done> write_files(const std::filesystem::path& root,
                         const std::vector<RepositoryFile>& files);

/// Paths of those files that are not on disk as they should be.
std::vector<std::string> find_stale(const std::filesystem::path& root,
                                    const std::vector<RepositoryFile>& files);

/// Files with this extension in a folder of the repository, as paths below its root, sorted.
std::vector<std::string> list_files(const std::filesystem::path& root, const std::string& folder,
                                    const std::string& extension);

}  // namespace gpulint::dev
