#include <fmt/format.h>

#include "report/display.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

/// Text as the runner wants it; "property" text must not hold the separators either. Nothing a
/// manifest says can start a command of its own: line breaks are written out.
std::string data(std::string_view text, bool is_property) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '%': out += "%25"; break;
            case '\r': out += "%0D"; break;
            case '\n': out += "%0A"; break;
            case ':': out += is_property ? "%3A" : ":"; break;
            case ',': out += is_property ? "%2C" : ","; break;
            default: out += c;
        }
    }
    return out;
}

/// Workflow commands of GitHub Actions, which become annotations of a pull request.
class GithubReporter : public Reporter {
  public:
    explicit GithubReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& out) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position first = file.position(finding.primary.span.begin);
        const text::Position last = file.position(finding.primary.span.end);
        const std::string_view level =
            finding.severity == diag::Severity::kNote ? "notice" : to_string(finding.severity);
        out +=
            fmt::format("::{} file={},line={},col={},endLine={},endColumn={},title={}::{}\n", level,
                        data(escaped(file.name()), true), first.line, first.column, last.line,
                        last.column, data(finding.rule, true), data(message_of(finding), false));
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            out += fmt::format("::error::{}\n", data(escaped(error.message), false));
        }
    }

  private:
    static std::string message_of(const diag::Finding& finding) {
        std::string text = fmt::format("{} ({}", escaped(finding.message), outcome_phrase(finding));
        if (finding.confidence != diag::Confidence::kHigh) {
            text += fmt::format(", {} confidence", to_string(finding.confidence));
        }
        return text + ')';
    }

    const Surroundings& surroundings_;
};

}  // namespace

std::unique_ptr<Reporter> make_github_reporter(const Surroundings& surroundings) {
    return std::make_unique<GithubReporter>(surroundings);
}

}  // namespace gpulint::report
