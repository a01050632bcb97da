#include "yaml/masking.h"

#include <algorithm>

#include "base/ascii.h"

namespace gpulint::yaml {
namespace {

constexpr char kFiller = 'x';

/// A line without its break.
struct Line {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back({begin, end});
        begin = end + 1;
    }
    return lines;
}

bool is_marker(std::string_view line, std::string_view marker) {
    const bool starts = line.starts_with(marker);
    return starts && (line.size() == marker.size() || ascii::is_space(line[marker.size()]));
}

/// Every `{{ … }}` and `{% … %}`; one that is not closed ends with its line.
std::vector<Range> find_expressions(std::string_view text) {
    std::vector<Range> expressions;
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
        const char second = at + 1 < text.size() ? text[at + 1] : '\0';
        if (second != '{' && second != '%') {
            ++at;
            continue;
        }
        const std::string_view close = second == '{' ? "}}" : "%}";
        std::size_t end = text.find(close, at + 2);
        end = end == std::string_view::npos ? std::min(text.find('\n', at), text.size())
                                            : end + close.size();
        expressions.push_back({at, end});
        at = end;
    }
    return expressions;
}

/// Nothing on the lines from `begin` to `end` but expressions, blanks and comment marks.
bool is_alone(std::string_view text, Range lines, const std::vector<Range>& expressions) {
    std::size_t at = lines.begin;
    for (const Range& expression : expressions) {
        if (expression.end <= lines.begin || expression.begin >= lines.end) continue;
        const std::size_t begin = std::max(expression.begin, at);
        if (!ascii::trim(text.substr(at, begin - at)).empty()) return false;
        at = std::max(at, expression.end);
    }
    return at >= lines.end || ascii::trim(text.substr(at, lines.end - at)).empty();
}

}  // namespace

void blank_out(std::string& text, Range range) {
    for (std::size_t at = range.begin; at < std::min(range.end, text.size()); ++at) {
        if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    }
}

std::vector<Range> mask_conflicts(std::string& text) {
    std::vector<Range> markers;
    if (text.find("<<<<<<<") == std::string::npos) return markers;
    std::vector<Range> pending;
    for (const Line& line : lines_of(text)) {
        std::string_view content = std::string_view(text).substr(line.begin, line.end - line.begin);
        if (content.ends_with('\r')) content.remove_suffix(1);
        const Range range{line.begin, line.begin + content.size()};
        if (is_marker(content, "<<<<<<<")) {
            pending = {range};
        } else if (is_marker(content, "=======") && pending.size() == 1) {
            pending.push_back(range);
        } else if (is_marker(content, ">>>>>>>") && pending.size() == 2) {
            pending.push_back(range);
            markers.insert(markers.end(), pending.begin(), pending.end());
            blank_out(text, pending[0]);
            blank_out(text, {pending[1].begin, range.end});
            pending.clear();
        }
    }
    return markers;
}

std::vector<Range> mask_templates(std::string& text) {
    const std::vector<Range> expressions = find_expressions(text);
    const std::string original = text;
    for (const Range& expression : expressions) {
        const std::size_t before =
            expression.begin == 0 ? std::string::npos : original.rfind('\n', expression.begin - 1);
        const Range lines{before == std::string::npos ? 0 : before + 1,
                          std::min(original.find('\n', expression.end), original.size())};
        if (is_alone(original, lines, expressions)) {
            blank_out(text, expression);
            continue;
        }
        for (std::size_t at = expression.begin; at < expression.end; ++at) {
            if (text[at] != '\n' && text[at] != '\r') text[at] = kFiller;
        }
    }
    return expressions;
}

}  // namespace gpulint::yaml
