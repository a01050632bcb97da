#include <fmt/format.h>

#include "yaml/document.h"
#include "yaml/parse.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

/// Aliases may expand a document to no more than this many bytes of JSON.
constexpr std::size_t kMostJson = std::size_t{64} << 20;

void append_string(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
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
