#include "lint/glob.h"

#include <cstddef>

namespace gpulint::lint {
namespace {

/// Length of the `[…]` at the start of `glob`, or 0 when it is not closed.
std::size_t class_length(std::string_view glob) {
    const std::size_t close = glob.find(']', glob.size() > 1 && glob[1] == '!' ? 3 : 2);
    return close == std::string_view::npos ? 0 : close + 1;
}

bool class_contains(std::string_view members, char c) {
    const bool is_negated = !members.empty() && (members.front() == '!' || members.front() == '^');
    if (is_negated) members.remove_prefix(1);
    bool is_in = false;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (i + 2 < members.size() && members[i + 1] == '-') {
            is_in = is_in || (members[i] <= c && c <= members[i + 2]);
            i += 2;
        } else {
            is_in = is_in || members[i] == c;
        }
    }
    return is_in != is_negated;
}

/// Backtracks only to the latest star, and for `**` to the latest double star: linear in practice.
bool matches(std::string_view glob, std::string_view path) {
    std::size_t g = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t star_path = 0;
    std::size_t deep = std::string_view::npos;
    std::size_t deep_path = 0;
    while (p < path.size() || g < glob.size()) {
        if (glob.substr(g).starts_with("**")) {
            deep = g;
            deep_path = p;
            star = std::string_view::npos;
            g += glob.substr(g).starts_with("**/") ? 3 : 2;
            continue;
        }
        if (g < glob.size() && glob[g] == '*') {
            star = g++;
            star_path = p;
            continue;
        }
        if (g < glob.size() && p < path.size() && path[p] != '/') {
            const std::size_t length = glob[g] == '[' ? class_length(glob.substr(g)) : 0;
            if (length > 0 && class_contains(glob.substr(g + 1, length - 2), path[p])) {
                g += length;
                ++p;
                continue;
            }
            if (length == 0 && (glob[g] == '?' || glob[g] == path[p])) {
                ++g;
                ++p;
                continue;
            }
        } else if (g < glob.size() && p < path.size() && glob[g] == '/') {
            ++g;
            ++p;
            continue;
        }
        if (star != std::string_view::npos && star_path < path.size() && path[star_path] != '/') {
            p = ++star_path;
            g = star + 1;
            continue;
        }
        if (deep != std::string_view::npos && deep_path < path.size()) {
            // `**/` stands for whole folders.
            const bool is_folders = glob.substr(deep).starts_with("**/");
            if (is_folders) {
                const std::size_t slash = path.find('/', deep_path);
                if (slash == std::string_view::npos) return false;
                deep_path = slash + 1;
            } else {
                ++deep_path;
            }
            p = deep_path;
            g = deep + (is_folders ? 3 : 2);
            star = std::string_view::npos;
            continue;
        }
        return false;
    }
    return true;
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view path) {
    if (glob.starts_with('/')) glob.remove_prefix(1);
    const bool is_folder = glob.ends_with('/');
    if (is_folder) glob.remove_suffix(1);
    if (glob.find('/') == std::string_view::npos) {
        // Any part of the path: a folder's name covers what lies in it.
        while (true) {
            const std::size_t slash = path.find('/');
            if (matches(glob, path.substr(0, slash))) return true;
            if (slash == std::string_view::npos) return false;
            path.remove_prefix(slash + 1);
        }
    }
    // The path itself, or a folder on the way to it.
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0;
         end = path.rfind('/', end - 1)) {
        if (matches(glob, path.substr(0, end))) return true;
    }
    return false;
}

}  // namespace gpulint::lint
