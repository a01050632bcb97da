#include "k8s/resource_name.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

constexpr std::string_view kQuotaPrefix = "requests.";
constexpr std::size_t kLongestName = 63;
constexpr std::size_t kLongestSubdomain = 253;

bool is_name_character(char c) { return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.'; }

/// 1 to 63 letters, digits, '-', '_', '.', alphanumeric at both ends.
bool is_name_part(std::string_view text) {
    return !text.empty() && text.size() <= kLongestName && ascii::is_alnum(text.front()) &&
           ascii::is_alnum(text.back()) && std::ranges::all_of(text, is_name_character);
}

bool is_label_characters(std::string_view text) {
    const auto is_allowed = [](char c) {
        return ascii::is_lower(c) || ascii::is_digit(c) || c == '-';
    };
    return !text.empty() && text.front() != '-' && text.back() != '-' &&
           std::ranges::all_of(text, is_allowed);
}

}  // namespace

bool is_native_resource(std::string_view name) {
    return name.find('/') == std::string_view::npos ||
           name.find("kubernetes.io/") != std::string_view::npos;
}

bool is_extended_resource(std::string_view name) {
    if (is_native_resource(name) || name.starts_with(kQuotaPrefix)) return false;
    return is_qualified_name(std::string(kQuotaPrefix) + std::string(name));
}

bool is_hugepages(std::string_view name) { return name.starts_with("hugepages-"); }

bool is_standard_container_resource(std::string_view name) {
    return name == "cpu" || name == "memory" || name == "ephemeral-storage" || is_hugepages(name);
}

bool is_qualified_name(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return is_name_part(name);
    const std::string_view rest = name.substr(slash + 1);
    return is_dns1123_subdomain(name.substr(0, slash)) && is_name_part(rest);
}

bool is_dns1123_label(std::string_view text) {
    return text.size() <= kLongestName && is_label_characters(text);
}

bool is_dns1123_subdomain(std::string_view text) {
    return text.size() <= kLongestSubdomain &&
           std::ranges::all_of(ascii::split(text, '.'), is_label_characters);
}

bool is_label_value(std::string_view text) { return text.empty() || is_name_part(text); }

}  // namespace gpulint::k8s
