#include "lint/suppressions.h"

#include <algorithm>

#include "base/ascii.h"
#include "yaml/parse.h"

namespace gpulint::lint {
namespace {

constexpr std::string_view kUntil = "until=";

text::Span part_of(text::Span whole, std::size_t begin, std::size_t size) {
    return {whole.file, whole.begin + static_cast<std::uint32_t>(begin),
            whole.begin + static_cast<std::uint32_t>(begin + size)};
}

/// Reads the names between the brackets at `at`; `at` moves behind them.
std::vector<Suppression::Name> parse_names(std::string_view comment, text::Span span,
                                           std::size_t& at) {
    std::vector<Suppression::Name> names;
    const std::size_t close = comment.find(']', at);
    const std::size_t end = std::min(close, comment.size());
    std::size_t begin = at + 1;
    while (begin <= end) {
        const std::size_t comma = std::min(comment.find(',', begin), end);
        const std::string_view raw = comment.substr(begin, comma - begin);
        const std::string_view name = ascii::trim(raw);
        if (!name.empty()) {
            const std::size_t offset = begin + static_cast<std::size_t>(name.data() - raw.data());
            names.push_back({std::string(name), part_of(span, offset, name.size()), false});
        }
        begin = comma + 1;
    }
    at = std::min(end + 1, comment.size());
    return names;
}

/// The outermost node whose entry starts at `offset`, looking down from `node`.
yaml::Node find_entry_at(yaml::Node node, std::uint32_t offset) {
    while (node) {
        if (node.entry_span().begin == offset) return node;
        yaml::Node inner;
        const auto look = [&](yaml::Node child) {
            const text::Span span = child.entry_span();
            if (!child.is_merged() && span.begin <= offset && offset < span.end) inner = child;
        };
        for (const yaml::Entry entry : node.anchor().written_entries()) look(entry.value);
        for (const yaml::Node item : node.anchor().items()) look(item);
        node = inner;
    }
    return {};
}

/// The object (the document's, or an item of a list) that holds `offset`.
text::Span object_around(const yaml::Document& document, std::uint32_t offset) {
    const yaml::Node items = document.root()["items"];
    for (const yaml::Node item : items.items()) {
        const text::Span span = item.entry_span();
        if (span.begin <= offset && offset <= span.end && item.has("kind")) return span;
    }
    return document.span();
}

text::Span line_around(const text::SourceFile& file, std::uint32_t offset) {
    const std::string_view text = file.text();
    const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    return {file.id(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

bool stands_alone(const text::SourceFile& file, text::Span comment) {
    const text::Span line = line_around(file, comment.begin);
    return ascii::trim(file.text({line.file, line.begin, comment.begin})).empty();
}

/// What a comment that stands alone covers: the node that starts at the next line with content.
text::Span node_below(const yaml::Document& document, text::Span comment) {
    const text::SourceFile& file = document.file();
    std::uint32_t at = comment.end;
    while (at < document.span().end) {
        const text::Span line = line_around(file, at);
        const std::string_view text = file.text(line);
        const std::string_view content = ascii::trim(text);
        if (line.begin > comment.begin && !content.empty() && content.front() != '#') {
            const auto offset =
                line.begin + static_cast<std::uint32_t>(content.data() - text.data());
            const yaml::Node node = find_entry_at(document.root(), offset);
            return node ? node.entry_span() : line;
        }
        at = line.end + 1;
    }
    return comment;
}

/// Removes a comment, with its line when nothing else stands there.
std::vector<text::Edit> remove_comment(const text::SourceFile& file, text::Span comment) {
    const text::Span line = line_around(file, comment.begin);
    if (stands_alone(file, comment)) {
        const auto end = std::min(line.end + 1, file.whole().end);
        return {{{line.file, line.begin, end}, ""}};
    }
    std::uint32_t begin = comment.begin;
    while (begin > line.begin && ascii::is_blank(file.text()[begin - 1])) --begin;
    return {{{comment.file, begin, comment.end}, ""}};
}

/// Removes one name of a list, with the comma beside it; the whole comment when it is the only one.
std::vector<text::Edit> remove_name(const text::SourceFile& file, const Suppression& suppression,
                                    std::size_t index) {
    if (suppression.rules.size() == 1) return remove_comment(file, suppression.comment);
    const text::Span span = suppression.rules[index].span;
    if (index + 1 < suppression.rules.size()) {
        return {{{span.file, span.begin, suppression.rules[index + 1].span.begin}, ""}};
    }
    return {{{span.file, suppression.rules[index - 1].span.end, span.end}, ""}};
}

/// Adds the findings about suppressions themselves.
class SuppressionReview {
  public:
    SuppressionReview(const RuleTable& rules, const std::vector<const Rule*>& enabled,
                      const text::SourceFile& file, FileReport& report)
        : rules_(rules), enabled_(enabled), file_(file), report_(report) {}

    void unknown(const Suppression& suppression, std::size_t index) {
        const Suppression::Name& name = suppression.rules[index];
        diag::Finding* finding =
            add("GPU008", name.span, "no rule is called \"" + name.text + "\"");
        if (finding == nullptr) return;
        const std::string near(rules_.find_near(name.text));
        if (near.empty()) {
            finding->fixes.push_back(
                {"remove it", diag::Applicability::kSafe, remove_name(file_, suppression, index)});
        } else {
            finding->what_to_do = "did you mean " + near + "?";
            finding->fixes.push_back(
                {"write " + near, diag::Applicability::kSafe, {{name.span, near}}});
        }
    }

    void unused(const Suppression& suppression, std::size_t index) {
        const Suppression::Name& name = suppression.rules[index];
        const Rule* rule = rules_.find(name.text);
        const bool did_run = std::ranges::find(enabled_, rule) != enabled_.end();
        if (!did_run) return;
        diag::Finding* finding =
            add("GPU007", name.span, "nothing here for " + name.text + " to be silenced");
        if (finding == nullptr) return;
        finding->fixes.push_back(
            {"remove it", diag::Applicability::kSafe, remove_name(file_, suppression, index)});
    }

    void expired(const Suppression& suppression) {
        diag::Finding* finding = add("GPU009", suppression.until_span,
                                     "this suppression ended on " + *suppression.until);
        if (finding == nullptr) return;
        finding->fixes.push_back({"remove the comment", diag::Applicability::kSafe,
                                  remove_comment(file_, suppression.comment)});
    }

    void blanket(const Suppression& suppression, const std::vector<std::string>& silenced) {
        diag::Finding* finding =
            add("GPU010", suppression.comment, "this comment silences every rule, named or not");
        if (finding == nullptr) return;
        if (silenced.empty()) {
            finding->message = "this comment silences every rule, and none has anything to say";
            finding->fixes.push_back({"remove the comment", diag::Applicability::kSafe,
                                      remove_comment(file_, suppression.comment)});
            return;
        }
        std::string list;
        for (const std::string& rule : silenced) list += (list.empty() ? "[" : ", ") + rule;
        const std::string_view text = file_.text(suppression.comment);
        const std::size_t word = text.find("ignore");
        const std::size_t end = std::min(text.find_first_of(" \t", word), text.size());
        finding->fixes.push_back({"name the rules",
                                  diag::Applicability::kSafe,
                                  {{part_of(suppression.comment, end, 0), list + "]"}}});
    }

  private:
    diag::Finding* add(std::string_view id, text::Span span, std::string message) {
        const Rule* rule = rules_.find(id);
        if (std::ranges::find(enabled_, rule) == enabled_.end() || rule == nullptr) return nullptr;
        diag::Finding finding;
        finding.rule = id;
        finding.outcome = rule->meta.outcome;
        finding.severity = rule->meta.severity;
        finding.confidence = rule->meta.confidence;
        finding.primary.span = span;
        finding.message = std::move(message);
        report_.findings.push_back(std::move(finding));
        return &report_.findings.back();
    }

    const RuleTable& rules_;
    const std::vector<const Rule*>& enabled_;
    const text::SourceFile& file_;
    FileReport& report_;
};

/// True when the suppression names the finding's rule, or every rule.
bool silences(Suppression& suppression, const diag::Finding& finding, const RuleTable& rules) {
    const bool is_inside = finding.primary.span.file == suppression.covers.file &&
                           suppression.covers.begin <= finding.primary.span.begin &&
                           finding.primary.span.begin <= suppression.covers.end;
    if (!is_inside) return false;
    if (suppression.rules.empty()) {
        suppression.is_used = true;
        return true;
    }
    bool is_named = false;
    for (Suppression::Name& name : suppression.rules) {
        const Rule* rule = rules.find(name.text);
        if (rule == nullptr || rule->meta.id != finding.rule) continue;
        name.is_used = true;
        suppression.is_used = true;
        is_named = true;
    }
    return is_named;
}

}  // namespace

std::optional<Suppression> parse_suppression(std::string_view comment, text::Span span) {
    std::size_t at = comment.find_first_not_of("# \t");
    if (at == std::string_view::npos || !comment.substr(at).starts_with(kSuppressionMark)) {
        return std::nullopt;
    }
    at = comment.find_first_not_of(" \t", at + kSuppressionMark.size());
    if (at == std::string_view::npos) return std::nullopt;
    Suppression suppression;
    suppression.comment = span;
    const std::size_t word_end = std::min(comment.find_first_of("[ \t", at), comment.size());
    const std::string_view word = comment.substr(at, word_end - at);
    if (word == "ignore") {
        suppression.scope = SuppressionScope::kNode;
    } else if (word == "ignore-object") {
        suppression.scope = SuppressionScope::kObject;
    } else if (word == "ignore-file") {
        suppression.scope = SuppressionScope::kFile;
    } else {
        return std::nullopt;
    }
    at = word_end;
    if (at < comment.size() && comment[at] == '[')
        suppression.rules = parse_names(comment, span, at);
    const std::size_t until = comment.find(kUntil, at);
    if (until != std::string_view::npos) {
        const std::size_t begin = until + kUntil.size();
        const std::size_t end = std::min(comment.find_first_of(" \t", begin), comment.size());
        suppression.until = std::string(comment.substr(begin, end - begin));
        suppression.until_span = part_of(span, until, end - until);
    }
    return suppression;
}

std::vector<Suppression> find_suppressions(const yaml::Document& document) {
    std::vector<Suppression> suppressions;
    const text::SourceFile& file = document.file();
    if (file.text(document.span()).find(kSuppressionMark) == std::string_view::npos) {
        return suppressions;
    }
    for (const text::Span comment : yaml::find_comments(document)) {
        std::optional<Suppression> suppression = parse_suppression(file.text(comment), comment);
        if (!suppression) continue;
        switch (suppression->scope) {
            case SuppressionScope::kFile: suppression->covers = file.whole(); break;
            case SuppressionScope::kObject:
                suppression->covers = object_around(document, comment.begin);
                break;
            case SuppressionScope::kNode:
                suppression->covers = stands_alone(file, comment)
                                          ? node_below(document, comment)
                                          : line_around(file, comment.begin);
                break;
        }
        suppressions.push_back(std::move(*suppression));
    }
    return suppressions;
}

void apply_suppressions(std::vector<Suppression>& suppressions, const RuleTable& rules,
                        const std::vector<const Rule*>& enabled, std::string_view today,
                        const text::SourceFile& file, FileReport& report) {
    std::vector<std::vector<std::string>> silenced(suppressions.size());
    for (diag::Finding& finding : report.findings) {
        for (std::size_t i = 0; i < suppressions.size(); ++i) {
            const bool is_over = suppressions[i].until && *suppressions[i].until < today;
            if (is_over || !silences(suppressions[i], finding, rules)) continue;
            finding.suppressed = true;
            if (std::ranges::find(silenced[i], finding.rule) == silenced[i].end()) {
                silenced[i].push_back(finding.rule);
            }
        }
    }
    SuppressionReview review(rules, enabled, file, report);
    for (std::size_t i = 0; i < suppressions.size(); ++i) {
        const Suppression& suppression = suppressions[i];
        if (suppression.until && *suppression.until < today) {
            review.expired(suppression);
            continue;
        }
        if (suppression.rules.empty()) {
            std::ranges::sort(silenced[i]);
            review.blanket(suppression, silenced[i]);
        }
        for (std::size_t name = 0; name < suppression.rules.size(); ++name) {
            if (rules.find(suppression.rules[name].text) == nullptr) {
                review.unknown(suppression, name);
            } else if (!suppression.rules[name].is_used) {
                review.unused(suppression, name);
            }
        }
    }
}

}  // namespace gpulint::lint
