#include "report/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "report/display.h"

namespace gpulint::report {
namespace {

/// Longer lines are cut to about this many bytes around the place they are shown for.
constexpr std::size_t kLongestLine = 160;
/// Of a place of more lines only the first and the last are shown.
constexpr std::size_t kMostWholeLines = 4;

/// One row of carets: a place, or the part of it that lies on one line.
struct Stroke {
    std::size_t line = 1;
    std::uint32_t begin = 0;  ///< byte offsets in the file
    std::uint32_t end = 0;
    std::string_view message;
    bool is_primary = false;
};

/// The part of a line that is shown, and where it starts.
struct Shown {
    std::string_view text;
    std::uint32_t begin = 0;  ///< byte offset in the file
    bool is_cut_before = false;
    bool is_cut_after = false;

    bool covers(const Stroke& stroke) const {
        return !(is_cut_before && stroke.begin < begin) &&
               !(is_cut_after && stroke.begin >= begin + text.size());
    }
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// A line, or the part of a long one around the byte at `offset`.
Shown cut_line(const text::SourceFile& file, std::size_t line, std::uint32_t offset) {
    Shown shown{file.line(line), file.line_start(line), false, false};
    if (shown.text.size() <= kLongestLine) return shown;
    const std::size_t place = offset > shown.begin ? offset - shown.begin : 0;
    std::size_t begin = place > kLongestLine / 3 ? place - kLongestLine / 3 : 0;
    begin = std::min(begin, shown.text.size() - kLongestLine);
    while (begin > 0 && is_continuation(shown.text[begin])) --begin;
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

    /// A place of several lines is underlined on each line that is shown, without indentation and
    /// line breaks; its words stand under the last.
    void add(text::Span span, std::string_view message, bool is_primary) {
        const std::string_view text = file_.text(span);
        std::uint32_t end = span.end;
        while (end > span.begin && ascii::is_space(text[end - 1 - span.begin])) --end;
        if (text.find('\n') == std::string_view::npos) end = span.end;
        const std::size_t first = file_.position(span.begin).line;
        const std::size_t last = file_.position(end).line;
        const bool is_whole = last - first < kMostWholeLines;
        for (std::size_t line = first; line <= last; ++line) {
            if (!is_whole && line != first && line != last) continue;
            Stroke stroke = stroke_on(line, span.begin, end);
            const bool is_blank = stroke.begin == stroke.end && first != last;
            if (is_blank && line != first) continue;
            if (line == last) stroke.message = message;
            stroke.is_primary = is_primary;
            strokes_.push_back(stroke);
        }
    }

    std::string render() {
        std::ranges::stable_sort(strokes_, {}, [](const Stroke& stroke) {
            return std::pair(stroke.line, stroke.begin);
        });
        out_ += edge("") + '\n';
        std::size_t last = 0;
        for (std::size_t i = 0; i < strokes_.size();) {
            const std::size_t line = strokes_[i].line;
            if (i == 0) {
                add_context(line, last);
            } else if (line > last + 2) {
                out_ += fmt::format("{}...{}\n", palette_.gutter, palette_.reset);
            } else if (line == last + 2) {
                add_line(last + 1, file_.line_start(last + 1));
            }
            Shown shown = add_line(line, strokes_[i].begin);
            for (; i < strokes_.size() && strokes_[i].line == line; ++i) {
                if (!shown.covers(strokes_[i])) shown = add_line(line, strokes_[i].begin);
                add_carets(strokes_[i], shown);
            }
            last = line;
        }
        return std::move(out_);
    }

  private:
    Stroke stroke_on(std::size_t line, std::uint32_t begin, std::uint32_t end) const {
        const std::uint32_t start = file_.line_start(line);
        const std::string_view text = file_.line(line);
        Stroke stroke{line, begin, end, {}, false};
        if (begin < start) {
            const std::size_t indent = text.find_first_not_of(" \t");
            stroke.begin = start + static_cast<std::uint32_t>(
                                       indent == std::string_view::npos ? text.size() : indent);
        }
        const auto line_end = static_cast<std::uint32_t>(start + text.size());
        stroke.end = std::max(stroke.begin, std::min(end, line_end));
        return stroke;
    }

    std::string edge(std::string_view number) const {
        return fmt::format("{}{:>{}} |{}", palette_.gutter, number, gutter_, palette_.reset);
    }

    /// The line above the first one, where it says something.
    void add_context(std::size_t line, std::size_t& last) {
        if (line < 2 || ascii::trim(file_.line(line - 1)).empty()) return;
        add_line(line - 1, file_.line_start(line - 1));
        last = line - 1;
    }

    Shown add_line(std::size_t line, std::uint32_t offset) {
        const Shown shown = cut_line(file_, line, offset);
        const std::string text = expanded(shown.text, 0);
        out_ += edge(std::to_string(line));
        if (!text.empty()) {
            out_ += fmt::format(" {}{}{}", shown.is_cut_before ? "…" : "", text,
                                shown.is_cut_after ? "…" : "");
        }
        out_ += '\n';
        return shown;
    }

    void add_carets(const Stroke& stroke, const Shown& shown) {
        const auto inside = [&shown](std::uint32_t offset) {
            return std::min<std::size_t>(offset - std::min(offset, shown.begin), shown.text.size());
        };
        const std::size_t before = display_width(shown.text.substr(0, inside(stroke.begin)));
        const std::size_t after = display_width(shown.text.substr(0, inside(stroke.end)));
        std::string line = edge("") + ' ';
        line.append(before + (shown.is_cut_before ? 1 : 0), ' ');
        line += stroke.is_primary ? palette_.primary : palette_.related;
        line.append(after > before ? after - before : 1, stroke.is_primary ? '^' : '-');
        if (!stroke.message.empty()) line += " " + escaped(stroke.message);
        line += palette_.reset;
        out_ += line + '\n';
    }

    const text::SourceFile& file_;
    const Palette& palette_;
    std::size_t gutter_;
    std::vector<Stroke> strokes_;
    std::string out_;
};

/// The places of a finding that lie in one file: the first of them heads the frame.
std::string render_file(const diag::Finding& finding, const text::SourceFile& file,
                        const Palette& palette, std::size_t gutter) {
    FileFrame frame(file, palette, gutter);
    const bool is_primary = file.id() == finding.primary.span.file;
    const diag::Label* head = is_primary ? &finding.primary : nullptr;
    if (is_primary) frame.add(finding.primary.span, finding.primary.message, true);
    for (const diag::Label& label : finding.related) {
        if (label.span.file != file.id()) continue;
        if (head == nullptr) head = &label;
        frame.add(label.span, label.message, false);
    }
    const text::Position place = file.position(head->span.begin);
    return fmt::format("{}{:>{}}{} {}{}:{}:{}\n{}", palette.gutter, "", gutter,
                       is_primary ? "-->" : ":::", palette.reset, escaped(file.name()), place.line,
                       place.column, frame.render());
}

}  // namespace

std::size_t gutter_width(const diag::Finding& finding, const text::SourceSet& sources) {
    std::size_t most = 0;
    const auto look = [&](text::Span span) {
        most = std::max(most, sources.file(span.file).position(span.end).line);
    };
    look(finding.primary.span);
    for (const diag::Label& label : finding.related) look(label.span);
    return std::to_string(most).size();
}

std::string render_frame(const diag::Finding& finding, const text::SourceSet& sources,
                         const Palette& palette, std::size_t gutter) {
    std::vector<text::FileId> files{finding.primary.span.file};
    for (const diag::Label& label : finding.related) {
        if (std::ranges::find(files, label.span.file) == files.end()) {
            files.push_back(label.span.file);
        }
    }
    std::string out;
    for (const text::FileId id : files) {
        out += render_file(finding, sources.file(id), palette, gutter);
    }
    return out;
}

}  // namespace gpulint::report
