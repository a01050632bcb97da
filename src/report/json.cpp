#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "lint/rule.h"
#include "report/display.h"
#include "report/json_writer.h"
#include "report/lessons.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

constexpr int kSchemaVersion = 1;

/// Writes findings as docs/schemas/gpulint-report.schema.json describes them.
template <class Writer>
class FindingWriter {
  public:
    FindingWriter(Writer& writer, const Surroundings& surroundings)
        : writer_(writer), surroundings_(surroundings) {}

    void write(const diag::Finding& finding) {
        const lint::Rule* rule = surroundings_.rules.find(finding.rule);
        writer_.StartObject();
        text("rule", finding.rule);
        if (rule != nullptr) text("name", rule->meta.name);
        text("severity", to_string(finding.severity));
        text("outcome", to_string(finding.outcome));
        text("confidence", to_string(finding.confidence));
        text("message", finding.message);
        writer_.Key("location");
        location(finding.primary.span, finding.primary.message);
        writer_.Key("related");
        writer_.StartArray();
        for (const diag::Label& label : finding.related) location(label.span, label.message);
        writer_.EndArray();
        text("object", finding.object);
        text("route", finding.route);
        writer_.Key("atPodCreation");
        writer_.Bool(finding.is_at_pod_creation);
        text("why", why_of(finding, rule));
        text("do", what_to_do_of(finding, rule));
        if (rule != nullptr) {
            text("link", rule_link(rule->meta, surroundings_.docs_url));
            lesson(rule->meta.lesson);
        }
        fixes(finding);
        writer_.EndObject();
    }

  private:
    void text(const char* key, std::string_view value) {
        writer_.Key(key);
        writer_.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    }

    void number(const char* key, std::size_t value) {
        writer_.Key(key);
        writer_.Uint64(value);
    }

    void location(text::Span span, std::string_view message) {
        const text::SourceFile& file = surroundings_.sources.file(span.file);
        const text::Position begin = file.position(span.begin);
        const text::Position end = file.position(span.end);
        writer_.StartObject();
        text("file", valid_utf8(file.name()));
        number("line", begin.line);
        number("column", begin.column);
        number("endLine", end.line);
        number("endColumn", end.column);
        number("byteOffset", span.begin);
        number("byteLength", span.size());
        text("message", message);
        writer_.EndObject();
    }

    void lesson(std::string_view id) {
        const LessonStep* step = find_lesson_step(id);
        if (step == nullptr) return;
        writer_.Key("lesson");
        writer_.StartObject();
        text("step", step->id);
        text("title", step->title);
        text("link", lesson_link(step->id, surroundings_.docs_url));
        writer_.EndObject();
    }

    void fixes(const diag::Finding& finding) {
        writer_.Key("fixes");
        writer_.StartArray();
        for (const diag::Fix& fix : finding.fixes) {
            writer_.StartObject();
            text("title", fix.title);
            text("applicability", to_string(fix.applicability));
            writer_.Key("edits");
            writer_.StartArray();
            for (const text::Edit& edit : fix.edits) {
                writer_.StartObject();
                text("file", valid_utf8(surroundings_.sources.file(edit.span.file).name()));
                number("byteOffset", edit.span.begin);
                number("byteLength", edit.span.size());
                text("replacement", edit.replacement);
                writer_.EndObject();
            }
            writer_.EndArray();
            writer_.EndObject();
        }
        writer_.EndArray();
    }

    Writer& writer_;
    const Surroundings& surroundings_;
};

template <class Writer>
void write_summary(Writer& writer, const lint::Summary& summary) {
    const auto number = [&writer](const char* key, std::size_t value) {
        writer.Key(key);
        writer.Uint64(value);
    };
    writer.StartObject();
    number("files", summary.files);
    number("documents", summary.documents);
    number("workloads", summary.workloads);
    number("errors", summary.errors);
    number("warnings", summary.warnings);
    number("notes", summary.notes);
    number("suppressed", summary.suppressed);
    number("inBaseline", summary.in_baseline);
    number("fixable", summary.fixable);
    number("unsafeFixable", summary.unsafe_fixable);
    writer.Key("damaged");
    writer.Bool(summary.has_damaged);
    writer.Key("skipped");
    writer.StartObject();
    for (const auto& [reason, count] : summary.skipped) number(reason.c_str(), count);
    writer.EndObject();
    writer.Key("unreadable");
    writer.StartArray();
    for (const Error& error : summary.unreadable) {
        writer.String(valid_utf8(error.message).c_str());
    }
    writer.EndArray();
    writer.EndObject();
}

using Buffer = rapidjson::StringBuffer;
using Pretty = rapidjson::PrettyWriter<Buffer>;
using Compact = rapidjson::Writer<Buffer>;

class JsonReporter : public Reporter {
  public:
    explicit JsonReporter(const Surroundings& surroundings)
        : surroundings_(surroundings), writer_(buffer_) {
        writer_.SetIndent(' ', 2);
    }

    void begin(std::string& out) override {
        writer_.StartObject();
        writer_.Key("schemaVersion");
        writer_.Int(kSchemaVersion);
        writer_.Key("tool");
        writer_.StartObject();
        writer_.Key("name");
        writer_.String("gpulint");
        writer_.Key("version");
        writer_.String(surroundings_.version.c_str());
        writer_.EndObject();
        writer_.Key("findings");
        writer_.StartArray();
        hand_over(out);
    }

    void finding(const diag::Finding& finding, std::string& out) override {
        FindingWriter(writer_, surroundings_).write(finding);
        hand_over(out);
    }

    void end(const lint::Summary& summary, std::string& out) override {
        writer_.EndArray();
        writer_.Key("summary");
        write_summary(writer_, summary);
        writer_.EndObject();
        hand_over(out);
        out += '\n';
    }

  private:
    /// The writer keeps its place when its buffer is emptied.
    void hand_over(std::string& out) {
        out += harmless_json({buffer_.GetString(), buffer_.GetSize()});
        buffer_.Clear();
    }

    const Surroundings& surroundings_;
    Buffer buffer_;
    Pretty writer_;
};

/// One finding a line, each a JSON text of its own; the summary is the last line.
class JsonlReporter : public Reporter {
  public:
    explicit JsonlReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& out) override {
        Buffer buffer;
        Compact writer(buffer);
        FindingWriter(writer, surroundings_).write(finding);
        out += harmless_json(buffer.GetString());
        out += '\n';
    }

    void end(const lint::Summary& summary, std::string& out) override {
        Buffer buffer;
        Compact writer(buffer);
        writer.StartObject();
        writer.Key("summary");
        write_summary(writer, summary);
        writer.EndObject();
        out += harmless_json(buffer.GetString());
        out += '\n';
    }

  private:
    const Surroundings& surroundings_;
};

}  // namespace

std::unique_ptr<Reporter> make_json_reporter(const Surroundings& surroundings) {
    return std::make_unique<JsonReporter>(surroundings);
}

std::unique_ptr<Reporter> make_jsonl_reporter(const Surroundings& surroundings) {
    return std::make_unique<JsonlReporter>(surroundings);
}

}  // namespace gpulint::report
