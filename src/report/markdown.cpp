#include <fmt/format.h>

#include "lint/rule.h"
#include "report/display.h"
#include "report/file_uri.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

/// escaped(), for a cell of a table: nothing in it is markup, a link, a mention or HTML.
std::string cell(std::string_view text) {
    const std::string shown = escaped(text);
    std::string out;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const char c = shown[at];
        const std::string_view rest = std::string_view(shown).substr(at);
        const bool is_link = rest.starts_with("://") || rest.starts_with("www.");
        if (std::string_view("&<>@").find(c) != std::string_view::npos || is_link) {
            out += fmt::format("&#{};", static_cast<int>(c));
        } else if (std::string_view("\\`*_[]|~#!$").find(c) != std::string_view::npos) {
            out += '\\';
            out += c;
        } else {
            out += c == '\t' ? ' ' : c;
        }
    }
    return out;
}

/// A table, for the summary of a CI job or a comment.
class MarkdownReporter : public Reporter {
  public:
    explicit MarkdownReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& out) override { out += "# gpulint\n\n"; }

    void finding(const diag::Finding& finding, std::string& out) override {
        if (!has_head_) {
            out += "| Where | Severity | Rule | Finding | What to do |\n|---|---|---|---|---|\n";
        }
        has_head_ = true;
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position place = file.position(finding.primary.span.begin);
        const lint::Rule* rule = surroundings_.rules.find(finding.rule);
        const std::string id = rule == nullptr
                                   ? cell(finding.rule)
                                   : fmt::format("[{}]({})", finding.rule,
                                                 rule_link(rule->meta, surroundings_.docs_url));
        out += fmt::format("| {}:{}:{} | {} | {} | {} ({}) | {} |\n", cell(plain_path(file.name())),
                           place.line, place.column, to_string(finding.severity), id,
                           cell(finding.message), outcome_phrase(finding),
                           cell(what_to_do_of(finding, rule)));
    }

    void end(const lint::Summary& summary, std::string& out) override {
        if (has_head_) out += '\n';
        for (const Error& error : summary.unreadable) {
            out += fmt::format("* {}\n", cell(error.message));
        }
        if (!summary.unreadable.empty()) out += '\n';
        out += cell(summary_line(summary)) + '\n';
    }

  private:
    const Surroundings& surroundings_;
    bool has_head_ = false;
};

}  // namespace

std::unique_ptr<Reporter> make_markdown_reporter(const Surroundings& surroundings) {
    return std::make_unique<MarkdownReporter>(surroundings);
}

}  // namespace gpulint::report
