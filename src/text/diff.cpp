#include "text/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "text/line_matching.h"

namespace gpulint::text {
namespace {

constexpr std::size_t kContext = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

struct Line {
    char sign;  // ' ', '-', '+'
    std::string_view text;
};

/// Every line of both texts in the order of a diff.
std::vector<Line> edit_script(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> old_lines = lines_of(before);
    const std::vector<std::string_view> new_lines = lines_of(after);
    const LineMatching matching = match_lines(old_lines, new_lines);
    std::vector<Line> script;
    script.reserve(std::max(old_lines.size(), new_lines.size()));
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < old_lines.size() || j < new_lines.size()) {
        if (i < old_lines.size() && matching.is_removed[i]) {
            script.push_back({'-', old_lines[i++]});
        } else if (j < new_lines.size() && matching.is_added[j]) {
            script.push_back({'+', new_lines[j++]});
        } else {
            script.push_back({' ', old_lines[i++]});
            ++j;
        }
    }
    return script;
}

/// `8,3` as in a hunk's header: the first line and how many; a count of one is left out, and no
/// line at all stands for the place behind the line before.
std::string range_text(std::size_t first, std::size_t count) {
    if (count == 1) return std::to_string(first);
    return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

std::string hunk(const std::vector<Line>& script, std::size_t first, std::size_t last,
                 std::size_t old_line, std::size_t new_line) {
    std::size_t old_count = 0;
    std::size_t new_count = 0;
    std::string body;
    for (std::size_t i = first; i < last; ++i) {
        if (script[i].sign != '+') ++old_count;
        if (script[i].sign != '-') ++new_count;
        body += script[i].sign;
        body += script[i].text;
        if (!script[i].text.ends_with('\n')) body += "\n\\ No newline at end of file\n";
    }
    return fmt::format("@@ -{} +{} @@\n{}", range_text(old_line, old_count),
                       range_text(new_line, new_count), body);
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
    if (before == after) return "";
    const std::vector<Line> script = edit_script(before, after);
    std::string out = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
    std::size_t old_line = 1;
    std::size_t new_line = 1;
    std::size_t done = 0;
    for (std::size_t i = 0; i < script.size();) {
        if (script[i].sign == ' ') {
            ++i;
            continue;
        }
        const std::size_t first = std::max(done, i > kContext ? i - kContext : 0);
        // The hunk goes on while the lines between two changes are context of one or the other.
        std::size_t last = i;
        for (std::size_t j = i; j < script.size() && j <= last + 2 * kContext + 1; ++j) {
            if (script[j].sign != ' ') last = j;
        }
        const std::size_t end = std::min(last + 1 + kContext, script.size());
        for (; done < first; ++done) {
            if (script[done].sign != '+') ++old_line;
            if (script[done].sign != '-') ++new_line;
        }
        out += hunk(script, first, end, old_line, new_line);
        for (; done < end; ++done) {
            if (script[done].sign != '+') ++old_line;
            if (script[done].sign != '-') ++new_line;
        }
        i = end;
    }
    return out;
}

}  // namespace gpulint::text
