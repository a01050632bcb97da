#pragma once

#include <string>
#include <string_view>
#include <vector>

/// ASCII helpers; locale plays no part in manifests.
namespace gpulint::ascii {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_alpha(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alnum(char c) { return is_digit(c) || is_alpha(c); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_space(char c) {
    return is_blank(c) || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string to_lower(std::string_view text);
/// `text` without white space at both ends.
std::string_view trim(std::string_view text);
/// The parts of `text` between `separator`s; never empty ("" gives one empty part).
std::vector<std::string_view> split(std::string_view text, char separator);
bool equals_ignoring_case(std::string_view left, std::string_view right);
bool contains_ignoring_case(std::string_view text, std::string_view part);

}  // namespace gpulint::ascii
