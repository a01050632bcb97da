#include "app/gitignore.h"

#include <algorithm>
#include <filesystem>

#include "base/ascii.h"
#include "lint/glob.h"
#include "text/source.h"

namespace gpulint::app {
namespace {

namespace fs = std::filesystem;

std::string with_slash(std::string directory) {
    if (!directory.ends_with('/')) directory += '/';
    return directory;
}

}  // namespace

GitIgnore::Pattern GitIgnore::parse_line(std::string_view line) {
    Pattern pattern;
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') return pattern;
    pattern.is_negated = line.front() == '!';
    if (pattern.is_negated || line.starts_with("\\#") || line.starts_with("\\!")) {
        line.remove_prefix(1);
    }
    pattern.is_for_directories = line.ends_with('/');
    if (pattern.is_for_directories) line.remove_suffix(1);
    pattern.is_anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    pattern.glob = line;
    return pattern;
}

bool GitIgnore::read(const std::string& directory) {
    const std::string path = with_slash(directory) + ".gitignore";
    std::error_code code;
    if (!fs::is_regular_file(path, code)) return false;
    const Result<std::string> text = text::make_disk_reader()->read(path);
    if (!text) return false;
    File file{with_slash(directory), {}};
    for (const std::string_view line : ascii::split(*text, '\n')) {
        Pattern pattern = parse_line(line);
        if (!pattern.glob.empty()) file.patterns.push_back(std::move(pattern));
    }
    files_.push_back(std::move(file));
    return true;
}

GitIgnore GitIgnore::at_start(const std::string& directory) {
    GitIgnore ignore;
    std::error_code code;
    std::vector<fs::path> chain;
    for (fs::path at = directory; !at.empty(); at = at.parent_path()) {
        chain.push_back(at);
        if (fs::exists(at / ".git", code) || at == at.root_path()) break;
    }
    // Outside of a repository the files above mean nothing.
    if (!chain.empty() && !fs::exists(chain.back() / ".git", code)) chain.resize(1);
    std::ranges::reverse(chain);
    for (const fs::path& at : chain) ignore.read(at.string());
    return ignore;
}

std::optional<GitIgnore> GitIgnore::below(const std::string& directory) const {
    GitIgnore ignore;
    if (!ignore.read(directory)) return std::nullopt;
    ignore.files_.insert(ignore.files_.begin(), files_.begin(), files_.end());
    return ignore;
}

bool GitIgnore::matches(const Pattern& pattern, std::string_view relative) {
    if (!pattern.is_anchored) {
        return lint::matches_glob(pattern.glob, relative.substr(relative.rfind('/') + 1));
    }
    // matches_glob also takes what lies in a folder that matches; git has looked at that before.
    const bool is_any_depth = pattern.glob.find("**") != std::string::npos;
    const bool is_same_depth =
        std::ranges::count(pattern.glob, '/') == std::ranges::count(relative, '/');
    return (is_any_depth || is_same_depth) && lint::matches_glob(pattern.glob, relative);
}

bool GitIgnore::is_ignored(std::string_view path, bool is_directory) const {
    bool is_out = false;
    for (const File& file : files_) {
        if (!path.starts_with(file.directory)) continue;
        const std::string_view relative = path.substr(file.directory.size());
        for (const Pattern& pattern : file.patterns) {
            if (pattern.is_negated != is_out) continue;  // would change nothing
            if (pattern.is_for_directories && !is_directory) continue;
            if (matches(pattern, relative)) is_out = !pattern.is_negated;
        }
    }
    return is_out;
}

}  // namespace gpulint::app
