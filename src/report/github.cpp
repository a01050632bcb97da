#include <fmt/format.h>

#include <array>

#include "report/display.h"
#include "report/file_uri.h"
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

    void finding(const diag::Finding& finding, std::string& /*out*/) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position first = file.position(finding.primary.span.begin);
        const text::Position last = file.position(finding.primary.span.end);
        // Columns count only within one line.
        const bool is_one_line = first.line == last.line;
        const std::string col = is_one_line ? fmt::format(",col={}", first.column) : "";
        const std::string end = is_one_line ? fmt::format(",endColumn={}", last.column) : "";
        const auto severity = static_cast<std::size_t>(finding.severity);
        ++lists_[severity].count;
        lists_[severity].lines +=
            fmt::format("::{} file={},line={}{},endLine={}{},title={}::{}\n", kLevels[severity],
                        data(escaped(plain_path(file.name())), true), first.line, col, last.line,
                        end, data(escaped(finding.rule), true), data(message_of(finding), false));
    }

    /// Errors come first: GitHub shows ten annotations of each level a step, and drops the rest.
    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            out += fmt::format("::error::{}\n", data(escaped(error.message), false));
        }
        bool is_too_much = false;
        for (std::size_t i = lists_.size(); i-- > 0;) {
            out += lists_[i].lines;
            is_too_much = is_too_much || lists_[i].count > kMostShown;
        }
        if (!is_too_much) return;
        out += fmt::format("::notice title=gpulint::{}; GitHub shows {} of each level\n",
                           data(escaped(summary_line(summary)), false), kMostShown);
    }

  private:
    static std::string message_of(const diag::Finding& finding) {
        std::string text = fmt::format("{} ({}", escaped(finding.message), outcome_phrase(finding));
        if (finding.confidence != diag::Confidence::kHigh) {
            text += fmt::format(", {} confidence", to_string(finding.confidence));
        }
        return text + ')';
    }

    static constexpr std::size_t kMostShown = 10;
    static constexpr std::array<std::string_view, 3> kLevels{"notice", "warning", "error"};
    struct Annotations {
        std::string lines;
        std::size_t count = 0;
    };

    const Surroundings& surroundings_;
    std::array<Annotations, 3> lists_;  ///< by severity
};

}  // namespace

std::unique_ptr<Reporter> make_github_reporter(const Surroundings& surroundings) {
    return std::make_unique<GithubReporter>(surroundings);
}

}  // namespace gpulint::report
