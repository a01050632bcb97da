#include "base/ascii.h"

#include <algorithm>

namespace gpulint::ascii {

std::string to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

bool equals_ignoring_case(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right,
                              [](char a, char b) { return to_lower(a) == to_lower(b); });
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
    // clang 14 cannot read the subrange that std::ranges::search of libstdc++ 12 gives.
    const auto found = std::search(text.begin(), text.end(), part.begin(), part.end(),
                                   [](char a, char b) { return to_lower(a) == to_lower(b); });
    return found != text.end() || part.empty();
}

}  // namespace gpulint::ascii
