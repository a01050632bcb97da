#include <cstring>

#include "base/ascii.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

/// `---` or `...` at the start of a line, followed by white space or the end of the line.
bool is_marker(std::string_view rest, std::string_view marker) {
    return rest.starts_with(marker) &&
           (rest.size() == marker.size() || ascii::is_space(rest[marker.size()]));
}

}  // namespace

std::vector<DocumentPart> split_documents(const text::SourceFile& file) {
    const std::string_view text = file.text();
    std::vector<DocumentPart> parts;
    std::size_t begin = 0;
    const auto end_part = [&](std::size_t end, std::size_t next) {
        parts.push_back(
            {{file.id(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
             parts.size()});
        begin = next;
    };
    for (std::size_t line = 0; line < text.size();) {
        const std::string_view rest = text.substr(line);
        if (is_marker(rest, "---")) end_part(line, line + 3);
        const void* newline = std::memchr(rest.data(), '\n', rest.size());
        if (newline == nullptr) break;
        line = static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
    }
    end_part(text.size(), text.size());
    return parts;
}

}  // namespace gpulint::yaml
