#include <fmt/format.h>

#include <algorithm>

#include "lint/rule.h"
#include "report/display.h"
#include "report/frame.h"
#include "report/lessons.h"
#include "report/reporter.h"

namespace gpulint::report {
namespace {

constexpr std::size_t kOutcomeColumn = 84;

std::string_view colour_of(diag::Severity severity) {
    switch (severity) {
        case diag::Severity::kNote: return "\x1b[1;36m";
        case diag::Severity::kWarning: return "\x1b[1;33m";
        case diag::Severity::kError: return "\x1b[1;31m";
    }
    return "";
}

class TextReporter : public Reporter {
  public:
    explicit TextReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& out) override {
        const lint::Rule* rule = surroundings_.rules.find(finding.rule);
        const Palette palette = palette_for(finding.severity);
        add_headline(finding, palette, rule, out);
        const std::size_t gutter = gutter_width(finding, surroundings_.sources);
        out += render_frame(finding, surroundings_.sources, palette, gutter);
        add_note("why:", with_end(why_of(finding, rule), when_words(finding)), gutter, palette,
                 out);
        add_note("do: ", with_end(what_to_do_of(finding, rule), fix_words(finding)), gutter,
                 palette, out);
        if (rule != nullptr) add_lesson(*rule, gutter, palette, out);
        out += '\n';
    }

    void end(const lint::Summary& summary, std::string& out) override {
        out += escaped(summary_line(summary)) + '\n';
    }

  private:
    Palette palette_for(diag::Severity severity) const {
        if (!surroundings_.colour) return {};
        return {"\x1b[1;34m", colour_of(severity), "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};
    }

    void add_headline(const diag::Finding& finding, const Palette& palette, const lint::Rule* rule,
                      std::string& out) const {
        std::string id = finding.rule;
        if (rule != nullptr) id = linked(rule_link(rule->meta, surroundings_.docs_url), id);
        const std::string message = escaped(finding.message);
        out += fmt::format("{}{}[{}]{}{}: {}{}", palette.primary, to_string(finding.severity), id,
                           palette.reset, palette.bold, message, palette.reset);
        const std::size_t width =
            to_string(finding.severity).size() + finding.rule.size() + 4 + display_width(message);
        out.append(width + 3 > kOutcomeColumn ? 3 : kOutcomeColumn - width, ' ');
        out += outcome_phrase(finding);
        if (finding.confidence != diag::Confidence::kHigh) {
            out += fmt::format(" ({} confidence)", to_string(finding.confidence));
        }
        out += '\n';
    }

    /// Of a custom resource: when the refusal comes to light.
    static std::string when_words(const diag::Finding& finding) {
        if (!finding.is_at_pod_creation) return "";
        const std::string kind = finding.object.substr(0, finding.object.find('/'));
        return fmt::format(
            ". {} itself may be accepted: what is refused are the pods made from it, and nothing "
            "says so when it is applied",
            kind.empty() ? "the object" : "the " + kind);
    }

    /// `text`, without its full stop, then `more`.
    static std::string with_end(std::string_view text, const std::string& more) {
        if (!more.empty() && text.ends_with('.')) text.remove_suffix(1);
        return std::string(text) + more;
    }

    static std::string fix_words(const diag::Finding& finding) {
        if (finding.fixes.empty()) return "";
        switch (finding.fixes.front().applicability) {
            case diag::Applicability::kSafe: return " (gpulint --fix does it)";
            case diag::Applicability::kUnsafe: return " (gpulint --unsafe-fixes does it)";
            case diag::Applicability::kDisplayOnly: return "";
        }
        return "";
    }

    static void add_note(std::string_view label, const std::string& text, std::size_t gutter,
                         const Palette& palette, std::string& out) {
        if (text.empty()) return;
        const std::size_t indent = gutter + 8;
        out += fmt::format("{}{:>{}} ={} {}{}{} {}\n", palette.gutter, "", gutter, palette.reset,
                           palette.bold, label, palette.reset, wrapped(text, indent));
    }

    void add_lesson(const lint::Rule& rule, std::size_t gutter, const Palette& palette,
                    std::string& out) const {
        const LessonStep* step = find_lesson_step(rule.meta.lesson);
        if (step == nullptr) return;
        const std::string link = lesson_link(step->id, surroundings_.docs_url);
        const std::string title = fmt::format("lesson {} {}", step->id, step->title);
        const std::string text =
            has_links() ? linked(link, title) : fmt::format("{} ({})", title, link);
        out += fmt::format("{}{:>{}} ={} {}see:{} {}\n", palette.gutter, "", gutter, palette.reset,
                           palette.bold, palette.reset, text);
    }

    /// A link without address could not be followed from a terminal.
    bool has_links() const {
        return surroundings_.hyperlinks && surroundings_.docs_url.find("://") != std::string::npos;
    }

    /// `text` as an OSC 8 hyperlink.
    std::string linked(const std::string& link, const std::string& text) const {
        if (!has_links()) return text;
        return fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", escaped(link), text);
    }

    const Surroundings& surroundings_;
};

}  // namespace

std::unique_ptr<Reporter> make_text_reporter(const Surroundings& surroundings) {
    return std::make_unique<TextReporter>(surroundings);
}

}  // namespace gpulint::report
