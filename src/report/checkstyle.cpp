#include <fmt/format.h>

#include "report/file_uri.h"
#include "report/reporter.h"
#include "report/xml_text.h"

namespace gpulint::report {
namespace {

/// The XML of Checkstyle, which Jenkins and many other services read.
class CheckstyleReporter : public Reporter {
  public:
    explicit CheckstyleReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& out) override {
        out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
    }

    void finding(const diag::Finding& finding, std::string& out) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position place = file.position(finding.primary.span.begin);
        open(plain_path(file.name()), out);
        const std::string_view severity =
            finding.severity == diag::Severity::kNote ? "info" : to_string(finding.severity);
        out += fmt::format(
            "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{} ({})\" "
            "source=\"gpulint.{}\"/>\n",
            place.line, place.column, severity, xml_text(finding.message), outcome_phrase(finding),
            xml_text(finding.rule));
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            open("unreadable", out);
            out += fmt::format(
                "    <error line=\"1\" severity=\"error\" message=\"{}\" source=\"gpulint\"/>\n",
                xml_text(error.message));
        }
        if (!file_.empty()) out += "  </file>\n";
        out += "</checkstyle>\n";
    }

  private:
    void open(std::string_view name, std::string& out) {
        if (file_ == name) return;
        if (!file_.empty()) out += "  </file>\n";
        file_ = name;
        out += fmt::format("  <file name=\"{}\">\n", xml_text(name));
    }

    const Surroundings& surroundings_;
    std::string file_;  ///< the open one
};

}  // namespace

std::unique_ptr<Reporter> make_checkstyle_reporter(const Surroundings& surroundings) {
    return std::make_unique<CheckstyleReporter>(surroundings);
}

}  // namespace gpulint::report
