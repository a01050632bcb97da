#include <algorithm>

#include "lint/rule.h"
#include "report/display.h"
#include "report/file_uri.h"
#include "report/json_writer.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

std::string_view severity_of(diag::Severity severity) {
    switch (severity) {
        case diag::Severity::kError: return "ERROR";
        case diag::Severity::kWarning: return "WARNING";
        case diag::Severity::kNote: return "INFO";
    }
    return "INFO";
}

/// The Reviewdog Diagnostic Format: columns are bytes of UTF-8, ends are exclusive.
class RdjsonReporter : public Reporter {
  public:
    explicit RdjsonReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {
        json_.begin_object();
        json_.begin_object("source");
        json_.text("name", "gpulint");
        json_.end_object();
        json_.begin_array("diagnostics");
    }

    void finding(const diag::Finding& finding, std::string& out) override {
        json_.begin_object();
        json_.text("message",
                   escaped(finding.message) + " (" + std::string(outcome_phrase(finding)) + ')');
        location(finding.primary.span);
        json_.text("severity", severity_of(finding.severity));
        json_.begin_object("code");
        json_.text("value", finding.rule);
        if (const lint::Rule* rule = surroundings_.rules.find(finding.rule)) {
            json_.text("url", rule_link(rule->meta, surroundings_.docs_url));
        }
        json_.end_object();
        suggestions(finding);
        related(finding);
        json_.end_object();
        json_.hand_over(out);
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            json_.begin_object();
            json_.text("message", escaped(error.message));
            json_.begin_object("location");
            json_.text("path", "");
            json_.end_object();
            json_.text("severity", "ERROR");
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
        json_.hand_over(out);
        out += '\n';
    }

  private:
    void position(const char* key, const text::SourceFile& file, std::uint32_t offset) {
        const std::size_t line = file.position(offset).line;
        json_.begin_object(key);
        json_.number("line", line);
        json_.number("column", std::max(offset, file.line_start(line)) - file.line_start(line) + 1);
        json_.end_object();
    }

    void range(text::Span span) {
        const text::SourceFile& file = surroundings_.sources.file(span.file);
        json_.begin_object("range");
        position("start", file, span.begin);
        position("end", file, span.end);
        json_.end_object();
    }

    void location(text::Span span) {
        json_.begin_object("location");
        json_.text("path", plain_path(surroundings_.sources.file(span.file).name()));
        range(span);
        json_.end_object();
    }

    /// The first fix, where it touches nothing but the finding's own file.
    void suggestions(const diag::Finding& finding) {
        if (finding.fixes.empty()) return;
        const diag::Fix& fix = finding.fixes.front();
        if (fix.applicability == diag::Applicability::kDisplayOnly) return;
        const bool is_elsewhere = std::ranges::any_of(fix.edits, [&](const text::Edit& edit) {
            return edit.span.file != finding.primary.span.file;
        });
        if (is_elsewhere) return;
        json_.begin_array("suggestions");
        for (const text::Edit& edit : fix.edits) {
            json_.begin_object();
            range(edit.span);
            json_.text("text", edit.replacement);
            json_.end_object();
        }
        json_.end_array();
    }

    void related(const diag::Finding& finding) {
        if (finding.related.empty()) return;
        json_.begin_array("related_locations");
        for (const diag::Label& label : finding.related) {
            json_.begin_object();
            json_.text("message", escaped(label.message));
            location(label.span);
            json_.end_object();
        }
        json_.end_array();
    }

    const Surroundings& surroundings_;
    JsonWriter json_;
};

}  // namespace

std::unique_ptr<Reporter> make_rdjson_reporter(const Surroundings& surroundings) {
    return std::make_unique<RdjsonReporter>(surroundings);
}

}  // namespace gpulint::report
