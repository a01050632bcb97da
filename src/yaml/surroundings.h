#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/source.h"
#include "yaml/node.h"

namespace gpulint::yaml {

/// The bytes around the nodes of one document: lines, indentation, and what stands between a node
/// and its neighbours. Offsets are those of spans.
class Surroundings {
  public:
    explicit Surroundings(Node node);

    text::FileId file() const { return file_.id(); }
    /// The byte at `offset`; '\0' at the end of the text.
    char at(std::uint32_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
    std::string_view between(std::uint32_t begin, std::uint32_t end) const {
        return text_.substr(begin, end - begin);
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }

    /// Where the line of `offset` begins.
    std::uint32_t line_begin(std::uint32_t offset) const;
    /// Where the line break of the line of `offset` begins, or the end of the text.
    std::uint32_t line_end(std::uint32_t offset) const;
    /// Where the line after the one of `offset` begins, or the end of the text.
    std::uint32_t next_line(std::uint32_t offset) const;
    bool is_line_start(std::uint32_t offset) const { return line_begin(offset) == offset; }
    bool is_blank(std::uint32_t begin, std::uint32_t end) const;
    /// Only white space and maybe a comment stand between `offset` and the end of its line.
    bool is_rest_blank(std::uint32_t offset) const;
    /// The line that begins at `line` is blank or holds a comment alone.
    bool is_blank_or_comment_line(std::uint32_t line) const;
    /// Among the blank lines below `offset` is one with a tab. YAML's readers take that behind a
    /// plain scalar only, so that what comes before it cannot just be exchanged.
    bool has_tab_line_below(std::uint32_t offset) const;
    /// The line break that the line of `offset` ends with, or else the file's first.
    std::string_view line_break(std::uint32_t offset) const;
    /// The white space that puts text under the character at `offset`.
    std::string indentation(std::uint32_t offset) const;
    std::uint32_t skip_blanks(std::uint32_t offset) const;
    /// The first byte from `offset` on that is neither white space, a comment nor a comma, as
    /// between the entries of `{}` and `[]`.
    std::uint32_t next_flow_token(std::uint32_t offset) const;

    /// Where a block entry or item begins: at its dash, its `?`, or the anchor, tag or first byte
    /// of its key, which are all in the column of its siblings. Nothing when other text stands
    /// before it.
    std::optional<std::uint32_t> block_begin(Node value) const;
    /// Where an entry or item ends: behind its value, or where a value that is not written would
    /// be put in. Nothing when only an anchor or tag is written, or a `?` without `:`.
    std::optional<std::uint32_t> entry_end(Node value) const;
    /// A tag (`!!str`) stands before a value that is written.
    bool has_tag(Node value) const;

  private:
    std::optional<std::uint32_t> unwritten_end(Node value) const;

    const text::SourceFile& file_;
    std::string_view text_;
};

/// The scalar (or empty collection, or alias) that a node's text ends with.
Node last_leaf(Node node);
/// A scalar written with `|` or `>`.
bool is_block_scalar(Node node);

}  // namespace gpulint::yaml
