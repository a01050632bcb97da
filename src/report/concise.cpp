#include <fmt/format.h>

#include "report/display.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

/// One line for each finding, as compilers write them: editors and grep know what to do with it.
class ConciseReporter : public Reporter {
  public:
    explicit ConciseReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& out) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position place = file.position(finding.primary.span.begin);
        out += fmt::format("{}:{}:{}: {}[{}] {} ({}", escaped_at_start(file.name()), place.line,
                           place.column, to_string(finding.severity), finding.rule,
                           escaped(finding.message), to_string(finding.outcome));
        if (finding.confidence != diag::Confidence::kHigh) {
            out += fmt::format(", {} confidence", to_string(finding.confidence));
        }
        out += ")\n";
    }

    void end(const lint::Summary& /*summary*/, std::string& /*out*/) override {}

  private:
    const Surroundings& surroundings_;
};

}  // namespace

std::unique_ptr<Reporter> make_concise_reporter(const Surroundings& surroundings) {
    return std::make_unique<ConciseReporter>(surroundings);
}

}  // namespace gpulint::report
