#include "app/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "app/gitignore.h"
#include "lint/glob.h"

namespace gpulint::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kExtensions{".yaml", ".yml", ".json"};
constexpr std::array<std::string_view, 2> kConfigNames{"gpulint.yaml", ".gpulint.yaml"};
constexpr std::array<std::string_view, 8> kTemplates{".tmpl",  ".tpl",    ".gotmpl",   ".j2",
                                                     ".jinja", ".jinja2", ".template", ".tftpl"};

bool ends_with_any(std::string_view name, std::span<const std::string_view> endings) {
    return std::ranges::any_of(endings, [name](std::string_view end) {
        return name.size() > end.size() && name.ends_with(end);
    });
}

struct Child {
    std::string name;
    bool is_directory = false;
    bool is_file = false;
};

/// What lies in a directory, sorted by name; links to directories are left out, so that no walk
/// goes round in circles.
std::vector<Child> list_directory(const std::string& directory, std::error_code& code) {
    std::vector<Child> children;
    fs::directory_iterator at(directory, code);
    for (const fs::directory_iterator end; !code && at != end; at.increment(code)) {
        std::error_code unknown;
        Child child{at->path().filename().string(), false, false};
        child.is_directory = at->is_directory(unknown) && !at->is_symlink(unknown);
        child.is_file = at->is_regular_file(unknown);
        children.push_back(std::move(child));
    }
    std::ranges::sort(children, {}, &Child::name);
    return children;
}

class Walker {
  public:
    Walker(const std::function<bool(const std::string&)>& is_excluded, PathList& list)
        : is_excluded_(is_excluded), list_(list) {}

    void add(const std::string& path) {
        std::error_code code;
        if (path != "-" && fs::is_directory(path, code)) {
            const std::string start = absolute_path(path);
            const std::string shown = fs::path(path).lexically_normal().string();
            walk(shown == "." || shown == "./" ? "" : shown, start, GitIgnore::at_start(start));
        } else if (path == "-" || path.find_first_of("*?[") == std::string::npos ||
                   fs::exists(path, code)) {
            add_file(path);  // reading it will say what is wrong
        } else {
            add_glob(path);
        }
    }

  private:
    void add_file(const std::string& path) {
        if (path == "-") {
            if (seen_.insert(path).second) list_.files.push_back({path, ""});
        } else {
            add_file(path, absolute_path(path));
        }
    }

    void add_file(const std::string& path, const std::string& absolute) {
        if (seen_.insert(absolute).second) list_.files.push_back({path, absolute});
    }

    static std::string join(const std::string& directory, const std::string& name) {
        if (directory.empty()) return name;
        return directory.ends_with('/') ? directory + name : directory + '/' + name;
    }

    /// `shown` is how the directory is called in paths; `absolute` where it is.
    void walk(const std::string& shown, const std::string& absolute, const GitIgnore& ignore) {
        std::error_code code;
        const std::vector<Child> children = list_directory(absolute, code);
        if (code) {
            list_.missing.push_back(
                {fmt::format("cannot read {}: {}", shown.empty() ? "." : shown, code.message()),
                 "check the folder's permissions"});
        }
        for (const Child& child : children) {
            const bool is_wanted = child.is_directory
                                       ? child.name != ".git"
                                       : child.is_file && is_manifest_name(child.name);
            if (!is_wanted) continue;
            const std::string path = join(absolute, child.name);
            if (ignore.is_ignored(path, child.is_directory) || is_excluded_(path)) continue;
            if (child.is_directory) {
                const std::optional<GitIgnore> own = ignore.below(path);
                walk(join(shown, child.name), path, own ? *own : ignore);
            } else {
                add_file(join(shown, child.name), path);
            }
        }
    }

    /// Matches a glob, as a shell would that knows `**`, below its longest plain directory.
    void add_glob(const std::string& glob) {
        const std::size_t slash = glob.rfind('/', glob.find_first_of("*?["));
        const std::string base =
            slash == std::string::npos ? "" : glob.substr(0, std::max<std::size_t>(slash, 1));
        const std::size_t before = list_.files.size();
        is_found_ = false;
        match_below(base, glob);
        if (!is_found_ && list_.files.size() == before) {
            list_.missing.push_back({fmt::format("no file matches {}", glob), "check the pattern"});
        }
    }

    void match_below(const std::string& directory, const std::string& glob) {
        const bool is_deep = glob.find("**") != std::string::npos;
        std::error_code code;
        for (const Child& child : list_directory(directory.empty() ? "." : directory, code)) {
            const std::string path = join(directory, child.name);
            const bool is_same_depth =
                std::ranges::count(path, '/') == std::ranges::count(glob, '/');
            if (child.is_directory) {
                const bool is_above = std::ranges::count(path, '/') < std::ranges::count(glob, '/');
                if (child.name != ".git" && (is_deep || is_above)) match_below(path, glob);
            } else if (child.is_file && (is_deep || is_same_depth) &&
                       lint::matches_glob(glob, path.starts_with('/') ? path.substr(1) : path)) {
                is_found_ = true;
                add_file(path);
            }
        }
    }

    const std::function<bool(const std::string&)>& is_excluded_;
    PathList& list_;
    std::set<std::string> seen_;
    bool is_found_ = false;
};

}  // namespace

PathList expand_paths(const std::vector<std::string>& paths,
                      const std::function<bool(const std::string& path)>& is_excluded) {
    PathList list;
    Walker walker(is_excluded, list);
    for (const std::string& path : paths) walker.add(path);
    return list;
}

bool is_manifest_name(std::string_view name) {
    if (std::ranges::find(kConfigNames, name) != kConfigNames.end()) return false;
    if (ends_with_any(name, kTemplates)) name = name.substr(0, name.rfind('.'));
    return ends_with_any(name, kExtensions);
}

std::string absolute_path(const std::string& path) {
    std::error_code code;
    std::string absolute =
        fs::absolute(path.empty() ? "." : path, code).lexically_normal().string();
    while (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
    return absolute;
}

std::string find_config(const std::string& directory) {
    std::error_code code;
    fs::path at = absolute_path(directory);
    while (!at.empty()) {
        for (const std::string_view name : kConfigNames) {
            if (fs::is_regular_file(at / name, code)) return (at / name).string();
        }
        if (at == at.root_path()) break;
        at = at.parent_path();
    }
    return "";
}

}  // namespace gpulint::app
