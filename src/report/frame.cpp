#include "report/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/ascii.h"
#include "report/display.h"

namespace gpulint::report {
namespace {

/// Longer lines are cut to about this many bytes around the place they are shown for.
constexpr std::size_t kLongestLine = 160;

struct Mark {
    std::size_t line = 1;
    text::Span span;
    std::string_view message;
    bool is_primary = false;
};

/// The part of a line that is shown, and where it starts.
struct Shown {
    std::string_view text;
    std::uint32_t begin = 0;  ///< byte offset in the file
    bool is_cut_before = false;
    bool is_cut_after = false;
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Shown cut_line(const text::SourceFile& file, std::size_t line, text::Span around) {
    Shown shown{file.line(line), file.line_start(line), false, false};
    if (shown.text.size() <= kLongestLine) return shown;
    const std::size_t place = around.begin > shown.begin ? around.begin - shown.begin : 0;
    std::size_t begin = place > kLongestLine / 3 ? place - kLongestLine / 3 : 0;
    begin = std::min(begin, shown.text.size());
    while (begin > 0 && begin < shown.text.size() && is_continuation(shown.text[begin])) --begin;
    std::size_t end = std::min(begin + kLongestLine, shown.text.size());
    while (end < shown.text.size() && is_continuation(shown.text[end])) ++end;
    shown.is_cut_before = begin > 0;
    shown.is_cut_after = end < shown.text.size();
    shown.text = shown.text.substr(begin, end - begin);
    shown.begin += static_cast<std::uint32_t>(begin);
    return shown;
}

/// Renders the lines of one file.
class FileFrame {
  public:
    FileFrame(const text::SourceFile& file, const Palette& palette, std::size_t gutter)
        : file_(file), palette_(palette), gutter_(gutter) {}

    void add(text::Span span, std::string_view message, bool is_primary) {
        marks_.push_back({file_.position(span.begin).line, span, message, is_primary});
    }

    std::string render() {
        std::ranges::stable_sort(
            marks_, {}, [](const Mark& mark) { return std::pair(mark.line, mark.span.begin); });
        out_ += edge("");
        std::size_t last = 0;
        for (std::size_t i = 0; i < marks_.size();) {
            const std::size_t line = marks_[i].line;
            if (i == 0) {
                add_context(line, last);
            } else if (line > last + 2) {
                out_ += fmt::format("{}...{}\n", palette_.gutter, palette_.reset);
            } else if (line == last + 2) {
                add_line(last + 1, marks_[i].span);
            }
            const Shown shown = add_line(line, marks_[i].span);
            for (; i < marks_.size() && marks_[i].line == line; ++i) add_carets(marks_[i], shown);
            last = line;
        }
        return std::move(out_);
    }

  private:
    std::string edge(std::string_view number) const {
        return fmt::format("{}{:>{}} |{}{}", palette_.gutter, number, gutter_, palette_.reset,
                           number.empty() ? "\n" : "");
    }

    /// The line above the first one, where it says something.
    void add_context(std::size_t line, std::size_t& last) {
        if (line < 2 || ascii::trim(file_.line(line - 1)).empty()) return;
        const text::Span start{file_.id(), file_.line_start(line - 1), file_.line_start(line - 1)};
        add_line(line - 1, start);
        last = line - 1;
    }

    Shown add_line(std::size_t line, text::Span around) {
        const Shown shown = cut_line(file_, line, around);
        out_ += edge(std::to_string(line));
        out_ += fmt::format(" {}{}{}\n", shown.is_cut_before ? "…" : "", expanded(shown.text, 0),
                            shown.is_cut_after ? "…" : "");
        return shown;
    }

    void add_carets(const Mark& mark, const Shown& shown) {
        const std::size_t begin = std::min<std::size_t>(
            mark.span.begin - std::min(mark.span.begin, shown.begin), shown.text.size());
        // A place of several lines is underlined in its first.
        const std::size_t end = std::clamp<std::size_t>(
            mark.span.end - std::min(mark.span.end, shown.begin), begin, shown.text.size());
        const std::size_t before = display_width(shown.text.substr(0, begin));
        const std::size_t width = display_width(shown.text.substr(0, end)) - before;
        std::string line(before + (shown.is_cut_before ? 1 : 0), ' ');
        line += mark.is_primary ? palette_.primary : palette_.related;
        line.append(std::max<std::size_t>(width, 1), mark.is_primary ? '^' : '-');
        if (!mark.message.empty()) line += " " + escaped(mark.message);
        line += palette_.reset;
        out_ +=
            fmt::format("{}{:>{}} |{} {}\n", palette_.gutter, "", gutter_, palette_.reset, line);
    }

    const text::SourceFile& file_;
    const Palette& palette_;
    std::size_t gutter_;
    std::vector<Mark> marks_;
    std::string out_;
};

}  // namespace

std::size_t gutter_width(const diag::Finding& finding, const text::SourceSet& sources) {
    std::size_t most = 0;
    const auto look = [&](text::Span span) {
        most = std::max(most, sources.file(span.file).position(span.begin).line);
    };
    look(finding.primary.span);
    for (const diag::Label& label : finding.related) look(label.span);
    return std::to_string(most).size();
}

std::string render_frame(const diag::Finding& finding, const text::SourceSet& sources,
                         const Palette& palette, std::size_t gutter) {
    std::string out;
    std::vector<text::FileId> files{finding.primary.span.file};
    for (const diag::Label& label : finding.related) {
        if (std::ranges::find(files, label.span.file) == files.end())
            files.push_back(label.span.file);
    }
    for (const text::FileId id : files) {
        const text::SourceFile& file = sources.file(id);
        FileFrame frame(file, palette, gutter);
        const bool is_first = id == finding.primary.span.file;
        text::Span first = finding.primary.span;
        if (is_first) frame.add(finding.primary.span, finding.primary.message, true);
        bool is_named = is_first;
        for (const diag::Label& label : finding.related) {
            if (label.span.file != id) continue;
            if (!is_named) first = label.span;
            is_named = true;
            frame.add(label.span, label.message, false);
        }
        const text::Position place = file.position(first.begin);
        out += fmt::format("{}{:>{}}{} {}{}:{}:{}\n", palette.gutter, "", gutter,
                           is_first ? "-->" : ":::", palette.reset, escaped(file.name()),
                           place.line, place.column);
        out += frame.render();
    }
    return out;
}

}  // namespace gpulint::report
