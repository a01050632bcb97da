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

/// Every `{{ … }}` and `{% … %}`.
std::vector<Range> find_expressions(std::string_view text) {
    std::vector<Range> expressions;
    const std::size_t last_braces = text.rfind("}}");
    const std::size_t last_percent = text.rfind("%}");
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
        const std::string_view open = text.substr(at, 2);
        const bool is_braces = open == "{{";
        const std::size_t last = is_braces ? last_braces : last_percent;
        const bool is_closed = last != std::string_view::npos && last >= at + 2;
        if ((!is_braces && open != "{%") || !is_closed) {
            ++at;
            continue;
        }
        const std::size_t end = text.find(is_braces ? "}}" : "%}", at + 2) + 2;
        expressions.push_back({at, end});
        at = end;
    }
    return expressions;
}

/// Expressions [first, last) that share lines, and those lines.
struct Group {
    std::size_t first = 0;
    std::size_t last = 0;
    Range lines;
};

Group group_from(std::string_view text, const std::vector<Range>& expressions, std::size_t first) {
    const std::size_t begin = expressions[first].begin;
    const std::size_t before = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
    Group group{first, first + 1, {before == std::string_view::npos ? 0 : before + 1, 0}};
    const auto line_end = [text](std::size_t at) {
        return std::min(text.find('\n', at), text.size());
    };
    group.lines.end = line_end(expressions[first].end);
    for (; group.last < expressions.size(); ++group.last) {
        const Range& next = expressions[group.last];
        if (next.begin >= group.lines.end) break;
        if (next.end > group.lines.end) group.lines.end = line_end(next.end);
    }
    return group;
}

/// Nothing on the group's lines but expressions and blanks.
bool is_alone(std::string_view text, const std::vector<Range>& expressions, const Group& group) {
    std::size_t at = group.lines.begin;
    for (std::size_t i = group.first; i < group.last; ++i) {
        if (!ascii::trim(text.substr(at, expressions[i].begin - at)).empty()) return false;
        at = expressions[i].end;
    }
    return ascii::trim(text.substr(at, group.lines.end - at)).empty();
}

/// Makes letters of the expression; lines that it goes on to are blanked, so that they neither end
/// the scalar nor start a key.
void fill(std::string& text, Range expression) {
    const std::string_view inside =
        std::string_view(text).substr(expression.begin, expression.end - expression.begin);
    const std::size_t line_end = expression.begin + std::min(inside.find('\n'), inside.size());
    for (std::size_t at = expression.begin; at < line_end; ++at) {
        if (text[at] != '\r') text[at] = kFiller;
    }
    blank_out(text, {line_end, expression.end});
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
    for (std::size_t first = 0; first < expressions.size();) {
        const Group group = group_from(text, expressions, first);
        const bool is_blank = is_alone(text, expressions, group);
        for (std::size_t i = first; i < group.last; ++i) {
            if (is_blank) {
                blank_out(text, expressions[i]);
            } else {
                fill(text, expressions[i]);
            }
        }
        first = group.last;
    }
    return expressions;
}

}  // namespace gpulint::yaml
