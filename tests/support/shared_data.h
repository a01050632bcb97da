#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Test inputs: files of the repository, and the data that lies beside it in ../shared.
namespace gpulint::test {

/// The repository, or the directory that GPULINT_SOURCE_DIR names.
std::filesystem::path source_dir();
/// ../shared, or the directory that GPULINT_SHARED names; may be absent.
std::filesystem::path shared_dir();
bool has_shared();
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);
/// All regular files below a directory, sorted.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory);

}  // namespace gpulint::test

/// Leaves the test, saying so, when ../shared is not there.
#define GPULINT_NEEDS_SHARED()          \
    if (!::gpulint::test::has_shared()) \
    GTEST_SKIP() << "../shared is absent: nothing to compare with"
