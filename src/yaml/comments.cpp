#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "yaml/document.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

struct Range {
    std::uint32_t begin;
    std::uint32_t end;
};

/// The bytes that scalars, keys and aliases take, in order: a `#` among them starts no comment.
/// Everything else of a document is punctuation, white space and comments.
class CoveredRanges {
  public:
    explicit CoveredRanges(const Document& document) : text_(document.file().text()) {
        for (std::size_t i = 0; i < document.node_count(); ++i) {
            const NodeData& node = document.data(static_cast<std::uint32_t>(i));
            if (node.merged) continue;
            add({node.key_begin, node.key_end});
            const bool is_alias = node.target != kNoNode;
            if (is_alias) {
                add({node.begin, node.end});
            } else if (node.kind == NodeKind::kScalar) {
                add_scalar(node);
            }
        }
        // Nodes stand in the order of the text but for a few.
        if (!std::ranges::is_sorted(ranges_, {}, &Range::begin)) {
            std::ranges::sort(ranges_, {}, &Range::begin);
        }
    }

    const std::vector<Range>& ranges() const { return ranges_; }

  private:
    void add(Range range) {
        if (range.begin < range.end) ranges_.push_back(range);
    }

    void add_scalar(const NodeData& node) {
        const bool is_block =
            node.style == ScalarStyle::kLiteral || node.style == ScalarStyle::kFolded;
        if (!is_block) return add({node.begin, node.end});
        // A comment may stand behind the header (`|- # why`), which itself never holds a `#`.
        const std::string_view scalar = text_.substr(node.begin, node.end - node.begin);
        const std::size_t header_end = std::min(scalar.find_first_of("\r\n"), scalar.size());
        const std::size_t header = std::min(scalar.find('#'), header_end);
        add({node.begin, node.begin + static_cast<std::uint32_t>(header)});
        add({node.begin + static_cast<std::uint32_t>(header_end), node.end});
    }

    std::string_view text_;
    std::vector<Range> ranges_;
};

/// Looks for comments between scalars.
class CommentFinder {
  public:
    explicit CommentFinder(const Document& document)
        : document_(document), text_(document.file().text()) {}

    void look_at(std::uint32_t begin, std::uint32_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            if (text_[at] == '{' && document_.is_template()) {
                at = last_of_expression(at);
            } else if (text_[at] == '#' && may_precede(at)) {
                at = take_comment(at, end);
            }
        }
    }

    std::vector<text::Span> take() { return std::move(comments_); }

  private:
    /// White space stands before a comment; libyaml and go-yaml also take one right behind a quote
    /// or bracket.
    bool may_precede(std::size_t at) const {
        if (at == document_.span().begin) return true;
        const char before = text_[at - 1];
        return ascii::is_space(before) || std::string_view("\"'[]{},").find(before) != npos;
    }

    /// The last byte of the template expression at `at`, whatever stands in it; `at` if there is
    /// none.
    std::size_t last_of_expression(std::size_t at) const {
        const std::string_view opening = text_.substr(at, 2);
        if (opening != "{{" && opening != "{%") return at;
        const std::size_t close = text_.find(opening == "{{" ? "}}" : "%}", at);
        return close == npos || close >= document_.span().end ? at : close + 1;
    }

    /// Keeps the comment at `at`; returns its last byte.
    std::size_t take_comment(std::size_t at, std::size_t limit) {
        const std::string_view rest = text_.substr(at, limit - at);
        const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
        std::size_t size = line.size();
        while (ascii::is_space(line[size - 1])) --size;
        const auto begin = static_cast<std::uint32_t>(at);
        comments_.push_back(
            {document_.file().id(), begin, begin + static_cast<std::uint32_t>(size)});
        return at + line.size() - 1;
    }

    static constexpr std::size_t npos = std::string_view::npos;

    const Document& document_;
    std::string_view text_;
    std::vector<text::Span> comments_;
};

}  // namespace

std::vector<text::Span> find_comments(const Document& document) {
    if (document.is_json()) return {};
    CommentFinder finder(document);
    const CoveredRanges covered(document);
    std::uint32_t done = document.span().begin;
    for (const Range& range : covered.ranges()) {
        if (range.begin > done) finder.look_at(done, range.begin);
        done = std::max(done, range.end);
    }
    finder.look_at(done, document.span().end);
    return finder.take();
}

}  // namespace gpulint::yaml
