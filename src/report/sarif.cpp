#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "diag/fingerprint.h"
#include "lint/rule.h"
#include "report/display.h"
#include "report/file_uri.h"
#include "report/json_writer.h"
#include "report/lessons.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

std::string_view level_of(diag::Severity severity) { return to_string(severity); }

std::string_view precision_of(diag::Confidence confidence) { return to_string(confidence); }

std::string_view problem_severity_of(diag::Severity severity) {
    return severity == diag::Severity::kNote ? "recommendation" : to_string(severity);
}

/// Text in which nothing becomes a link: SARIF reads `[text](target)` in messages as one.
std::string message_text(std::string_view text) {
    std::string out = escaped(text);
    for (std::size_t at = out.find("]("); at != std::string::npos; at = out.find("](", at + 3)) {
        out.insert(at, "\\");
    }
    return out;
}

/// From 1, in UTF-16 code units, as `columnKind` says.
std::size_t utf16_column(const text::SourceFile& file, std::uint32_t offset, std::size_t line) {
    const std::uint32_t start = file.line_start(line);
    std::size_t column = 1;
    for (const char c : file.text({file.id(), start, std::max(start, offset)})) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) ++column;
        if (byte >= 0xF0) ++column;  // a surrogate pair
    }
    return column;
}

/// SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
class SarifReporter : public Reporter {
  public:
    explicit SarifReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    bool wants_suppressed() const override { return true; }

    void begin(std::string& out) override {
        json_.begin_object();
        json_.text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        json_.text("version", "2.1.0");
        json_.begin_array("runs");
        json_.begin_object();
        json_.begin_object("tool");
        json_.begin_object("driver");
        json_.text("name", "gpulint");
        json_.text("version", surroundings_.version);
        json_.text("semanticVersion", surroundings_.version);
        json_.begin_array("rules");
        for (const lint::Rule& rule : surroundings_.rules.rules()) describe(rule.meta);
        json_.end_array();
        json_.end_object();
        json_.end_object();
        json_.text("columnKind", "utf16CodeUnits");
        json_.begin_array("results");
        json_.hand_over(out);
    }

    void finding(const diag::Finding& finding, std::string& out) override {
        const std::span<const lint::Rule> rules = surroundings_.rules.rules();
        const lint::Rule* rule = surroundings_.rules.find(finding.rule);
        json_.begin_object();
        json_.text("ruleId", finding.rule);
        if (rule != nullptr) {
            json_.number("ruleIndex", static_cast<std::size_t>(rule - rules.data()));
        }
        json_.text("level", level_of(finding.severity));
        message("message",
                fmt::format("{} ({})", message_text(finding.message), outcome_phrase(finding)));
        places(finding);
        fingerprint(finding);
        fixes(finding);
        suppressions(finding);
        json_.begin_object("properties");
        json_.text("outcome", to_string(finding.outcome));
        json_.text("confidence", to_string(finding.confidence));
        json_.text("whatToDo", escaped(what_to_do_of(finding, rule)));
        json_.end_object();
        json_.end_object();
        json_.hand_over(out);
    }

    void end(const lint::Summary& summary, std::string& out) override {
        json_.end_array();
        json_.begin_array("invocations");
        json_.begin_object();
        json_.flag("executionSuccessful", summary.unreadable.empty());
        json_.begin_array("toolExecutionNotifications");
        for (const Error& error : summary.unreadable) notification("error", error.message);
        for (const auto& [reason, count] : summary.skipped) {
            notification("note", fmt::format("not judged: {} ({})", reason, count));
        }
        json_.end_array();
        json_.end_object();
        json_.end_array();
        json_.end_object();
        json_.end_array();
        json_.end_object();
        json_.hand_over(out);
        out += '\n';
    }

  private:
    void message(const char* key, std::string_view text) {
        json_.begin_object(key);
        json_.text("text", text);
        json_.end_object();
    }

    void notification(std::string_view level, std::string_view text) {
        json_.begin_object();
        json_.text("level", level);
        message("message", message_text(text));
        json_.end_object();
    }

    void describe(const lint::RuleMeta& rule) {
        const std::string link = rule_link(rule, surroundings_.docs_url);
        json_.begin_object();
        json_.text("id", rule.id);
        json_.text("name", rule.name);
        message("shortDescription", rule.title);
        message("fullDescription", rule.why);
        json_.begin_object("help");
        json_.text("text",
                   fmt::format("{}\n\nWhat to do: {}\n\n{}", rule.why, rule.what_to_do, link));
        json_.text("markdown", help_markdown(rule, link));
        json_.end_object();
        if (!surroundings_.docs_url.empty()) json_.text("helpUri", link);
        json_.begin_object("defaultConfiguration");
        json_.text("level", level_of(rule.severity));
        json_.end_object();
        json_.begin_object("properties");
        json_.begin_array("tags");
        json_.item("gpu");
        json_.item("kubernetes");
        json_.item(rule.family);
        json_.end_array();
        json_.text("precision", precision_of(rule.confidence));
        json_.text("problem.severity", problem_severity_of(rule.severity));
        json_.end_object();
        json_.end_object();
    }

    std::string help_markdown(const lint::RuleMeta& rule, std::string_view link) const {
        std::string text = fmt::format("{}\n\n**What to do:** {}\n\n", rule.why, rule.what_to_do);
        if (const LessonStep* step = find_lesson_step(rule.lesson)) {
            text += fmt::format("Lesson [{} {}]({})\n\n", step->id, step->title,
                                lesson_link(step->id, surroundings_.docs_url));
        }
        return text + fmt::format("[{} {}]({})\n", rule.id, rule.name, link);
    }

    void region(const char* key, text::Span span) {
        const text::SourceFile& file = surroundings_.sources.file(span.file);
        const std::size_t first = file.position(span.begin).line;
        const std::size_t last = file.position(span.end).line;
        json_.begin_object(key);
        json_.number("startLine", first);
        json_.number("startColumn", utf16_column(file, span.begin, first));
        json_.number("endLine", last);
        json_.number("endColumn", utf16_column(file, span.end, last));
        if (file.encoding() == text::Encoding::kUtf8) {
            json_.number("byteOffset", span.begin);
            json_.number("byteLength", span.size());
        }
        json_.end_object();
    }

    void artifact(text::FileId id) {
        json_.begin_object("artifactLocation");
        json_.text("uri", file_uri(surroundings_.sources.file(id).name()));
        json_.end_object();
    }

    void physical_location(text::Span span) {
        json_.begin_object("physicalLocation");
        artifact(span.file);
        region("region", span);
        json_.end_object();
    }

    void places(const diag::Finding& finding) {
        json_.begin_array("locations");
        json_.begin_object();
        physical_location(finding.primary.span);
        if (!finding.primary.message.empty()) {
            message("message", message_text(finding.primary.message));
        }
        if (!finding.object.empty()) {
            json_.begin_array("logicalLocations");
            json_.begin_object();
            json_.text("name", escaped(finding.object));
            json_.text("fullyQualifiedName",
                       escaped(finding.route.empty() ? finding.object
                                                     : finding.object + '/' + finding.route));
            json_.text("kind", "object");
            json_.end_object();
            json_.end_array();
        }
        json_.end_object();
        json_.end_array();
        if (finding.related.empty()) return;
        json_.begin_array("relatedLocations");
        for (std::size_t i = 0; i < finding.related.size(); ++i) {
            json_.begin_object();
            json_.number("id", i + 1);
            physical_location(finding.related[i].span);
            message("message", message_text(finding.related[i].message));
            json_.end_object();
        }
        json_.end_array();
    }

    void fingerprint(const diag::Finding& finding) {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const std::string hash = diag::content_hash(finding, file);
        const std::size_t count = counter_.next(hash + file.name());
        json_.begin_object("partialFingerprints");
        json_.text("primaryLocationLineHash", fmt::format("{}:{}", hash, count));
        json_.end_object();
    }

    void fixes(const diag::Finding& finding) {
        if (finding.fixes.empty()) return;
        json_.begin_array("fixes");
        for (const diag::Fix& fix : finding.fixes) {
            json_.begin_object();
            message("description", message_text(fix.title));
            json_.begin_array("artifactChanges");
            std::vector<text::Edit> edits = fix.edits;
            std::ranges::stable_sort(edits, {}, [](const text::Edit& edit) { return edit.span; });
            for (auto edit = edits.begin(); edit != edits.end();) {
                const text::FileId file = edit->span.file;
                json_.begin_object();
                artifact(file);
                json_.begin_array("replacements");
                for (; edit != edits.end() && edit->span.file == file; ++edit) replace(*edit);
                json_.end_array();
                json_.end_object();
            }
            json_.end_array();
            json_.begin_object("properties");
            json_.text("applicability", to_string(fix.applicability));
            json_.end_object();
            json_.end_object();
        }
        json_.end_array();
    }

    void replace(const text::Edit& edit) {
        json_.begin_object();
        region("deletedRegion", edit.span);
        message("insertedContent", edit.replacement);
        json_.end_object();
    }

    void suppressions(const diag::Finding& finding) {
        if (!finding.suppressed) return;
        json_.begin_array("suppressions");
        json_.begin_object();
        json_.text("kind", finding.is_in_baseline ? "external" : "inSource");
        if (finding.is_in_baseline) json_.text("justification", "in the baseline");
        json_.end_object();
        json_.end_array();
    }

    const Surroundings& surroundings_;
    JsonWriter json_;
    diag::Counter counter_;
};

}  // namespace

std::unique_ptr<Reporter> make_sarif_reporter(const Surroundings& surroundings) {
    return std::make_unique<SarifReporter>(surroundings);
}

}  // namespace gpulint::report
