#pragma once

#include <array>
#include <string_view>

namespace gpulint::diag {

/// The families of rules, by the hundred of their ids: GPU302 is one of "requests". The hundred is
/// also the section of the lesson that explains the rule, as far as the lesson goes.
inline constexpr std::array<std::string_view, 10> kFamilies{
    "input",   "advertising",  "operator", "requests", "targeting",
    "sharing", "partitioning", "capacity", "claims",   "engines"};

/// "GPU" and three digits.
constexpr bool is_rule_id(std::string_view id) {
    if (id.size() != 6 || !id.starts_with("GPU")) return false;
    for (const char c : id.substr(3)) {
        if (c < '0' || c > '9') return false;
    }
    return true;
}

/// The family of a rule id.
constexpr std::string_view family_of(std::string_view id) {
    return kFamilies.at(static_cast<std::size_t>(id[3] - '0'));
}

/// Lower case words with hyphens between them, as `ignore[gpu-request-without-limit]` takes them.
constexpr bool is_rule_name(std::string_view name) {
    char before = '-';
    for (const char c : name) {
        const bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!is_word && (c != '-' || before == '-')) return false;
        before = c;
    }
    return !name.empty() && before != '-' && !(name.front() >= '0' && name.front() <= '9');
}

}  // namespace gpulint::diag
