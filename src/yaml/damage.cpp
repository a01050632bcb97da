#include "yaml/damage.h"

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/ascii.h"

extern "C" const TSLanguage* tree_sitter_yaml(void);

namespace gpulint::yaml {
namespace {

/// tree-sitter-yaml counts rows in 16 bits, and takes seconds for megabytes.
constexpr std::size_t kMostLines = 32'000;
constexpr std::size_t kMostBytes = 512 * 1024;
/// It aborts the program past some 250 levels; text that could nest deeper is kept from it.
constexpr std::size_t kDeepest = 100;

/// Damage of more lines is looked for where libyaml stopped.
constexpr std::ptrdiff_t kMostDamagedLines = 4;

struct TreeDeleter {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
struct ParserDeleter {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

/// An upper bound of the levels of nesting: open brackets, and columns of indentation with dashes.
bool may_nest_deeply(std::string_view text) {
    std::size_t open = 0;
    std::size_t most = 0;
    std::size_t column = 0;
    bool is_indentation = true;
    for (const char c : text) {
        if (c == '\n') {
            column = 0;
            is_indentation = true;
            continue;
        }
        if (c == '[' || c == '{') ++open;
        if ((c == ']' || c == '}') && open > 0) --open;
        is_indentation = is_indentation && (c == ' ' || c == '-' || c == '?' || c == ':');
        if (is_indentation) ++column;
        most = std::max(most, open + column / 2);
    }
    return most > kDeepest;
}

Range line_around(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    return {before == std::string_view::npos ? 0 : before + 1,
            std::min(text.find('\n', offset), text.size())};
}

bool is_blank(std::string_view text, Range range) {
    return ascii::trim(text.substr(range.begin, range.end - range.begin)).empty();
}

/// The line at `offset`, or the last one before it that says something.
Range line_with_content(std::string_view text, std::size_t offset) {
    Range line = line_around(text, offset);
    while (is_blank(text, line) && line.begin > 0) line = line_around(text, line.begin - 1);
    return line;
}

/// The smallest error of the tree that touches `offset` or its line.
std::optional<Range> find_error_node(TSNode root, Range around, std::size_t most) {
    std::optional<Range> smallest;
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    bool is_done = false;
    while (!is_done) {
        const TSNode node = ts_tree_cursor_current_node(&cursor);
        const Range range{ts_node_start_byte(node), ts_node_end_byte(node)};
        const bool is_error =
            std::string_view(ts_node_type(node)) == "ERROR" || ts_node_is_missing(node);
        const bool is_near = range.begin <= around.end && range.end + 1 >= around.begin;
        const std::size_t size = range.end - range.begin;
        if (is_error && is_near && size <= most &&
            (!smallest || size < smallest->end - smallest->begin)) {
            smallest = range;
        }
        if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
        while (!is_done && !ts_tree_cursor_goto_next_sibling(&cursor)) {
            is_done = !ts_tree_cursor_goto_parent(&cursor);
        }
    }
    ts_tree_cursor_delete(&cursor);
    return smallest;
}

std::optional<Range> ask_tree_sitter(std::string_view text, Range around) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    if (text.size() > kMostBytes || lines > kMostLines || may_nest_deeply(text))
        return std::nullopt;
    const std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
    if (!parser || !ts_parser_set_language(parser.get(), tree_sitter_yaml())) return std::nullopt;
    const std::unique_ptr<TSTree, TreeDeleter> tree(ts_parser_parse_string(
        parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (!tree) return std::nullopt;
    // An error as large as the document says nothing.
    return find_error_node(ts_tree_root_node(tree.get()), around, text.size() / 4);
}

struct Explanation {
    std::string_view libyaml;
    std::string_view plain;
};
constexpr std::array<Explanation, 14> kExplanations{{
    {"could not find expected ':'",
     "this line is no `key: value`: the colon, or the blank behind it, is missing"},
    {"mapping values are not allowed in this context",
     "a `: ` stands where no key can be: quote the value, or check the indentation"},
    {"did not find expected key",
     "this line does not fit the mapping above: check its indentation"},
    {"did not find expected '-' indicator",
     "the list above goes on with `- `: check the indentation"},
    {"block sequence entries are not allowed in this context",
     "a list cannot start here: put it on lines of its own below the key"},
    {"found unexpected end of stream", "a quote that is opened here is never closed"},
    {"found unexpected document indicator", "a quote that is opened above is never closed"},
    {"did not find expected ',' or '}'", "a `{` before this is not closed, or a comma is missing"},
    {"did not find expected ',' or ']'", "a `[` before this is not closed, or a comma is missing"},
    {"did not find expected node content", "a value is missing here"},
    {"control characters are not allowed", "a control character stands here: remove it"},
    {"question mark in a plain scalar",
     "a `?` cannot stand here between brackets: quote the value"},
    {"found unknown escape character",
     "YAML knows no such escape: double the backslash, or use single quotes"},
    {"did not find expected alphabetic or numeric character",
     "`&` and `*` name anchors: quote the value"},
}};

}  // namespace

Range find_damage(std::string_view text, const SyntaxError& error) {
    const Range line = line_with_content(text, error.offset);
    const std::optional<Range> seen = ask_tree_sitter(text, line);
    if (!seen) return line;
    const Range first = line_with_content(text, seen->begin);
    const Range last = line_around(text, seen->end > seen->begin ? seen->end - 1 : seen->begin);
    const Range all{std::min(first.begin, line.begin), std::max({last.end, first.end, line.end})};
    // An error that takes in a good part of the document is tree-sitter's, not the author's.
    const std::string_view lines = text.substr(all.begin, all.end - all.begin);
    return std::ranges::count(lines, '\n') < kMostDamagedLines ? all : line;
}

std::string explain_damage(std::string_view text, const SyntaxError& error) {
    const char at = error.offset < text.size() ? text[error.offset] : '\0';
    if (error.message.find("cannot start any token") != std::string::npos) {
        return at == '\t' ? "a tab cannot indent YAML: use blanks"
                          : fmt::format("a value cannot start with `{}`: quote it", at);
    }
    for (const Explanation& explanation : kExplanations) {
        if (error.message.find(explanation.libyaml) != std::string::npos) {
            return std::string(explanation.plain);
        }
    }
    return error.message;
}

}  // namespace gpulint::yaml
