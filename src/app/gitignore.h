#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::app {

/// The .gitignore files that hold for one directory: those of the directories above it, up to the
/// top of the repository, and its own.
class GitIgnore {
  public:
    /// For a directory at which a walk starts; `directory` is absolute and normal.
    static GitIgnore at_start(const std::string& directory);
    /// For a directory below: what held so far and its own file; nothing when it has none.
    std::optional<GitIgnore> below(const std::string& directory) const;

    /// As git decides: of all patterns that match, the last one. `path` is absolute.
    bool is_ignored(std::string_view path, bool is_directory) const;

  private:
    struct Pattern {
        std::string glob;  ///< without the marks below
        bool is_negated = false;
        bool is_for_directories = false;
        bool is_anchored = false;  ///< the glob counts from the file's directory
    };
    struct File {
        std::string directory;  ///< ends with a slash
        std::vector<Pattern> patterns;
    };
    static Pattern parse_line(std::string_view line);
    static bool matches(const Pattern& pattern, std::string_view relative);
    bool read(const std::string& directory);

    std::vector<File> files_;
};

}  // namespace gpulint::app
