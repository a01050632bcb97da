#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "yaml/events.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

/// `---` or `...` at the start of a line, followed by white space or the end of the line.
bool is_marker(std::string_view rest, std::string_view marker) {
    return rest.starts_with(marker) &&
           (rest.size() == marker.size() || ascii::is_space(rest[marker.size()]));
}

/// Nothing but blank lines, comments and directives (`%YAML 1.1`), and at least one directive.
bool is_only_directives(std::string_view text) {
    bool has_directive = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view content = ascii::trim(line);
        if (line.starts_with('%')) {
            has_directive = true;
        } else if (!content.empty() && content.front() != '#') {
            return false;
        }
    }
    return has_directive;
}

/// Nothing but blank lines and comments.
bool is_blank(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view content = ascii::trim(line);
        if (!content.empty() && content.front() != '#') return false;
    }
    return true;
}

/// Walks the lines of a file and cuts it at the markers.
class Splitter {
  public:
    explicit Splitter(const text::SourceFile& file) : file_(file), text_(file.text()) {}

    std::vector<DocumentPart> split() {
        for (std::size_t line = 0; line < text_.size();) {
            const std::string_view rest = text_.substr(line);
            const void* newline = std::memchr(rest.data(), '\n', rest.size());
            const std::size_t next =
                newline == nullptr
                    ? text_.size()
                    : static_cast<std::size_t>(static_cast<const char*>(newline) - text_.data()) +
                          1;
            if (is_marker(rest, "---")) {
                start_document(line);
            } else if (is_marker(rest, "...")) {
                end_document(line, next);
            }
            line = next;
        }
        finish(text_.size());
        return std::move(parts_);
    }

  private:
    void start_document(std::size_t line) {
        // Directives belong to the document that the marker starts: it is read from there on.
        if (is_only_directives(text_.substr(begin_, line - begin_))) {
            add(begin_, begin_);
        } else {
            finish(line);
            begin_ = line + 3;
        }
        is_ended_ = false;
    }

    /// After `...` only comments come before the next `---`; anything else is a new document.
    void end_document(std::size_t line, std::size_t next) {
        finish(line);
        begin_ = next;
        is_ended_ = true;
    }

    void finish(std::size_t end) {
        if (is_ended_ && is_blank(text_.substr(begin_, end - begin_))) return;
        add(begin_, end);
    }

    void add(std::size_t begin, std::size_t end) {
        parts_.push_back(
            {{file_.id(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
             parts_.size()});
    }

    const text::SourceFile& file_;
    std::string_view text_;
    std::vector<DocumentPart> parts_;
    std::size_t begin_ = 0;
    bool is_ended_ = false;  ///< the latest document was closed by `...`
};

/// One part for each JSON text; nothing when the file is not made of JSON alone.
std::vector<DocumentPart> split_json(const text::SourceFile& file) {
    const std::string_view text = file.text();
    std::vector<DocumentPart> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::string_view rest = text.substr(begin);
        const std::optional<std::size_t> end =
            looks_like_json(rest) ? find_json_end(rest) : std::nullopt;
        if (!end) return {};
        parts.push_back({{file.id(), static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(begin + *end)},
                         parts.size()});
        begin += *end;
    }
    return parts;
}

}  // namespace

std::vector<DocumentPart> split_documents(const text::SourceFile& file) {
    if (looks_like_json(file.text())) {
        std::vector<DocumentPart> parts = split_json(file);
        if (!parts.empty()) return parts;
    }
    return Splitter(file).split();
}

}  // namespace gpulint::yaml
