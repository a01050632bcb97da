#include "lint/suppressions.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/ascii.h"
#include "base/near_text.h"
#include "yaml/parse.h"

namespace gpulint::lint {
namespace {

constexpr std::string_view kUntil = "until=";
/// What other tools write; in a comment of gpulint's it means that something is to be silenced.
constexpr std::array<std::string_view, 8> kForeignWords{"disable", "disabled", "noqa", "nolint",
                                                        "skip",    "allow",    "off",  "suppress"};

text::Span part_of(text::Span whole, std::size_t begin, std::size_t size) {
    return {whole.file, whole.begin + static_cast<std::uint32_t>(begin),
            whole.begin + static_cast<std::uint32_t>(begin + size)};
}

/// The names between brackets; `list` starts at `offset` of the comment.
std::vector<Suppression::Name> parse_names(std::string_view list, text::Span comment,
                                           std::size_t offset) {
    std::vector<Suppression::Name> names;
    for (const std::string_view part : ascii::split(list, ',')) {
        const std::string_view name = ascii::trim(part);
        if (name.empty()) continue;
        const std::size_t begin = offset + static_cast<std::size_t>(name.data() - list.data());
        names.push_back({std::string(name), part_of(comment, begin, name.size()), false});
    }
    return names;
}

/// Reads the brackets at `at`, when there are any; gives where they end.
std::size_t read_brackets(std::string_view comment, std::size_t at, Suppression& suppression) {
    suppression.brackets = part_of(suppression.comment, at, 0);
    if (at >= comment.size() || comment[at] != '[') return at;
    // A bracket that is never closed ends with its word.
    const std::size_t close = comment.find(']', at);
    const std::size_t last = std::min(comment.find_first_of(" \t", at), comment.size());
    const std::size_t end = close == std::string_view::npos ? last : close;
    suppression.rules =
        parse_names(comment.substr(at + 1, end - at - 1), suppression.comment, at + 1);
    const std::size_t behind =
        std::min(end + (close == std::string_view::npos ? 0 : 1), comment.size());
    suppression.brackets = part_of(suppression.comment, at, behind - at);
    return behind;
}

void read_until(std::string_view comment, std::size_t at, Suppression& suppression) {
    std::size_t begin = comment.find(kUntil, at);
    while (begin != std::string_view::npos && begin > at && !ascii::is_blank(comment[begin - 1])) {
        begin = comment.find(kUntil, begin + 1);
    }
    if (begin == std::string_view::npos) return;
    const std::size_t end = std::min(comment.find_first_of(" \t", begin), comment.size());
    suppression.until = std::string(comment.substr(begin, end - begin).substr(kUntil.size()));
    suppression.until_span = part_of(suppression.comment, begin, end - begin);
}

std::optional<SuppressionScope> find_scope(std::string_view word) {
    if (word == "ignore") return SuppressionScope::kNode;
    if (word == "ignore-object") return SuppressionScope::kObject;
    if (word == "ignore-file") return SuppressionScope::kFile;
    const bool is_foreign = std::ranges::find(kForeignWords, word) != kForeignWords.end();
    if (is_foreign || !find_nearest(word, kSuppressionWords).empty())
        return SuppressionScope::kNone;
    return std::nullopt;
}

text::Span line_around(const text::SourceFile& file, std::uint32_t offset) {
    const std::string_view text = file.text();
    const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    return {file.id(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// Finds what the comments of one document cover; they are asked for in order.
class CoverFinder {
  public:
    explicit CoverFinder(const yaml::Document& document) : document_(document) {}

    text::Span find(SuppressionScope scope, text::Span comment) {
        switch (scope) {
            case SuppressionScope::kNone: return {comment.file, comment.begin, comment.begin};
            case SuppressionScope::kFile: return document_.file().whole();
            case SuppressionScope::kObject: return object_around(comment.begin);
            case SuppressionScope::kNode: break;
        }
        const text::Span line = line_around(document_.file(), comment.begin);
        const text::Span before{line.file, line.begin, comment.begin};
        const bool stands_alone = ascii::trim(document_.file().text(before)).empty();
        return stands_alone ? node_below(comment) : line;
    }

  private:
    /// The item of a list that holds `offset`, or else the document.
    text::Span object_around(std::uint32_t offset) const {
        for (const yaml::Node item : document_.root()["items"].items()) {
            const text::Span span = item.entry_span();
            if (span.begin <= offset && offset <= span.end && item.has("kind")) return span;
        }
        return document_.span();
    }

    /// The outermost node that starts where the next line with content does.
    text::Span node_below(text::Span comment) {
        // Comments above one another have the same content below them.
        if (comment.end > content_) content_ = find_content(comment.end);
        if (content_ >= document_.span().end) return comment;
        if (entries_.empty()) collect_entries();
        const auto entry = std::ranges::lower_bound(entries_, content_, {}, &text::Span::begin);
        if (entry != entries_.end() && entry->begin == content_) return *entry;
        return line_around(document_.file(), content_);
    }

    /// The first byte of the next line below `at` that holds more than a comment.
    std::uint32_t find_content(std::uint32_t at) const {
        const text::SourceFile& file = document_.file();
        at = line_around(file, at).end;
        while (at < document_.span().end) {
            const text::Span line = line_around(file, at + 1);
            const std::string_view text = file.text(line);
            const std::string_view content = ascii::trim(text);
            if (!content.empty() && content.front() != '#') {
                return line.begin + static_cast<std::uint32_t>(content.data() - text.data());
            }
            at = line.end;
        }
        return document_.span().end;
    }

    void collect_entries() {
        for (std::uint32_t i = 0; i < document_.node_count(); ++i) {
            const yaml::Node node(&document_, i);
            if (!node.is_merged()) entries_.push_back(node.entry_span());
        }
        // Of those that start at one place the longest first.
        std::ranges::sort(entries_, [](text::Span left, text::Span right) {
            return left.begin != right.begin ? left.begin < right.begin : left.end > right.end;
        });
    }

    const yaml::Document& document_;
    std::uint32_t content_ = 0;
    std::vector<text::Span> entries_;
};

}  // namespace

bool Suppression::has_valid_day() const {
    if (!until) return true;
    const std::string_view day = *until;
    if (day.size() != 10 || day[4] != '-' || day[7] != '-') return false;
    unsigned parts[3] = {0, 0, 0};
    std::size_t part = 0;
    for (const char c : day) {
        if (c == '-') {
            if (++part > 2) return false;
            continue;
        }
        if (!ascii::is_digit(c)) return false;
        parts[part] = parts[part] * 10 + static_cast<unsigned>(c - '0');
    }
    return std::chrono::year_month_day(std::chrono::year(static_cast<int>(parts[0])),
                                       std::chrono::month(parts[1]), std::chrono::day(parts[2]))
        .ok();
}

bool Suppression::is_over(std::string_view today) const {
    return until && (!has_valid_day() || *until < today);
}

std::optional<Suppression> parse_suppression(std::string_view comment, text::Span span) {
    std::size_t at = comment.find_first_not_of("# \t");
    if (at == std::string_view::npos || !comment.substr(at).starts_with(kSuppressionMark)) {
        return std::nullopt;
    }
    at = comment.find_first_not_of(" \t", at + kSuppressionMark.size());
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t word_end = std::min(comment.find_first_of("[ \t", at), comment.size());
    const auto scope = find_scope(comment.substr(at, word_end - at));
    if (!scope) return std::nullopt;
    Suppression suppression;
    suppression.scope = *scope;
    suppression.comment = span;
    suppression.word = part_of(span, at, word_end - at);
    read_until(comment, read_brackets(comment, word_end, suppression), suppression);
    return suppression;
}

std::vector<Suppression> find_suppressions(const yaml::Document& document) {
    std::vector<Suppression> suppressions;
    const text::SourceFile& file = document.file();
    if (file.text(document.span()).find(kSuppressionMark) == std::string_view::npos) {
        return suppressions;
    }
    CoverFinder covers(document);
    for (const text::Span comment : yaml::find_comments(document)) {
        std::optional<Suppression> suppression = parse_suppression(file.text(comment), comment);
        if (!suppression) continue;
        suppression->covers = covers.find(suppression->scope, comment);
        suppression->is_uncertain = document.is_damaged() || document.is_template();
        suppressions.push_back(std::move(*suppression));
    }
    return suppressions;
}

}  // namespace gpulint::lint
