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
constexpr std::size_t kTextWidth = 92;

std::string_view colour_of(diag::Severity severity) {
    switch (severity) {
        case diag::Severity::kNote: return "\x1b[1;36m";
        case diag::Severity::kWarning: return "\x1b[1;33m";
        case diag::Severity::kError: return "\x1b[1;31m";
    }
    return "";
}

/// `text` on lines of at most kTextWidth columns, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        const std::size_t width = display_width(word);
        if (column > indent && column + 1 + width > kTextWidth) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += escaped(word);
        column += width;
    }
    return out;
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
        if (rule == nullptr) return;
        const std::string_view why =
            finding.why.empty() ? rule->meta.why : std::string_view(finding.why);
        const std::string_view what_to_do = finding.what_to_do.empty()
                                                ? rule->meta.what_to_do
                                                : std::string_view(finding.what_to_do);
        add_note("why:", std::string(why) + custom_words(finding), gutter, palette, out);
        add_note("do: ", std::string(what_to_do) + fix_words(finding), gutter, palette, out);
        add_lesson(*rule, gutter, palette, out);
        out += '\n';
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            out += fmt::format("could not read: {}\n", escaped(error.message));
        }
        out += summary_line(summary) + '\n';
    }

  private:
    Palette palette_for(diag::Severity severity) const {
        if (!surroundings_.colour) return {};
        return {"\x1b[1;34m", colour_of(severity), "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};
    }

    void add_headline(const diag::Finding& finding, const Palette& palette, const lint::Rule* rule,
                      std::string& out) const {
        std::string id = finding.rule;
        if (surroundings_.hyperlinks && rule != nullptr) {
            id = fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\",
                             rule_link(rule->meta, surroundings_.docs_url), finding.rule);
        }
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

    static std::string custom_words(const diag::Finding& finding) {
        if (!finding.is_at_pod_creation) return "";
        const std::size_t slash = finding.object.find('/');
        return fmt::format(
            ". The {} itself may be accepted: what is refused are the pods made from it, and "
            "nothing "
            "says so when it is applied.",
            finding.object.substr(0, slash));
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
        const std::string text = surroundings_.hyperlinks
                                     ? fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", link, title)
                                     : fmt::format("{} ({})", title, link);
        out += fmt::format("{}{:>{}} ={} {}see:{} {}\n", palette.gutter, "", gutter, palette.reset,
                           palette.bold, palette.reset, text);
    }

    const Surroundings& surroundings_;
};

class ConciseReporter : public Reporter {
  public:
    explicit ConciseReporter(const Surroundings& surroundings) : surroundings_(surroundings) {}

    void begin(std::string& /*out*/) override {}

    void finding(const diag::Finding& finding, std::string& out) override {
        const text::SourceFile& file = surroundings_.sources.file(finding.primary.span.file);
        const text::Position place = file.position(finding.primary.span.begin);
        out += fmt::format("{}:{}:{}: {}[{}] {} ({}{})\n", escaped(file.name()), place.line,
                           place.column, to_string(finding.severity), finding.rule,
                           escaped(finding.message), to_string(finding.outcome),
                           finding.confidence == diag::Confidence::kHigh
                               ? std::string()
                               : fmt::format(", {} confidence", to_string(finding.confidence)));
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            out += fmt::format("{}\n", escaped(error.message));
        }
    }

  private:
    const Surroundings& surroundings_;
};

/// Workflow commands of GitHub Actions. Text from a manifest is escaped, so that it can be no
/// command.
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
        out += fmt::format("::{} file={},line={},col={},endLine={},endColumn={},title={}::{}\n",
                           level, workflow_data(escaped(file.name())), first.line, first.column,
                           last.line, last.column, finding.rule,
                           workflow_data(fmt::format("{} ({})", escaped(finding.message),
                                                     outcome_phrase(finding))));
    }

    void end(const lint::Summary& summary, std::string& out) override {
        for (const Error& error : summary.unreadable) {
            out += fmt::format("::error::{}\n", workflow_data(escaped(error.message)));
        }
    }

  private:
    const Surroundings& surroundings_;
};

}  // namespace

std::unique_ptr<Reporter> make_text_reporter(const Surroundings& surroundings) {
    return std::make_unique<TextReporter>(surroundings);
}

std::unique_ptr<Reporter> make_concise_reporter(const Surroundings& surroundings) {
    return std::make_unique<ConciseReporter>(surroundings);
}

std::unique_ptr<Reporter> make_github_reporter(const Surroundings& surroundings) {
    return std::make_unique<GithubReporter>(surroundings);
}

}  // namespace gpulint::report
