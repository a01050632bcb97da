#include <algorithm>

#include "base/ascii.h"
#include "base/near_text.h"
#include "lint/rule.h"
#include "lint/suppressions.h"

namespace gpulint::lint {
namespace {

/// Removes a comment, with its line when nothing else stands there.
std::vector<text::Edit> remove_comment(const text::SourceFile& file, text::Span comment) {
    const std::string_view text = file.text();
    std::uint32_t begin = comment.begin;
    while (begin > 0 && ascii::is_blank(text[begin - 1])) --begin;
    std::uint32_t end = comment.end;
    while (end < text.size() && ascii::is_blank(text[end])) ++end;
    if (begin == 0 || text[begin - 1] == '\n') {
        end =
            static_cast<std::uint32_t>(std::min(text.find('\n', comment.end), text.size() - 1) + 1);
    }
    return {{{comment.file, begin, end}, ""}};
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

/// The finding's rule is named, or every rule is meant.
bool silences(Suppression& suppression, const diag::Finding& finding, const RuleTable& rules) {
    const text::Span place = finding.primary.span;
    const bool is_inside =
        suppression.scope != SuppressionScope::kNone && place.file == suppression.covers.file &&
        suppression.covers.begin <= place.begin && place.begin <= suppression.covers.end;
    if (!is_inside) return false;
    bool is_meant = suppression.rules.empty();
    for (Suppression::Name& name : suppression.rules) {
        const Rule* rule = rules.find(name.text);
        if (rule == nullptr || rule->meta.id != finding.rule) continue;
        name.is_used = true;
        is_meant = true;
    }
    suppression.is_used = suppression.is_used || is_meant;
    return is_meant;
}

/// Adds the findings about suppressions themselves.
class SuppressionReview {
  public:
    SuppressionReview(const RuleTable& rules, const std::vector<const Rule*>& did_run,
                      std::string_view today, const text::SourceFile& file, FileReport& report)
        : rules_(rules), did_run_(did_run), today_(today), file_(file), report_(report) {}

    /// `silenced`: ids of the rules that had something to say where the suppression counts.
    void review(const Suppression& suppression, std::vector<std::string> silenced) {
        if (suppression.scope == SuppressionScope::kNone) {
            unknown_word(suppression);
            return;
        }
        if (suppression.is_over(today_)) {
            expired(suppression);
            return;
        }
        if (suppression.rules.empty()) blanket(suppression, std::move(silenced));
        for (std::size_t i = 0; i < suppression.rules.size(); ++i) {
            if (rules_.find(suppression.rules[i].text) == nullptr) {
                unknown_rule(suppression, i);
            } else if (!suppression.rules[i].is_used) {
                unused(suppression, i);
            }
        }
    }

  private:
    /// A finding without words yet; null when its rule is off.
    diag::Finding* add(std::string_view id, text::Span span, std::string message) {
        const Rule* rule = rules_.find(id);
        if (rule == nullptr || !has_run(*rule)) return nullptr;
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

    static void offer(diag::Finding* finding, std::string title, std::vector<text::Edit> edits) {
        if (finding == nullptr) return;
        finding->fixes.push_back({std::move(title), diag::Applicability::kSafe, std::move(edits)});
    }

    bool has_run(const Rule& rule) const {
        return std::ranges::find(did_run_, &rule) != did_run_.end();
    }

    void unknown_word(const Suppression& suppression) {
        const std::string_view word = file_.text(suppression.word);
        const std::string_view near = find_nearest(word, kSuppressionWords);
        const std::string meant(near.empty() ? "ignore" : near);
        diag::Finding* finding =
            add("GPU008", suppression.word, "\"" + std::string(word) + "\" is no word for gpulint");
        if (finding == nullptr) return;
        finding->what_to_do = "did you mean " + meant + "?";
        offer(finding, "write " + meant, {{suppression.word, meant}});
    }

    void unknown_rule(const Suppression& suppression, std::size_t index) {
        const Suppression::Name& name = suppression.rules[index];
        diag::Finding* finding =
            add("GPU008", name.span, "no rule is called \"" + name.text + "\"");
        if (finding == nullptr) return;
        const std::string near(rules_.find_near(name.text));
        if (near.empty()) {
            offer(finding, "remove it", remove_name(file_, suppression, index));
            return;
        }
        finding->what_to_do = "did you mean " + near + "?";
        offer(finding, "write " + near, {{name.span, near}});
    }

    void unused(const Suppression& suppression, std::size_t index) {
        const Suppression::Name& name = suppression.rules[index];
        const Rule* rule = rules_.find(name.text);
        if (suppression.is_uncertain || !has_run(*rule) || has_skipped(*rule, suppression)) return;
        offer(add("GPU007", name.span, "nothing here for " + name.text + " to be silenced"),
              "remove it", remove_name(file_, suppression, index));
    }

    /// What a rule could not judge it may have had to say something about.
    bool has_skipped(const Rule& rule, const Suppression& suppression) const {
        return std::ranges::any_of(report_.skips, [&](const Skip& skip) {
            return (skip.rule.empty() || skip.rule == rule.meta.id) &&
                   (skip.span.overlaps(suppression.covers) || skip.span.empty());
        });
    }

    void expired(const Suppression& suppression) {
        const std::string message =
            suppression.has_valid_day()
                ? "this suppression ended on " + *suppression.until
                : "\"" + *suppression.until + "\" is no day, so this suppression does not count";
        diag::Finding* finding = add("GPU009", suppression.until_span, message);
        if (finding == nullptr) return;
        if (!suppression.has_valid_day()) {
            finding->what_to_do = "write a day: until=2027-01-31";
            return;
        }
        offer(finding, "remove the comment", remove_comment(file_, suppression.comment));
    }

    void blanket(const Suppression& suppression, std::vector<std::string> silenced) {
        if (silenced.empty()) {
            if (suppression.is_uncertain) return;
            offer(add("GPU010", suppression.comment,
                      "this comment silences every rule, and none has anything to say"),
                  "remove the comment", remove_comment(file_, suppression.comment));
            return;
        }
        std::ranges::sort(silenced);
        std::string list;
        for (const std::string& rule : silenced) list += (list.empty() ? "[" : ", ") + rule;
        offer(add("GPU010", suppression.comment, "this comment silences every rule, named or not"),
              "name the rules", {{suppression.brackets, list + "]"}});
    }

    const RuleTable& rules_;
    const std::vector<const Rule*>& did_run_;
    std::string_view today_;
    const text::SourceFile& file_;
    FileReport& report_;
};

}  // namespace

void apply_suppressions(std::vector<Suppression>& suppressions, const RuleTable& rules,
                        const std::vector<const Rule*>& did_run, std::string_view today,
                        const text::SourceFile& file, FileReport& report) {
    std::vector<std::vector<std::string>> silenced(suppressions.size());
    for (diag::Finding& finding : report.findings) {
        for (std::size_t i = 0; i < suppressions.size(); ++i) {
            if (suppressions[i].is_over(today) || !silences(suppressions[i], finding, rules)) {
                continue;
            }
            finding.suppressed = true;
            if (std::ranges::find(silenced[i], finding.rule) == silenced[i].end()) {
                silenced[i].push_back(finding.rule);
            }
        }
    }
    SuppressionReview review(rules, did_run, today, file, report);
    for (std::size_t i = 0; i < suppressions.size(); ++i) {
        review.review(suppressions[i], std::move(silenced[i]));
    }
}

}  // namespace gpulint::lint
