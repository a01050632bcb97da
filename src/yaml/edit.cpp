#include "yaml/edit.h"

#include <optional>

#include "yaml/document.h"
#include "yaml/edit_safety.h"
#include "yaml/quoting.h"
#include "yaml/surroundings.h"

namespace gpulint::yaml {
namespace {

using Path = std::vector<std::string_view>;

constexpr std::string_view kStep = "  ";  // one level of indentation
/// YAML's readers look no further than 1024 characters for the colon behind a key.
constexpr std::size_t kLongestKey = 1000;

std::vector<text::Edit> insert(const Surroundings& around, std::uint32_t offset, std::string text) {
    return {{{around.file(), offset, offset}, std::move(text)}};
}

bool is_one_line(std::string_view text) {
    return text.find_first_of("\r\n") == std::string_view::npos;
}

/// What is to be written for a value: as given, in a JSON document as JSON has it.
std::optional<std::string> spelt_for(const Document& document, std::string_view yaml_text) {
    if (!is_one_line(yaml_text)) return std::nullopt;
    return document.is_json() ? spelt_as_json(yaml_text) : std::optional(std::string(yaml_text));
}

std::string key_text(std::string_view key, bool is_json) {
    return is_json ? double_quoted(key) : quote_string(key);
}

/// `{a: {b: value}}` without the outermost braces.
std::string flow_text(const Path& path, std::string_view value, bool is_json) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0) text += '{';
        text += key_text(path[i], is_json) + ": ";
    }
    text += value;
    text.append(path.size() - 1, '}');
    return text;
}

/// Lines of nested keys, each one step further in; the first is not indented.
std::string block_text(const Path& path, std::string_view value, std::string indentation,
                       std::string_view line_break) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0) text += std::string(line_break) + indentation;
        text += key_text(path[i], false) + ':';
        indentation += kStep;
    }
    return text + ' ' + std::string(value);
}

/// A `#` right behind what is put in would become part of it.
std::string apart_from_comment(const Surroundings& around, std::uint32_t offset, std::string text) {
    if (around.at(offset) == '#') text += ' ';
    return text;
}

/// Writes `text` where the value of a scalar stands, or is missing.
std::vector<text::Edit> put_value(Node scalar, const std::string& text) {
    const bool is_plain_value = is_editable(scalar) && scalar.is_scalar() && !scalar.is_unknown() &&
                                !is_block_scalar(scalar);
    if (!is_plain_value) return {};
    const Surroundings around(scalar);
    const std::optional<std::uint32_t> end = around.entry_end(scalar);
    const bool is_in_flow = scalar.parent().is_flow();
    if (!end || (!is_in_flow && around.has_tab_line_below(*end))) return {};
    if (!scalar.span().empty()) {
        // Between its lines there may be some that could not be read.
        const bool may_hide_lines = !is_whole(scalar.document()) && !is_one_line(scalar.source());
        if (may_hide_lines || around.has_tag(scalar)) return {};
        return {{scalar.span(), apart_from_comment(around, *end, text)}};
    }
    // `{a}` has no colon yet.
    const bool is_bare = is_in_flow && *end == scalar.key_span().end;
    return insert(around, *end, apart_from_comment(around, *end, (is_bare ? ": " : " ") + text));
}

/// Puts another entry behind the last one of a flow mapping that has one entry a line.
std::vector<text::Edit> insert_flow_line(const Surroundings& around, Node last, std::uint32_t end,
                                         std::string text) {
    const text::Span span = last.entry_span();
    const std::uint32_t behind = around.skip_blanks(end);
    const bool has_comma = around.at(behind) == ',';
    if (!around.is_rest_blank(has_comma ? behind + 1 : end)) return {};
    const std::uint32_t line_end = around.line_end(end);
    text.insert(0, std::string(around.line_break(end)) + around.indentation(span.begin));
    if (has_comma) return insert(around, line_end, text + ',');
    if (line_end == end) return insert(around, end, ',' + text);
    return {{{around.file(), end, end}, ","}, {{around.file(), line_end, line_end}, text}};
}

std::vector<text::Edit> insert_into_flow(Node mapping, const Path& path, std::string_view value) {
    const Surroundings around(mapping);
    const text::Span span = mapping.span();
    // `[a: 1]` holds a mapping without braces.
    if (around.at(span.begin) != '{' || around.at(span.end - 1) != '}') return {};
    std::string text = flow_text(path, value, mapping.document().is_json());
    Node last;
    for (const Entry entry : mapping.written_entries()) last = entry.value;
    if (!last) {
        const std::uint32_t inside = span.begin + 1;
        return insert(around, inside, apart_from_comment(around, inside, std::move(text)));
    }
    const std::optional<std::uint32_t> end = around.entry_end(last);
    if (!end) return {};
    const std::uint32_t begin = last.entry_span().begin;
    const bool has_own_line = around.is_blank(around.line_begin(begin), begin);
    if (has_own_line) {
        std::vector<text::Edit> edits = insert_flow_line(around, last, *end, text);
        if (!edits.empty()) return edits;
    }
    // `{a:, b: 1}` would have a key `a:`.
    const bool is_unwritten = last.span().empty() && *end > last.key_span().end;
    text.insert(0, is_unwritten ? " , " : ", ");
    return insert(around, *end, apart_from_comment(around, *end, std::move(text)));
}

std::vector<text::Edit> insert_into_block(Node mapping, const Path& path, std::string_view value) {
    Node first;
    Node last;
    for (const Entry entry : mapping.written_entries()) {
        if (!first) first = entry.value;
        last = entry.value;
    }
    const Surroundings around(mapping);
    const std::optional<std::uint32_t> column = first ? around.block_begin(first) : std::nullopt;
    const std::optional<std::uint32_t> end = last ? around.entry_end(last) : std::nullopt;
    if (!column || !end || around.has_tab_line_below(*end)) return {};
    const std::string indentation = around.indentation(*column);
    const std::string line_break(around.line_break(*end));
    const std::string text = block_text(path, value, indentation, line_break);
    const bool is_behind_block = is_block_scalar(last_leaf(last));
    // Blank lines that a `|+` keeps belong to it: the new line comes after them.
    if (is_behind_block && around.is_line_start(*end)) {
        return insert(around, *end, indentation + text + line_break);
    }
    const std::uint32_t line_end = around.line_end(*end);
    // Without a line break at its end a block scalar has one less than it would get.
    const bool is_unfinished = is_behind_block && line_end == around.size();
    if (is_unfinished || !around.is_rest_blank(*end)) return {};
    return insert(around, line_end, line_break + indentation + text);
}

/// Fills in a key that stands there without value.
std::vector<text::Edit> insert_below_key(Node null, const Path& path, std::string_view value) {
    const bool is_written = !null.span().empty();
    if (is_written || null.parent().is_flow()) {
        return put_value(null, '{' + flow_text(path, value, null.document().is_json()) + '}');
    }
    const Surroundings around(null);
    const std::optional<std::uint32_t> end = around.entry_end(null);
    const std::optional<std::uint32_t> column = around.block_begin(null);
    const bool is_open = end && around.is_rest_blank(*end) && !around.has_tab_line_below(*end);
    if (!column || !is_open) return {};
    const std::string indentation = around.indentation(*column) + std::string(kStep);
    const std::string line_break(around.line_break(*end));
    return insert(around, around.line_end(*end),
                  line_break + indentation + block_text(path, value, indentation, line_break));
}

}  // namespace

std::vector<text::Edit> set_value(Node scalar, std::string_view yaml_text) {
    if (!scalar) return {};
    const std::optional<std::string> text = spelt_for(scalar.document(), yaml_text);
    return text ? put_value(scalar, *text) : std::vector<text::Edit>();
}

std::vector<text::Edit> quote_value(Node scalar) {
    const bool is_plain = scalar.is_scalar() && scalar.style() == ScalarStyle::kPlain;
    return is_plain ? set_value(scalar, double_quoted(scalar.text())) : std::vector<text::Edit>();
}

std::vector<text::Edit> rename_key(Node value, std::string_view new_key) {
    const Node parent = value.parent();
    const bool is_entry = value && parent.is_mapping() && !value.is_merged() &&
                          !value.is_overridden() && value.key() != "<<";
    if (!is_entry || parent.has(new_key) || has_twin(value) || !is_editable(parent)) return {};
    const text::Span span = value.key_span();
    const Document& document = value.document();
    const std::string_view written = document.file().text(span);
    const bool is_own =
        !written.starts_with('*') && !written.starts_with('&') && !is_referred_to(document, span);
    const bool is_masked = document.is_template() && written.find('{') != std::string_view::npos;
    const bool is_quoted = written.starts_with('"') || written.starts_with('\'');
    std::string text = is_quoted ? double_quoted(new_key) : quote_string(new_key);
    if (!is_own || is_masked || text.size() > kLongestKey) return {};
    return {{span, std::move(text)}};
}

std::vector<text::Edit> insert_key(Node mapping, const std::vector<std::string_view>& path,
                                   std::string_view yaml_text) {
    if (path.empty() || !mapping.is_mapping() || !is_editable(mapping)) return {};
    const Document& document = mapping.document();
    if (!is_whole(document)) return {};
    const Node inner = mapping[path.front()];
    const std::vector<std::string_view> rest(path.begin() + 1, path.end());
    if (inner && !inner.is_null()) return insert_key(inner, rest, yaml_text);
    const std::optional<std::string> value = spelt_for(document, yaml_text);
    if (!value) return {};
    for (const std::string_view key : path) {
        if (double_quoted(key).size() > kLongestKey) return {};
    }
    if (inner) {
        const bool is_open = !rest.empty() && is_editable(inner);
        return is_open ? insert_below_key(inner, rest, *value) : std::vector<text::Edit>();
    }
    return mapping.is_flow() ? insert_into_flow(mapping, path, *value)
                             : insert_into_block(mapping, path, *value);
}

}  // namespace gpulint::yaml
