#include "report/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "lint/rule.h"
#include "report/lessons.h"

namespace gpulint::report {
namespace {

constexpr std::array<Format, 11> kFormats{{
    {"text", "for people: a frame of source for each finding", make_text_reporter},
    {"concise", "one line for each finding", make_concise_reporter},
    {"json", "one JSON object, described by docs/schemas", make_json_reporter},
    {"jsonl", "one JSON object a line for each finding, then the summary", make_jsonl_reporter},
    {"github", "annotations of GitHub Actions", make_github_reporter},
    {"gitlab", "code quality report of GitLab", make_gitlab_reporter},
    {"sarif", "SARIF 2.1.0, for code scanning", make_sarif_reporter},
    {"junit", "JUnit XML", make_junit_reporter},
    {"checkstyle", "Checkstyle XML", make_checkstyle_reporter},
    {"rdjson", "Reviewdog's diagnostics, with suggestions", make_rdjson_reporter},
    {"markdown", "a table, for the summary of a job", make_markdown_reporter},
}};

std::string counted(std::size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// What links start with: "https://example.org/docs/" or "docs/".
std::string root_of(std::string_view docs_url) {
    if (docs_url.empty()) return "docs/";
    return std::string(docs_url) + (docs_url.ends_with('/') ? "" : "/");
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view name) {
    const auto row = std::ranges::find(kFormats, name, &Format::name);
    return row == kFormats.end() ? nullptr : &*row;
}

std::string rule_link(const lint::RuleMeta& rule, std::string_view docs_url) {
    return fmt::format("{}rules/{}.md", root_of(docs_url), rule.name);
}

std::string lesson_link(std::string_view step, std::string_view docs_url) {
    const LessonStep* known = find_lesson_step(step);
    if (known == nullptr) return "";
    return fmt::format("{}lessons/{}#{}", root_of(docs_url), known->page, step);
}

const LessonStep* find_lesson_step(std::string_view id) {
    const std::span<const LessonStep> steps = lesson_steps();
    const auto step = std::ranges::find(steps, id, &LessonStep::id);
    return step == steps.end() ? nullptr : &*step;
}

std::string_view why_of(const diag::Finding& finding, const lint::Rule* rule) {
    return finding.why.empty() && rule != nullptr ? rule->meta.why : std::string_view(finding.why);
}

std::string_view what_to_do_of(const diag::Finding& finding, const lint::Rule* rule) {
    return finding.what_to_do.empty() && rule != nullptr ? rule->meta.what_to_do
                                                         : std::string_view(finding.what_to_do);
}

std::string_view outcome_phrase(const diag::Finding& finding) {
    switch (finding.outcome) {
        case diag::Outcome::kRejected:
            if (finding.is_by_reader) return "refused by the program that reads it";
            return finding.is_at_pod_creation ? "its pods are rejected by the API server"
                                              : "rejected by the API server";
        case diag::Outcome::kPending: return "accepted, never scheduled";
        case diag::Outcome::kFails: return "scheduled, then fails";
        case diag::Outcome::kWrong: return "runs, but not as meant";
        case diag::Outcome::kAdvice: return "advice";
    }
    return "advice";
}

std::string summary_line(const lint::Summary& summary) {
    std::vector<std::string> found;
    if (summary.errors > 0) found.push_back(counted(summary.errors, "error"));
    if (summary.warnings > 0) found.push_back(counted(summary.warnings, "warning"));
    if (summary.notes > 0) found.push_back(counted(summary.notes, "note"));
    std::string line = found.empty() ? "nothing found" : fmt::format("{}", fmt::join(found, ", "));
    line +=
        fmt::format(" in {}, {}, {}", counted(summary.files, "file"),
                    counted(summary.documents, "document"), counted(summary.workloads, "workload"));
    if (summary.suppressed > 0) {
        line += fmt::format("; {} suppressed", summary.suppressed);
        if (summary.in_baseline > 0) line += fmt::format(" ({} by baseline)", summary.in_baseline);
    }
    if (summary.fixable > 0) line += fmt::format("; {} fixable with --fix", summary.fixable);
    if (summary.unsafe_fixable > 0) {
        line += fmt::format("; {} fixable with --unsafe-fixes", summary.unsafe_fixable);
    }
    std::vector<std::string> skipped;
    for (const auto& [reason, count] : summary.skipped) {
        skipped.push_back(fmt::format("{} ({})", reason, count));
    }
    if (!skipped.empty()) line += fmt::format("; not judged: {}", fmt::join(skipped, ", "));
    if (!summary.unreadable.empty()) {
        line += fmt::format("; {} could not be read", counted(summary.unreadable.size(), "input"));
    }
    return line;
}

}  // namespace gpulint::report
