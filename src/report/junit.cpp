#include <fmt/format.h>

#include <vector>

#include "lint/rule.h"
#include "report/file_uri.h"
#include "report/reporter.h"
#include "report/xml_text.h"

namespace gpulint::report {
namespace {

/// One suite: a file and what was found in it.
struct Suite {
    std::string name;
    std::string cases;
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
};

/// JUnit XML. A finding is a test case: errors and warnings have failed, notes passed with words. A
/// last suite holds what stands for the run itself, so that a clean run has a test that passed.
class JunitReporter : public Reporter {
  public:
    explicit JunitReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& /*out*/) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position place = file.position(finding.primary.span.begin);
        const std::string_view path = plain_path(file.name());
        Suite& suite = suite_of(path);
        const lint::Rule* rule = surroundings_.rules.find(finding.rule);
        const std::string body =
            fmt::format("at {}:{}:{}, {} ({})\ndo: {}", xml_text(path), place.line, place.column,
                        to_string(finding.severity), outcome_phrase(finding),
                        xml_text(what_to_do_of(finding, rule)));
        open_case(suite, fmt::format("{} line {}", finding.rule, place.line), path,
                  fmt::format(" line=\"{}\"", place.line));
        if (finding.severity == diag::Severity::kNote) {
            suite.cases += fmt::format("      <system-out>{}\n{}</system-out>\n",
                                       xml_text("note: " + finding.message), body);
        } else {
            ++suite.failures;
            suite.cases +=
                fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                            to_string(finding.severity), xml_text(finding.message), body);
        }
        suite.cases += "    </testcase>\n";
    }

    void end(const lint::Summary& summary, std::string& out) override {
        Suite& run = suites_.emplace_back(Suite{.name = "gpulint", .cases = {}});
        open_case(run, fmt::format("{} files were read", summary.files), "gpulint", "");
        for (const Error& error : summary.unreadable) {
            ++run.errors;
            run.cases += fmt::format("      <error type=\"unreadable\" message=\"{}\"/>\n",
                                     xml_text(error.message));
            break;  // JUnit knows one error a case; each further input gets its own
        }
        run.cases += "    </testcase>\n";
        for (std::size_t i = 1; i < summary.unreadable.size(); ++i) {
            open_case(run, fmt::format("unreadable {}", i + 1), "gpulint", "");
            ++run.errors;
            run.cases +=
                fmt::format("      <error type=\"unreadable\" message=\"{}\"/>\n    </testcase>\n",
                            xml_text(summary.unreadable[i].message));
        }
        write(out);
    }

  private:
    Suite& suite_of(std::string_view path) {
        if (suites_.empty() || suites_.back().name != path) {
            suites_.push_back({.name = std::string(path), .cases = {}});
        }
        return suites_.back();
    }

    static void open_case(Suite& suite, std::string_view name, std::string_view path,
                          std::string_view line) {
        ++suite.tests;
        const std::string shown = xml_text(path);
        suite.cases +=
            fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"{} time=\"0\">\n",
                        xml_text(name), shown, shown, line);
    }

    void write(std::string& out) const {
        Suite all;
        for (const Suite& suite : suites_) {
            all.tests += suite.tests;
            all.failures += suite.failures;
            all.errors += suite.errors;
        }
        const auto counts = [](const Suite& suite) {
            return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", suite.tests,
                               suite.failures, suite.errors);
        };
        out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        out += fmt::format("<testsuites name=\"gpulint\" {} time=\"0\">\n", counts(all));
        for (const Suite& suite : suites_) {
            out += fmt::format("  <testsuite name=\"{}\" {} skipped=\"0\" time=\"0\">\n{}",
                               xml_text(suite.name), counts(suite), suite.cases);
            out += "  </testsuite>\n";
        }
        out += "</testsuites>\n";
    }

    const Surroundings& surroundings_;
    std::vector<Suite> suites_;
};

}  // namespace

std::unique_ptr<Reporter> make_junit_reporter(const Surroundings& surroundings) {
    return std::make_unique<JunitReporter>(surroundings);
}

}  // namespace gpulint::report
