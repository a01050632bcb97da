#include <fmt/format.h>

#include "diag/fingerprint.h"
#include "report/display.h"
#include "report/file_uri.h"
#include "report/json_writer.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

std::string_view severity_of(diag::Severity severity) {
    switch (severity) {
        case diag::Severity::kError: return "major";
        case diag::Severity::kWarning: return "minor";
        case diag::Severity::kNote: return "info";
    }
    return "info";
}

/// The code quality report of GitLab: one array. Of two entries with one fingerprint GitLab shows
/// the first only, so they are counted.
class GitlabReporter : public Reporter {
  public:
    explicit GitlabReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override { json_.begin_array(); }

    void finding(const diag::Finding& finding, std::string& out) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const std::string path = valid_utf8(plain_path(file.name()));
        const std::string hash = diag::content_hash(finding, file);
        entry(fmt::format("{} ({})", escaped(finding.message), outcome_phrase(finding)),
              finding.rule, fmt::format("{}:{}:{}", path, hash, counter_.next(path + hash)),
              severity_of(finding.severity));
        json_.begin_object("location");
        json_.text("path", escaped(path));
        json_.begin_object("lines");
        json_.number("begin", file.position(finding.primary.span.begin).line);
        json_.number("end", file.position(finding.primary.span.end).line);
        json_.end_object();
        json_.end_object();
        json_.end_object();
        json_.hand_over(out);
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            entry(escaped(error.message), "unreadable", "unreadable:" + error.message, "blocker");
            json_.begin_object("location");
            json_.text("path", ".");
            json_.begin_object("lines");
            json_.number("begin", 1);
            json_.end_object();
            json_.end_object();
            json_.end_object();
        }
        json_.end_array();
        json_.hand_over(out);
        out += '\n';
    }

  private:
    /// Opens an entry; its place is to follow.
    void entry(std::string_view description, std::string_view rule, const std::string& fingerprint,
               std::string_view severity) {
        json_.begin_object();
        json_.text("description", description);
        json_.text("check_name", rule);
        json_.text("fingerprint", escaped(fingerprint));
        json_.text("severity", severity);
    }

    const Surroundings& surroundings_;
    JsonWriter json_;
    diag::Counter counter_;
};

}  // namespace

std::unique_ptr<Reporter> make_gitlab_reporter(const Surroundings& surroundings) {
    return std::make_unique<GitlabReporter>(surroundings);
}

}  // namespace gpulint::report
