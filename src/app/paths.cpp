#include "app/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/ascii.h"
#include "lint/glob.h"

namespace gpulint::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kExtensions{".yaml", ".yml", ".json"};

/// The patterns of one .gitignore, and the directory they count from.
struct IgnoreFile {
    fs::path directory;
    std::vector<std::string> patterns;
};

IgnoreFile read_ignore_file(const fs::path& directory) {
    IgnoreFile file{directory, {}};
    std::ifstream lines(directory / ".gitignore");
    for (std::string line; std::getline(lines, line);) {
        const std::string_view pattern = ascii::trim(line);
        if (!pattern.empty() && pattern.front() != '#') file.patterns.emplace_back(pattern);
    }
    return file;
}

/// As git reads it: of all patterns the last that matches decides, `!` takes back.
bool is_ignored(const std::vector<IgnoreFile>& files, const fs::path& path, bool is_directory) {
    bool is_out = false;
    for (const IgnoreFile& file : files) {
        const std::string relative = path.lexically_relative(file.directory).generic_string();
        for (std::string_view pattern : file.patterns) {
            const bool is_negated = pattern.starts_with('!');
            if (is_negated) pattern.remove_prefix(1);
            const bool is_for_directories = pattern.ends_with('/');
            if (is_for_directories && !is_directory) continue;
            const bool is_anchored = pattern.starts_with('/');
            // An anchored name without further slash matches at the top only.
            const bool is_top = relative.find('/') == std::string::npos;
            if (is_anchored && pattern.find('/', 1) == std::string_view::npos && !is_top) continue;
            if (lint::matches_glob(pattern, relative)) is_out = !is_negated;
        }
    }
    return is_out;
}

class Walker {
  public:
    Walker(const std::vector<std::string>& exclude, PathList& list)
        : exclude_(exclude), list_(list) {}

    void add(const std::string& path) {
        std::error_code code;
        if (path == "-") {
            add_file(path);
        } else if (fs::is_directory(path, code)) {
            walk(fs::path(path), {});
        } else if (fs::exists(path, code) || path.find_first_of("*?[") == std::string::npos) {
            add_file(path);  // reading it will say what is wrong
        } else {
            add_glob(path);
        }
    }

  private:
    void add_file(const std::string& path) {
        if (seen_.insert(path).second) list_.files.push_back(path);
    }

    bool is_excluded(const fs::path& path) const {
        const std::string text = path.lexically_normal().generic_string();
        return std::ranges::any_of(
            exclude_, [&text](const std::string& glob) { return lint::matches_glob(glob, text); });
    }

    void walk(const fs::path& directory, std::vector<IgnoreFile> ignores) {
        IgnoreFile own = read_ignore_file(directory);
        if (!own.patterns.empty()) ignores.push_back(std::move(own));
        std::vector<fs::directory_entry> entries;
        std::error_code code;
        for (fs::directory_iterator at(directory, code), end; !code && at != end;
             at.increment(code)) {
            entries.push_back(*at);
        }
        if (code) {
            list_.missing.push_back(
                {fmt::format("cannot read {}: {}", directory.string(), code.message()), ""});
        }
        std::ranges::sort(entries, {}, [](const fs::directory_entry& entry) {
            return entry.path().filename().string();
        });
        for (const fs::directory_entry& entry : entries) {
            const bool is_link = entry.is_symlink(code);
            const bool is_directory = entry.is_directory(code);
            if (entry.path().filename() == ".git" || (is_link && is_directory)) continue;
            if (is_ignored(ignores, entry.path(), is_directory) || is_excluded(entry.path()))
                continue;
            if (is_directory) {
                walk(entry.path(), ignores);
            } else if (std::ranges::find(kExtensions, entry.path().extension().string()) !=
                       kExtensions.end()) {
                add_file(entry.path().string());
            }
        }
    }

    /// Matches a glob against everything below its longest plain directory.
    void add_glob(const std::string& glob) {
        const std::size_t special = glob.find_first_of("*?[");
        const std::size_t slash = glob.rfind('/', special);
        const fs::path base =
            slash == std::string::npos ? fs::path(".") : fs::path(glob.substr(0, slash));
        std::vector<std::string> found;
        std::error_code code;
        for (fs::recursive_directory_iterator at(base, code), end; !code && at != end;
             at.increment(code)) {
            std::string path = at->path().string();
            if (slash == std::string::npos) path = path.substr(2);  // "./"
            // matches_glob would take a bare name for any part of the path; the shell does not.
            const bool is_deep =
                glob.find('/') == std::string::npos && path.find('/') != std::string::npos;
            if (!is_deep && at->is_regular_file(code) && lint::matches_glob(glob, path)) {
                found.push_back(std::move(path));
            }
        }
        std::ranges::sort(found);
        if (found.empty()) {
            list_.missing.push_back({fmt::format("no file matches {}", glob), "check the pattern"});
        }
        for (const std::string& path : found) add_file(path);
    }

    const std::vector<std::string>& exclude_;
    PathList& list_;
    std::set<std::string> seen_;
};

}  // namespace

PathList expand_paths(const std::vector<std::string>& paths,
                      const std::vector<std::string>& exclude) {
    PathList list;
    Walker walker(exclude, list);
    for (const std::string& path : paths) walker.add(path);
    return list;
}

std::string find_config(const std::string& directory) {
    std::error_code code;
    fs::path at = fs::absolute(directory.empty() ? "." : directory, code).lexically_normal();
    while (!at.empty()) {
        for (const char* name : {"gpulint.yaml", ".gpulint.yaml"}) {
            if (fs::is_regular_file(at / name, code)) return (at / name).string();
        }
        if (at == at.root_path()) break;
        at = at.parent_path();
    }
    return "";
}

}  // namespace gpulint::app
