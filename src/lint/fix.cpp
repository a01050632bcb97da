#include "lint/fix.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "diag/family.h"
#include "text/source.h"
#include "yaml/parse.h"

namespace gpulint::lint {
namespace {

constexpr int kMostPasses = 10;
/// A file in which most fixes turn out to be bad is not worth more looks than this.
constexpr int kMostLooks = 400;

/// A text with what the rules say of it.
struct Linted {
    std::string text;
    std::vector<diag::Finding> findings;
    std::map<std::string, std::size_t> counts;  ///< by rule, suppressed ones left out
    std::size_t problems = 0;                   ///< of reading it, whether a rule says so or not
};

Linted lint(const Engine& engine, std::string_view name, std::string text) {
    Linted linted;
    text::SourceSet sources;
    linted.text = text;
    const Result<text::FileId> id = sources.add(std::string(name), std::move(text));
    if (!id) return linted;
    const text::SourceFile& file = sources.file(*id);
    FileReport report;
    std::vector<Suppression> suppressions;
    Counts counts;
    for (const yaml::DocumentPart& part : yaml::split_documents(file)) {
        const auto document = yaml::parse_document(file, part);
        linted.problems += document->problems().size();
        engine.check_document(*document, name, report, suppressions, counts);
    }
    engine.finish_file(file, name, suppressions, report);
    std::erase_if(report.findings, [](const diag::Finding& finding) { return finding.suppressed; });
    for (const diag::Finding& finding : report.findings) ++linted.counts[finding.rule];
    linted.findings = std::move(report.findings);
    return linted;
}

/// No rule has more to say than before, and `fixed` findings are gone.
bool is_better(const Linted& after, const Linted& before, std::size_t fixed) {
    if (after.problems > before.problems) return false;
    for (const auto& [rule, count] : after.counts) {
        const auto old = before.counts.find(rule);
        if (count > (old == before.counts.end() ? 0 : old->second)) return false;
    }
    return after.findings.size() + fixed <= before.findings.size();
}

/// Edits that do not touch each other.
class EditSet {
  public:
    bool has_room_for(const std::vector<text::Edit>& edits) const {
        return std::ranges::none_of(edits, [this](const text::Edit& edit) {
            const auto next = taken_.lower_bound(edit.span.begin);
            const bool touches_next = next != taken_.end() && (next->first == edit.span.begin ||
                                                               next->first < edit.span.end);
            const bool touches_last =
                next != taken_.begin() && std::prev(next)->second > edit.span.begin;
            return touches_next || touches_last;
        });
    }

    void add(const std::vector<text::Edit>& edits) {
        for (const text::Edit& edit : edits) taken_[edit.span.begin] = edit.span.end;
    }

  private:
    std::map<std::uint32_t, std::uint32_t> taken_;
};

/// One finding's fixes that may be tried, best first.
using Choice = std::vector<const diag::Fix*>;

/// Mends a text in passes; the findings of one pass are judged together as far as that goes well.
class Mender {
  public:
    Mender(const Engine& engine, std::string_view name, diag::Applicability least)
        : engine_(engine), name_(name), least_(least) {}

    FixOutcome mend(std::string text) {
        Linted state = look(std::move(text));
        const std::size_t found = state.findings.size();
        for (int pass = 0; pass < kMostPasses; ++pass) {
            accepted_.clear();
            best_.reset();
            before_ = &state;
            accept(choices());
            if (!best_) break;
            state = std::move(*best_);
        }
        before_ = nullptr;
        return {std::move(state.text), found - state.findings.size()};
    }

  private:
    Linted look(std::string text) {
        ++looks_;
        return lint(engine_, name_, std::move(text));
    }

    /// What can be tried in one go. First comes what the text itself is meant to say, mended
    /// suppressions among it: what is to be silenced is not to be changed.
    std::vector<Choice> choices() const {
        std::vector<const diag::Finding*> findings;
        for (const diag::Finding& finding : before_->findings) findings.push_back(&finding);
        std::stable_partition(findings.begin(), findings.end(), [](const diag::Finding* finding) {
            return diag::family_of(finding->rule) == "input";
        });
        std::vector<Choice> chosen;
        EditSet edits;
        for (const diag::Finding* finding : findings) {
            Choice choice;
            for (const diag::Fix& fix : finding->fixes) {
                const bool is_trusted = fix.applicability <= least_ &&
                                        fix.applicability != diag::Applicability::kDisplayOnly;
                if (is_trusted && edits.has_room_for(fix.edits)) choice.push_back(&fix);
            }
            if (choice.empty()) continue;
            edits.add(choice.front()->edits);
            chosen.push_back(std::move(choice));
        }
        return chosen;
    }

    /// Takes all of `group` when that makes things better, else what it can of either half.
    void accept(std::span<const Choice> group) {
        if (group.empty()) return;
        std::vector<text::Edit> edits;
        for (const Choice& choice : group) {
            edits.insert(edits.end(), choice.front()->edits.begin(), choice.front()->edits.end());
        }
        if (try_with(edits, group.size())) return;
        if (group.size() > 1) {
            accept(group.first(group.size() / 2));
            accept(group.subspan(group.size() / 2));
            return;
        }
        for (const diag::Fix* other : std::span(group.front()).subspan(1)) {
            if (try_with(other->edits, 1)) return;
        }
    }

    bool try_with(const std::vector<text::Edit>& edits, std::size_t fixed) {
        if (looks_ >= kMostLooks) return false;
        std::vector<text::Edit> all = accepted_;
        all.insert(all.end(), edits.begin(), edits.end());
        const Result<std::string> text = text::apply_edits(before_->text, all);
        if (!text) return false;
        Linted after = look(*text);
        if (!is_better(after, best_ ? *best_ : *before_, fixed)) return false;
        accepted_ = std::move(all);
        best_ = std::move(after);
        return true;
    }

    const Engine& engine_;
    std::string_view name_;
    diag::Applicability least_;
    int looks_ = 0;
    const Linted* before_ = nullptr;    ///< at the start of the pass
    std::vector<text::Edit> accepted_;  ///< in this pass
    std::optional<Linted> best_;        ///< with the accepted edits; none yet when there are none
};

}  // namespace

FixOutcome fix_text(const Engine& engine, std::string_view name, std::string text,
                    diag::Applicability least) {
    return Mender(engine, name, least).mend(std::move(text));
}

}  // namespace gpulint::lint
