#include <optional>

#include "yaml/document.h"
#include "yaml/edit.h"
#include "yaml/edit_safety.h"
#include "yaml/surroundings.h"

namespace gpulint::yaml {
namespace {

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

/// Removes one entry or item that has neighbours.
class Remover {
  public:
    explicit Remover(Node value)
        : value_(value), around_(value), neighbours_(neighbours_of(value)) {}

    std::vector<text::Edit> remove() const {
        return value_.parent().is_flow() ? remove_from_flow() : remove_from_block();
    }

  private:
    /// Nothing when an alias elsewhere would lose its anchor.
    std::vector<text::Edit> cut(std::uint32_t begin, std::uint32_t end) const {
        const text::Span span{around_.file(), begin, end};
        if (is_referred_to(value_.document(), span)) return {};
        return {{span, ""}};
    }

    std::vector<text::Edit> remove_from_block() const {
        const std::optional<std::uint32_t> begin = around_.block_begin(value_);
        if (!begin) return {};
        const std::uint32_t end = value_.entry_span().end;
        const std::uint32_t line = around_.line_begin(*begin);
        // A `|+` ends with the blank lines it keeps.
        const bool is_block = is_block_scalar(last_leaf(value_));
        const bool ends_with_lines = is_block && around_.is_line_start(end);
        if (!ends_with_lines && !around_.is_rest_blank(end)) return {};
        if (around_.has_tab_line_below(around_.line_end(end))) return {};
        const std::uint32_t next = ends_with_lines ? end : around_.next_line(end);
        if (!around_.is_blank(line, *begin)) return remove_behind_dash(*begin, next);
        // Blank lines and comments would come under the block scalar before, and maybe into it.
        const bool is_behind_block =
            neighbours_.before && is_block_scalar(last_leaf(neighbours_.before));
        const bool is_open = next < around_.size() && around_.is_blank_or_comment_line(next);
        if (is_behind_block && is_open) return {};
        return cut(line, next);
    }

    /// The first entry behind a dash: what comes next moves up to the dash, or stays below it when
    /// comments stand in between. `next` is the line after the entry.
    std::vector<text::Edit> remove_behind_dash(std::uint32_t begin, std::uint32_t next) const {
        if (neighbours_.before || !neighbours_.after) return {};
        const std::optional<std::uint32_t> after = around_.block_begin(neighbours_.after);
        if (!after || *after < next) return {};
        if (around_.is_blank(next, *after)) return cut(begin, *after);
        std::uint32_t from = begin;
        while (from > 0 && (around_.at(from - 1) == ' ' || around_.at(from - 1) == '\t')) --from;
        const std::string_view line_break = around_.line_break(begin);
        return cut(from, next - static_cast<std::uint32_t>(line_break.size()));
    }

    std::vector<text::Edit> remove_from_flow() const {
        const text::Span outer = value_.parent().span();
        const char bracket = around_.at(outer.begin);
        if (bracket != '{' && bracket != '[') return {};  // `[a: 1]` holds a mapping without braces
        const std::optional<std::uint32_t> end = around_.entry_end(value_);
        const std::optional<std::uint32_t> before_end = neighbours_.before
                                                            ? around_.entry_end(neighbours_.before)
                                                            : std::optional(outer.begin + 1);
        if (!end || !before_end) return {};
        const std::uint32_t begin = around_.next_flow_token(*before_end);
        return neighbours_.after ? remove_with_comma(begin, *end)
                                 : remove_last_of_flow(*before_end, begin, *end);
    }

    std::uint32_t skip_space(std::uint32_t offset) const {
        while (offset < around_.size() && around_.is_blank(offset, offset + 1)) ++offset;
        return offset;
    }

    bool is_on_own_line(std::uint32_t begin) const {
        return around_.is_blank(around_.line_begin(begin), begin);
    }

    /// An entry that others follow: it goes with its comma.
    std::vector<text::Edit> remove_with_comma(std::uint32_t begin, std::uint32_t end) const {
        const std::uint32_t comma = skip_space(end);
        if (around_.at(comma) != ',') return {};
        const std::uint32_t behind = comma + 1;
        if (!around_.is_rest_blank(behind)) return cut(begin, around_.skip_blanks(behind));
        if (is_on_own_line(begin)) return cut(around_.line_begin(begin), around_.next_line(behind));
        // Behind a bracket: what comes next moves up, unless a comment stands before it.
        const std::uint32_t next = skip_space(around_.next_line(behind));
        return cut(begin, around_.at(next) == '#' ? around_.line_end(behind) : next);
    }

    /// The last entry: the comma before it goes too.
    std::vector<text::Edit> remove_last_of_flow(std::uint32_t before_end, std::uint32_t begin,
                                                std::uint32_t end) const {
        const bool is_line = is_on_own_line(begin) && around_.is_rest_blank(end);
        const std::uint32_t comma = skip_space(before_end);
        if (around_.at(comma) != ',') return {};
        const bool has_comment = around_.between(comma, begin).find('#') != std::string_view::npos;
        if (!has_comment) return cut(comma, is_line ? around_.line_end(end) : end);
        if (!is_line) return {};
        std::vector<text::Edit> edits = cut(around_.line_begin(begin), around_.next_line(end));
        if (!edits.empty()) edits.push_back({{around_.file(), comma, comma + 1}, ""});
        return edits;
    }

    Node value_;
    Surroundings around_;
    Neighbours neighbours_;
};

}  // namespace

std::vector<text::Edit> remove_entry(Node value) {
    if (!value || value.is_alias() || value.is_merged() || value.key() == "<<") return {};
    const Node parent = value.parent();
    if (!parent || !is_editable(parent) || !is_whole(value.document())) return {};
    // Without the entry that counts, one that was overridden would.
    if (!value.is_overridden() && has_twin(value)) return {};
    const Neighbours neighbours = neighbours_of(value);
    if (!neighbours.before && !neighbours.after) return remove_entry(parent);
    return Remover(value).remove();
}

}  // namespace gpulint::yaml
