#include "lint/fix.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "text/source.h"

namespace gpulint::lint {
namespace {

constexpr int kMostPasses = 10;

/// A text with what the rules say of it.
struct Linted {
    std::string text;
    std::vector<diag::Finding> findings;
    std::map<std::string, std::size_t> counts;  ///< by rule, suppressed ones left out
};

Linted lint(const Engine& engine, std::string_view name, std::string text) {
    Linted linted;
    text::SourceSet sources;
    linted.text = text;
    const Result<text::FileId> id = sources.add(std::string(name), std::move(text));
    if (!id) return linted;
    Counts counts;
    linted.findings = engine.check_file(sources.file(*id), name, counts).findings;
    std::erase_if(linted.findings, [](const diag::Finding& finding) { return finding.suppressed; });
    for (const diag::Finding& finding : linted.findings) ++linted.counts[finding.rule];
    return linted;
}

bool is_trusted(const diag::Fix& fix, diag::Applicability least) {
    return fix.applicability <= least && fix.applicability != diag::Applicability::kDisplayOnly;
}

/// No rule says more than before, and one of them less.
bool is_better(const Linted& after, const Linted& before, const std::string& rule) {
    for (const auto& [id, count] : after.counts) {
        const auto old = before.counts.find(id);
        if (count > (old == before.counts.end() ? 0 : old->second)) return false;
    }
    const auto left = after.counts.find(rule);
    return (left == after.counts.end() ? 0 : left->second) < before.counts.at(rule);
}

bool overlap(const std::vector<text::Edit>& left, const std::vector<text::Edit>& right) {
    return std::ranges::any_of(left, [&right](const text::Edit& a) {
        return std::ranges::any_of(right, [&a](const text::Edit& b) {
            return a.span.overlaps(b.span) || a.span.begin == b.span.begin;
        });
    });
}

/// All fixes of one pass that do not touch each other, at once; nothing when that makes it worse.
std::optional<Linted> fix_together(const Engine& engine, std::string_view name,
                                   const Linted& before, diag::Applicability least) {
    std::vector<text::Edit> edits;
    std::size_t chosen = 0;
    for (const diag::Finding& finding : before.findings) {
        if (finding.fixes.empty() || !is_trusted(finding.fixes.front(), least)) continue;
        const std::vector<text::Edit>& wanted = finding.fixes.front().edits;
        if (overlap(wanted, edits)) continue;
        edits.insert(edits.end(), wanted.begin(), wanted.end());
        ++chosen;
    }
    if (chosen == 0) return std::nullopt;
    const Result<std::string> text = text::apply_edits(before.text, edits);
    if (!text) return std::nullopt;
    Linted after = lint(engine, name, *text);
    for (const auto& [rule, count] : after.counts) {
        const auto old = before.counts.find(rule);
        if (count > (old == before.counts.end() ? 0 : old->second)) return std::nullopt;
    }
    if (before.findings.size() < after.findings.size() + chosen) return std::nullopt;
    return after;
}

/// The first fix that makes things better by itself.
std::optional<Linted> fix_one(const Engine& engine, std::string_view name, const Linted& before,
                              diag::Applicability least) {
    for (const diag::Finding& finding : before.findings) {
        for (const diag::Fix& fix : finding.fixes) {
            if (!is_trusted(fix, least)) continue;
            const Result<std::string> text = text::apply_edits(before.text, fix.edits);
            if (!text || *text == before.text) continue;
            Linted after = lint(engine, name, *text);
            if (is_better(after, before, finding.rule)) return after;
        }
    }
    return std::nullopt;
}

}  // namespace

FixOutcome fix_text(const Engine& engine, std::string_view name, std::string text,
                    diag::Applicability least) {
    Linted state = lint(engine, name, std::move(text));
    const std::size_t found = state.findings.size();
    for (int pass = 0; pass < kMostPasses; ++pass) {
        std::optional<Linted> next = fix_together(engine, name, state, least);
        if (!next) next = fix_one(engine, name, state, least);
        if (!next) break;
        state = std::move(*next);
    }
    return {std::move(state.text), found - state.findings.size()};
}

}  // namespace gpulint::lint
