#include "yaml/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "yaml/document.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

constexpr std::string_view kStep = "  ";  // one level of indentation

bool is_plain_safe(std::string_view text) {
    const auto is_safe = [](char c) {
        return ascii::is_alnum(c) || c == '_' || c == '.' || c == '/' || c == '-';
    };
    return !text.empty() && ascii::is_alnum(text.front()) && std::ranges::all_of(text, is_safe) &&
           resolve_scalar(text, false, "").type == ScalarType::kString;
}

std::string double_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': quoted += "\\\""; break;
            case '\\': quoted += "\\\\"; break;
            case '\n': quoted += "\\n"; break;
            case '\t': quoted += "\\t"; break;
            case '\r': quoted += "\\r"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    quoted += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
                } else {
                    quoted += c;
                }
        }
    }
    return quoted + '"';
}

/// Nothing hides behind this node: what is written here is what counts.
bool is_editable(Node node) {
    return node && !node.is_alias() && !node.is_merged() && !node.is_overridden();
}

/// The lines around a place of a file.
class Lines {
  public:
    explicit Lines(Node node) : file_(node.document().file()), text_(file_.text()) {}

    std::uint32_t begin_of(std::uint32_t offset) const {
        const std::size_t newline =
            offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
        return newline == std::string_view::npos ? 0 : static_cast<std::uint32_t>(newline + 1);
    }
    /// Where the line break of the line at `offset` begins, or the end of the text.
    std::uint32_t end_of(std::uint32_t offset) const {
        std::size_t end = std::min(text_.find('\n', offset), text_.size());
        if (end > offset && text_[end - 1] == '\r') --end;
        return static_cast<std::uint32_t>(end);
    }
    std::uint32_t after_break(std::uint32_t line_end) const {
        std::size_t next = line_end;
        if (next < text_.size() && text_[next] == '\r') ++next;
        if (next < text_.size() && text_[next] == '\n') ++next;
        return static_cast<std::uint32_t>(next);
    }
    std::string_view between(std::uint32_t begin, std::uint32_t end) const {
        return text_.substr(begin, end - begin);
    }
    bool is_blank(std::uint32_t begin, std::uint32_t end) const {
        return ascii::trim(between(begin, end)).empty();
    }
    /// Nothing but white space and maybe a comment.
    bool is_blank_or_comment(std::uint32_t begin, std::uint32_t end) const {
        const std::string_view rest = between(begin, end);
        const std::string_view content = ascii::trim(rest);
        return content.empty() || (content.front() == '#' && ascii::is_blank(rest.front()));
    }
    std::string_view line_break() const {
        const std::size_t newline = text_.find('\n');
        const bool is_crlf =
            newline != std::string_view::npos && newline > 0 && text_[newline - 1] == '\r';
        return is_crlf ? "\r\n" : "\n";
    }
    /// The white space that puts text under the character at `offset`.
    std::string indentation_of(std::uint32_t offset) const {
        std::string indentation(between(begin_of(offset), offset));
        for (char& c : indentation) {
            if (!ascii::is_blank(c)) c = ' ';
        }
        return indentation;
    }
    text::FileId file() const { return file_.id(); }

  private:
    const text::SourceFile& file_;
    std::string_view text_;
};

std::vector<text::Edit> replace(text::Span span, std::string replacement) {
    return {{span, std::move(replacement)}};
}

std::string key_text(std::string_view key, bool is_json) {
    return is_json ? double_quoted(key) : quote_string(key);
}

/// `{a: {b: value}}` without the outermost braces.
std::string flow_text(const std::vector<std::string_view>& path, std::string_view value,
                      bool is_json) {
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
std::string block_text(const std::vector<std::string_view>& path, std::string_view value,
                       std::string indentation, std::string_view line_break) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0) text += std::string(line_break) + indentation;
        text += key_text(path[i], false) + ':';
        indentation += kStep;
    }
    return text + ' ' + std::string(value);
}

std::optional<Entry> last_written(Node mapping) {
    std::optional<Entry> last;
    for (const Entry entry : mapping.written_entries()) last = entry;
    return last;
}

std::vector<text::Edit> insert_into_flow(Node mapping, const std::vector<std::string_view>& path,
                                         std::string_view value) {
    const bool is_json = mapping.document().is_json();
    const std::string text = flow_text(path, value, is_json);
    const text::Span span = mapping.span();
    const std::optional<Entry> last = last_written(mapping);
    if (!last) return replace({span.file, span.begin + 1, span.begin + 1}, text);
    const std::uint32_t end = last->span().end;
    return replace({span.file, end, end}, ", " + text);
}

std::vector<text::Edit> insert_into_block(Node mapping, const std::vector<std::string_view>& path,
                                          std::string_view value) {
    const std::optional<Entry> last = last_written(mapping);
    if (!last) return {};
    const Lines lines(mapping);
    std::string indentation;
    for (const Entry entry : mapping.written_entries()) {
        indentation = lines.indentation_of(entry.key_span().begin);
        break;
    }
    const std::uint32_t end = last->span().end;
    const std::uint32_t line_end = lines.end_of(end);
    if (!lines.is_blank_or_comment(end, line_end)) return {};
    const std::string text = std::string(lines.line_break()) + indentation +
                             block_text(path, value, indentation, lines.line_break());
    return replace({lines.file(), line_end, line_end}, text);
}

/// Fills in a key that stands there without value.
std::vector<text::Edit> insert_below_key(Node null, const std::vector<std::string_view>& path,
                                         std::string_view value) {
    const bool is_written = !null.span().empty();
    if (is_written || null.parent().is_flow()) {
        return set_value(null, '{' + flow_text(path, value, null.document().is_json()) + '}');
    }
    const Lines lines(null);
    const std::string indentation =
        lines.indentation_of(null.key_span().begin) + std::string(kStep);
    const std::uint32_t line_end = lines.end_of(null.span().end);
    if (!lines.is_blank_or_comment(null.span().end, line_end)) return {};
    return replace({lines.file(), line_end, line_end},
                   std::string(lines.line_break()) + indentation +
                       block_text(path, value, indentation, lines.line_break()));
}

struct Neighbours {
    Node before;
    Node after;
};

Neighbours neighbours_of(Node value) {
    Neighbours neighbours;
    bool is_past = false;
    const auto look = [&](Node sibling) {
        if (sibling == value) {
            is_past = true;
        } else if (!is_past) {
            neighbours.before = sibling;
        } else if (!neighbours.after) {
            neighbours.after = sibling;
        }
    };
    const Node parent = value.parent();
    for (const Entry entry : parent.written_entries()) look(entry.value);
    for (const Node item : parent.items()) look(item);
    return neighbours;
}

std::vector<text::Edit> remove_from_block(Node value, const Neighbours& neighbours) {
    const Lines lines(value);
    const text::Span span = value.entry_span();
    const std::uint32_t line_begin = lines.begin_of(span.begin);
    if (!lines.is_blank(line_begin, span.begin)) {
        // Behind a dash: what comes next moves up to it.
        if (!neighbours.after) return {};
        return replace({span.file, span.begin, neighbours.after.entry_span().begin}, "");
    }
    const std::uint32_t line_end = lines.end_of(span.end);
    if (!lines.is_blank_or_comment(span.end, line_end)) return {};
    const std::uint32_t next = lines.after_break(line_end);
    if (next != line_end) return replace({span.file, line_begin, next}, "");
    // The last line of a file without line break: the one before it goes instead.
    std::uint32_t begin = line_begin;
    while (begin > 0 &&
           (lines.between(begin - 1, begin) == "\n" || lines.between(begin - 1, begin) == "\r")) {
        --begin;
        if (lines.between(begin, begin + 1) == "\n" && begin > 0 &&
            lines.between(begin - 1, begin) != "\r")
            break;
    }
    return replace({span.file, begin, line_end}, "");
}

}  // namespace

std::string quote_string(std::string_view text) {
    return is_plain_safe(text) ? std::string(text) : double_quoted(text);
}

std::vector<text::Edit> set_value(Node scalar, std::string_view yaml_text) {
    if (!is_editable(scalar) || !scalar.is_scalar() || scalar.is_unknown()) return {};
    const bool is_block =
        scalar.style() == ScalarStyle::kLiteral || scalar.style() == ScalarStyle::kFolded;
    if (is_block) return {};
    const bool is_unwritten = scalar.span().empty();
    std::string text(yaml_text);
    if (is_unwritten) text.insert(0, " ");
    return replace(scalar.span(), std::move(text));
}

std::vector<text::Edit> quote_value(Node scalar) {
    const bool is_plain = scalar.is_scalar() && scalar.style() == ScalarStyle::kPlain;
    if (!is_plain || scalar.has_anchor()) return {};
    return set_value(scalar, double_quoted(scalar.source()));
}

std::vector<text::Edit> rename_key(Node value, std::string_view new_key) {
    const bool is_entry = is_editable(value) && value.parent().is_mapping();
    if (!is_entry || value.parent().has(new_key)) return {};
    const text::Span span = value.key_span();
    const std::string_view written = value.document().file().text(span);
    if (written.starts_with('*') || written.starts_with('&')) return {};
    const bool is_quoted = written.starts_with('"') || written.starts_with('\'');
    return replace(span, is_quoted ? double_quoted(new_key) : quote_string(new_key));
}

std::vector<text::Edit> insert_key(Node mapping, const std::vector<std::string_view>& path,
                                   std::string_view yaml_text) {
    if (path.empty() || !mapping.is_mapping() || mapping.is_unknown()) return {};
    if (mapping.is_alias() || mapping.is_merged()) return {};
    const Node inner = mapping[path.front()];
    if (inner) {
        const std::vector<std::string_view> rest(path.begin() + 1, path.end());
        if (rest.empty() || !is_editable(inner)) return {};
        return inner.is_null() ? insert_below_key(inner, rest, yaml_text)
                               : insert_key(inner, rest, yaml_text);
    }
    return mapping.is_flow() ? insert_into_flow(mapping, path, yaml_text)
                             : insert_into_block(mapping, path, yaml_text);
}

std::vector<text::Edit> remove_entry(Node value) {
    if (!is_editable(value) || value.has_anchor()) return {};
    const Node parent = value.parent();
    if (!parent) return {};
    const Neighbours neighbours = neighbours_of(value);
    if (!neighbours.before && !neighbours.after) return remove_entry(parent);
    const text::Span span = value.entry_span();
    if (!parent.is_flow()) return remove_from_block(value, neighbours);
    if (neighbours.after) {
        return replace({span.file, span.begin, neighbours.after.entry_span().begin}, "");
    }
    return replace({span.file, neighbours.before.entry_span().end, span.end}, "");
}

}  // namespace gpulint::yaml
