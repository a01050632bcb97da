#include "report/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/lessons.h"

namespace gpulint::report {
namespace {

struct FormatRow {
    std::string_view name;
    Format format;
    std::unique_ptr<Reporter> (*make)(const Surroundings&);
};
constexpr std::array<FormatRow, 5> kFormats{{
    {"text", Format::kText, make_text_reporter},
    {"concise", Format::kConcise, make_concise_reporter},
    {"json", Format::kJson, make_json_reporter},
    {"jsonl", Format::kJsonl, make_jsonl_reporter},
    {"github", Format::kGithub, make_github_reporter},
}};

std::string counted(std::size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

std::optional<Format> find_format(std::string_view name) {
    const auto row = std::ranges::find(kFormats, name, &FormatRow::name);
    if (row == kFormats.end()) return std::nullopt;
    return row->format;
}

std::vector<std::string_view> format_names() {
    std::vector<std::string_view> names;
    for (const FormatRow& row : kFormats) names.push_back(row.name);
    return names;
}

std::unique_ptr<Reporter> make_reporter(Format format, const Surroundings& surroundings) {
    return std::ranges::find(kFormats, format, &FormatRow::format)->make(surroundings);
}

std::string rule_link(const lint::RuleMeta& rule, std::string_view docs_url) {
    const std::string_view slash = docs_url.empty() || docs_url.ends_with('/') ? "" : "/";
    const std::string_view root = docs_url.empty() ? "docs/" : docs_url;
    return fmt::format("{}{}rules/{}.md", root, slash, rule.name);
}

std::string lesson_link(std::string_view step, std::string_view docs_url) {
    const LessonStep* known = find_lesson_step(step);
    if (known == nullptr) return "";
    const std::string_view slash = docs_url.empty() || docs_url.ends_with('/') ? "" : "/";
    const std::string_view root = docs_url.empty() ? "docs/" : docs_url;
    return fmt::format("{}{}lessons/{}#{}", root, slash, known->page, step);
}

const LessonStep* find_lesson_step(std::string_view id) {
    const std::span<const LessonStep> steps = lesson_steps();
    const auto step = std::ranges::find(steps, id, &LessonStep::id);
    return step == steps.end() ? nullptr : &*step;
}

std::string_view outcome_phrase(const diag::Finding& finding) {
    switch (finding.outcome) {
        case diag::Outcome::kRejected:
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
    std::string line;
    const auto add = [&line](std::string_view text) {
        if (!line.empty()) line += ", ";
        line += text;
    };
    if (summary.errors > 0) add(counted(summary.errors, "error"));
    if (summary.warnings > 0) add(counted(summary.warnings, "warning"));
    if (summary.notes > 0) add(counted(summary.notes, "note"));
    if (line.empty()) line = "nothing found";
    line +=
        fmt::format(" in {}, {}, {}", counted(summary.files, "file"),
                    counted(summary.documents, "document"), counted(summary.workloads, "workload"));
    if (summary.suppressed > 0) line += fmt::format("; {} suppressed", summary.suppressed);
    if (summary.fixable > 0) line += fmt::format("; {} fixable with --fix", summary.fixable);
    if (summary.unsafe_fixable > 0) {
        line += fmt::format("; {} with --unsafe-fixes", summary.unsafe_fixable);
    }
    std::string skipped;
    for (const auto& [reason, count] : summary.skipped) {
        skipped += fmt::format("{}{} ({})", skipped.empty() ? "" : ", ", reason, count);
    }
    if (!skipped.empty()) line += "; not judged: " + skipped;
    return line;
}

}  // namespace gpulint::report
