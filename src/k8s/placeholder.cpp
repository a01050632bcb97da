#include "k8s/placeholder.h"

#include <algorithm>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

bool is_wrapped(std::string_view text, std::string_view before, std::string_view after) {
    return text.size() > before.size() + after.size() && text.starts_with(before) &&
           text.ends_with(after);
}

/// MODEL_NAME, and with it MODEL_NAME-webapp.
bool is_shouted_name(std::string_view text) {
    text = text.substr(0, text.find('-'));
    if (text.empty()) return false;
    const std::size_t underscore = text.find('_');
    return underscore != std::string_view::npos && text.back() != '_' &&
           ascii::is_upper(text.front()) && std::ranges::all_of(text, [](char c) {
               return ascii::is_upper(c) || ascii::is_digit(c) || c == '_';
           });
}

}  // namespace

bool is_placeholder(std::string_view text) {
    text = ascii::trim(text);
    if (text.size() < 2) return false;
    const bool is_variable =
        text.front() == '$' && (ascii::is_alpha(text[1]) || text[1] == '_' || text[1] == '{' ||
                                text[1] == '(' || text[1] == '$');
    return is_variable || is_wrapped(text, "<", ">") || is_wrapped(text, "%", "%") ||
           is_wrapped(text, "@", "@") || is_wrapped(text, "__", "__") ||
           text.find("{{") != std::string_view::npos || text.starts_with("PLACEHOLDER") ||
           is_shouted_name(text);
}

bool is_settled_text(yaml::Node text) {
    return text.is_string() && !text.is_unknown() && !text.text().empty() &&
           text.text().find("$(") == std::string_view::npos &&
           text.text().find("${") == std::string_view::npos && !is_placeholder(text.text());
}

}  // namespace gpulint::k8s
