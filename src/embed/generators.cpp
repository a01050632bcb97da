#include "embed/generators.h"

#include <fmt/format.h>

namespace gpulint::embed {

std::string cpp_string(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': literal += "\\\""; break;
            case '\\': literal += "\\\\"; break;
            case '\n': literal += "\\n\"\n\""; break;
            case '\t': literal += "\\t"; break;
            case '?': literal += "\\?"; break;  // no trigraphs
            default: literal += c;
        }
    }
    return literal + '"';
}

Error error_at(const Input& input, yaml::Node node, std::string message) {
    const std::size_t line = node ? node.document().file().position(node.span().begin).line : 1;
    return {fmt::format("{}:{}: {}", input.path, line, message), ""};
}

}  // namespace gpulint::embed
