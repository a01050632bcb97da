#include "yaml/quoting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/ascii.h"
#include "yaml/edit.h"
#include "yaml/parse.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

bool is_plain_safe(std::string_view text) {
    const auto is_safe = [](char c) {
        return ascii::is_alnum(c) || c == '_' || c == '.' || c == '/' || c == '-';
    };
    return !text.empty() && ascii::is_alnum(text.front()) && std::ranges::all_of(text, is_safe) &&
           resolve_scalar(text, false, "").type == ScalarType::kString;
}

/// Control characters, and what YAML 1.1 takes for a line break or a byte order mark.
bool wants_escape(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || c == 0xFEFF ||
           c == 0xFFFE || c == 0xFFFF;
}

/// The character at the start of `text` and its bytes; bytes that are no UTF-8 stand for
/// themselves.
struct Character {
    char32_t code = 0;
    std::size_t size = 1;
};

Character first_character(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (size == 1 || size > text.size()) return {lead < 0x80 ? lead : U'\uFFFD', 1};
    char32_t code = lead & (0x7FU >> size);
    for (const char c : text.substr(1, size - 1)) {
        code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
    }
    return {code, size};
}

}  // namespace

std::string double_quoted(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
        const Character c = first_character(text);
        switch (c.code) {
            case '"': quoted += "\\\""; break;
            case '\\': quoted += "\\\\"; break;
            case '\n': quoted += "\\n"; break;
            case '\t': quoted += "\\t"; break;
            case '\r': quoted += "\\r"; break;
            default:
                if (wants_escape(c.code)) {
                    quoted += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.code));
                } else {
                    quoted += text.substr(0, c.size);
                }
        }
        text.remove_prefix(c.size);
    }
    return quoted + '"';
}

std::string quote_string(std::string_view text) {
    return is_plain_safe(text) ? std::string(text) : double_quoted(text);
}

std::optional<std::string> spelt_as_json(std::string_view yaml_text) {
    text::SourceSet sources;
    const Result<text::FileId> file = sources.add("value", std::string(yaml_text));
    if (!file) return std::nullopt;
    const auto documents = parse_all(sources.file(*file));
    const bool is_one =
        documents.size() == 1 && documents.front()->root() && documents.front()->problems().empty();
    if (!is_one) return std::nullopt;
    return to_json(documents.front()->root());
}

}  // namespace gpulint::yaml
