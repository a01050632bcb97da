#include "yaml/surroundings.h"

#include <algorithm>

#include "base/ascii.h"
#include "yaml/document.h"

namespace gpulint::yaml {

Surroundings::Surroundings(Node node) : file_(node.document().file()), text_(file_.text()) {}

std::uint32_t Surroundings::line_begin(std::uint32_t offset) const {
    const std::size_t newline =
        offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    return newline == std::string_view::npos ? 0 : static_cast<std::uint32_t>(newline + 1);
}

std::uint32_t Surroundings::line_end(std::uint32_t offset) const {
    std::size_t end = std::min(text_.find('\n', offset), text_.size());
    if (end > offset && text_[end - 1] == '\r') --end;
    return static_cast<std::uint32_t>(end);
}

std::uint32_t Surroundings::next_line(std::uint32_t offset) const {
    const std::size_t newline = text_.find('\n', offset);
    return newline == std::string_view::npos ? size() : static_cast<std::uint32_t>(newline + 1);
}

bool Surroundings::is_blank(std::uint32_t begin, std::uint32_t end) const {
    return ascii::trim(between(begin, end)).empty();
}

bool Surroundings::is_rest_blank(std::uint32_t offset) const {
    const std::uint32_t end = line_end(offset);
    const std::uint32_t content = skip_blanks(offset);
    return content >= end || (at(content) == '#' && (content > offset || is_line_start(offset)));
}

bool Surroundings::is_blank_or_comment_line(std::uint32_t line) const {
    const std::uint32_t content = skip_blanks(line);
    return content >= line_end(line) || at(content) == '#';
}

bool Surroundings::has_tab_line_below(std::uint32_t offset) const {
    bool is_below = false;
    for (; ascii::is_space(at(offset)); ++offset) {
        if (at(offset) == '\t' && is_below) return true;
        is_below = is_below || !ascii::is_blank(at(offset));
    }
    return false;
}

std::string_view Surroundings::line_break(std::uint32_t offset) const {
    std::size_t newline = text_.find('\n', offset);
    if (newline == std::string_view::npos) newline = text_.find('\n');
    const bool is_crlf =
        newline != std::string_view::npos && newline > 0 && text_[newline - 1] == '\r';
    return is_crlf ? "\r\n" : "\n";
}

std::string Surroundings::indentation(std::uint32_t offset) const {
    std::string blanks(between(line_begin(offset), offset));
    for (char& c : blanks) {
        if (!ascii::is_blank(c)) c = ' ';
    }
    return blanks;
}

std::uint32_t Surroundings::skip_blanks(std::uint32_t offset) const {
    while (ascii::is_blank(at(offset))) ++offset;
    return offset;
}

std::uint32_t Surroundings::next_flow_token(std::uint32_t offset) const {
    while (offset < size()) {
        const char c = at(offset);
        if (c == '#') {
            offset = line_end(offset);
        } else if (ascii::is_space(c) || c == ',') {
            ++offset;
        } else {
            break;
        }
    }
    return offset;
}

std::optional<std::uint32_t> Surroundings::block_begin(Node value) const {
    const std::uint32_t place = value.entry_span().begin;
    if (!value.parent().is_mapping()) return place;  // the dash
    std::uint32_t begin = skip_blanks(line_begin(place));
    // `- - key: 1`: dashes of lists around it stand on the same line, and so may a `:` of a mapping
    // whose key has a `?`.
    while (begin < place && (at(begin) == '-' || at(begin) == ':') &&
           ascii::is_blank(at(begin + 1))) {
        begin = skip_blanks(begin + 1);
    }
    const bool is_own =
        begin == place || std::string_view("?&!").find(at(begin)) != std::string_view::npos;
    return begin <= place && is_own ? std::optional(begin) : std::nullopt;
}

std::optional<std::uint32_t> Surroundings::unwritten_end(Node value) const {
    const std::uint32_t key_end = value.key_span().end;
    const Node parent = value.parent();
    if (!parent.is_flow()) {
        // The dash of an item counts as its key's begin, so its text starts there.
        const std::uint32_t from = parent.is_mapping() ? key_end : value.key_span().begin;
        const std::uint32_t end = std::max(value.span().end, from);
        const std::string_view mark = ascii::trim(between(from, end));
        return mark == (parent.is_mapping() ? ":" : "-") ? std::optional(end) : std::nullopt;
    }
    std::uint32_t end = key_end;
    while (ascii::is_space(at(end))) ++end;
    end = at(end) == ':' ? end + 1 : key_end;
    std::uint32_t next = end;
    while (ascii::is_space(at(next))) ++next;
    const bool is_bare = std::string_view(",}]#").find(at(next)) != std::string_view::npos;
    return is_bare ? std::optional(end) : std::nullopt;
}

std::optional<std::uint32_t> Surroundings::entry_end(Node value) const {
    if (!value.span().empty()) return value.span().end;
    if (!value.parent()) return std::nullopt;
    return unwritten_end(value);
}

bool Surroundings::has_tag(Node value) const {
    const bool is_entry = value.parent().is_mapping();
    const std::uint32_t from = is_entry         ? value.key_span().end
                               : value.parent() ? value.key_span().begin
                                                : value.document().span().begin;
    // A `!` in a comment between the two is taken for a tag as well; that is rare.
    return between(from, value.span().begin).find('!') != std::string_view::npos;
}

Node last_leaf(Node node) {
    while (!node.is_alias()) {
        Node last;
        for (const Entry entry : node.written_entries()) last = entry.value;
        for (const Node item : node.items()) last = item;
        if (!last || node.is_flow()) break;
        node = last;
    }
    return node;
}

bool is_block_scalar(Node node) {
    return node.is_scalar() && !node.is_alias() &&
           (node.style() == ScalarStyle::kLiteral || node.style() == ScalarStyle::kFolded);
}

}  // namespace gpulint::yaml
