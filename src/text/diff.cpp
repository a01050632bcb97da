#include "text/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gpulint::text {
namespace {

constexpr std::size_t kContext = 3;
/// Beyond this many differing lines on both sides the middle is shown as replaced whole.
constexpr std::size_t kMostCells = 16'000'000;

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

using Lines = std::vector<std::string_view>;

/// Longest common subsequence by dynamic programming on what is left between the equal ends.
void align(const Lines& before, const Lines& after, std::vector<Line>& out) {
    const std::size_t rows = before.size();
    const std::size_t columns = after.size();
    if (rows * columns > kMostCells) {
        for (const std::string_view line : before) out.push_back({'-', line});
        for (const std::string_view line : after) out.push_back({'+', line});
        return;
    }
    std::vector<std::uint32_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
        return length[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            at(i, j) =
                before[i] == after[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < rows || j < columns) {
        if (i < rows && j < columns && before[i] == after[j]) {
            out.push_back({' ', before[i++]});
            ++j;
        } else if (i < rows && (j == columns || at(i + 1, j) >= at(i, j + 1))) {
            out.push_back({'-', before[i++]});
        } else {
            out.push_back({'+', after[j++]});
        }
    }
}

std::vector<Line> edit_script(const Lines& before, const Lines& after) {
    std::vector<Line> script;
    std::size_t same = 0;
    while (same < before.size() && same < after.size() && before[same] == after[same]) {
        script.push_back({' ', before[same++]});
    }
    std::size_t tail = 0;
    while (tail < before.size() - same && tail < after.size() - same &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
        ++tail;
    }
    const auto middle = [same, tail](const Lines& lines) {
        return Lines(lines.begin() + static_cast<std::ptrdiff_t>(same),
                     lines.end() - static_cast<std::ptrdiff_t>(tail));
    };
    align(middle(before), middle(after), script);
    for (std::size_t i = before.size() - tail; i < before.size(); ++i)
        script.push_back({' ', before[i]});
    return script;
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
    return fmt::format("@@ -{},{} +{},{} @@\n{}", old_count == 0 ? old_line - 1 : old_line,
                       old_count, new_count == 0 ? new_line - 1 : new_line, new_count, body);
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
    if (before == after) return "";
    const std::vector<Line> script = edit_script(lines_of(before), lines_of(after));
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
        // The hunk goes on while changes are less than two contexts apart.
        std::size_t last = i;
        for (std::size_t j = i; j < script.size() && j <= last + 2 * kContext; ++j) {
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
