#include <algorithm>

#include "base/ascii.h"
#include "yaml/document.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

struct Range {
    std::uint32_t begin;
    std::uint32_t end;
};

/// The bytes that scalars and keys take, in order: a `#` among them starts no comment.
std::vector<Range> covered_ranges(const Document& document) {
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < document.node_count(); ++i) {
        const NodeData& node = document.data(static_cast<std::uint32_t>(i));
        if (node.merged) continue;
        if (node.key_begin < node.key_end) ranges.push_back({node.key_begin, node.key_end});
        const bool is_alias = node.target != kNoNode;
        if (node.kind == NodeKind::kScalar || is_alias) ranges.push_back({node.begin, node.end});
    }
    std::ranges::sort(ranges, {}, &Range::begin);
    return ranges;
}

void find_in_gap(const Document& document, std::uint32_t begin, std::uint32_t end,
                 std::vector<text::Span>& comments) {
    const std::string_view text = document.file().text();
    for (std::uint32_t at = begin; at < end; ++at) {
        if (text[at] != '#') continue;
        const bool starts_comment = at == 0 || ascii::is_space(text[at - 1]);
        if (!starts_comment) continue;
        std::uint32_t stop = static_cast<std::uint32_t>(
            std::min<std::size_t>(text.find('\n', at), document.span().end));
        const std::uint32_t next = stop;
        while (stop > at && ascii::is_space(text[stop - 1])) --stop;
        comments.push_back({document.file().id(), at, stop});
        at = next;
    }
}

}  // namespace

std::vector<text::Span> find_comments(const Document& document) {
    std::vector<text::Span> comments;
    if (document.is_json()) return comments;
    std::uint32_t done = document.span().begin;
    for (const Range& range : covered_ranges(document)) {
        if (range.begin > done) find_in_gap(document, done, range.begin, comments);
        done = std::max(done, range.end);
    }
    find_in_gap(document, done, document.span().end, comments);
    return comments;
}

}  // namespace gpulint::yaml
