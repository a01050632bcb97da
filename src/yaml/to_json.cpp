#include <fmt/format.h>

#include <algorithm>

#include "yaml/document.h"
#include "yaml/parse.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

/// Aliases may expand a document to no more than this many bytes of JSON.
constexpr std::size_t kMostJson = std::size_t{64} << 20;

/// Bytes of the character that `text` starts with; 0 when it is no UTF-8.
std::size_t character_size(std::string_view text) {
    const auto byte = [&text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return 0;
    }
    // Forms that are too long, surrogates, and what lies above U+10FFFF.
    const bool is_refused = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                            (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
    return is_refused ? 0 : size;
}

void append_string(std::string_view text, std::string& out) {
    out += '"';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (static_cast<unsigned char>(c) >= 0x80) {
            // Only `!!binary` brings in bytes that are no text: Go writes U+FFFD for each.
            const std::size_t size = character_size(text.substr(at));
            out += size == 0 ? "\xEF\xBF\xBD" : text.substr(at, size);
            at += std::max<std::size_t>(size, 1) - 1;
            continue;
        }
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

void append_scalar(Node node, std::string& out) {
    switch (node.type()) {
        case ScalarType::kNull: out += "null"; return;
        case ScalarType::kBool: out += node.as_bool().value_or(false) ? "true" : "false"; return;
        case ScalarType::kInteger:
        case ScalarType::kFloat: out += json_number(node.text(), node.type()); return;
        case ScalarType::kString: append_string(node.text(), out); return;
    }
}

void append(Node node, std::string& out) {
    if (out.size() > kMostJson) return;
    if (!node || node.is_scalar()) {
        if (node) append_scalar(node, out);
        return;
    }
    const char* separator = "";
    if (node.is_sequence()) {
        out += '[';
        for (const Node item : node.items()) {
            out += separator;
            append(item, out);
            separator = ",";
        }
        out += ']';
        return;
    }
    out += '{';
    for (const Entry entry : node.entries()) {
        out += separator;
        append_string(entry.key(), out);
        out += ':';
        append(entry.value, out);
        separator = ",";
    }
    out += '}';
}

}  // namespace

std::string to_json(Node node) {
    std::string out;
    append(node, out);
    return node ? out : "null";
}

}  // namespace gpulint::yaml
