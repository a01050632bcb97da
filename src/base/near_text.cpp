#include "base/near_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace gpulint {
namespace {

constexpr std::size_t kMostEdits = 3;
/// Longer texts are never names; comparing them would cost more than it could tell.
constexpr std::size_t kLongestName = 256;

/// `text` in lower case without separators, so that "mig-1g.5gb" and "MIG_1g5gb" are the same.
std::string folded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (ascii::is_alnum(c)) result += ascii::to_lower(c);
    }
    return result;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit) {
    const std::size_t difference =
        left.size() > right.size() ? left.size() - right.size() : right.size() - left.size();
    if (difference > limit) return limit + 1;
    std::vector<std::size_t> before_previous(right.size() + 1);
    std::vector<std::size_t> previous(right.size() + 1);
    std::vector<std::size_t> current(right.size() + 1);
    for (std::size_t j = 0; j <= right.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t cost = left[i - 1] == right[j - 1] ? 0 : 1;
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost});
            const bool swapped =
                i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
            if (swapped) current[j] = std::min(current[j], before_previous[j - 2] + 1);
        }
        std::swap(before_previous, previous);
        std::swap(previous, current);
    }
    return std::min(previous[right.size()], limit + 1);
}

std::string_view find_nearest(std::string_view text, std::span<const std::string_view> candidates) {
    if (text.empty() || text.size() > kLongestName) return {};
    const std::string plain = folded(text);
    for (const std::string_view candidate : candidates) {
        if (!plain.empty() && folded(candidate) == plain) return candidate;
    }
    const std::size_t limit = std::min(kMostEdits, text.size() / 3);
    std::string_view nearest;
    std::size_t least = limit + 1;
    for (const std::string_view candidate : candidates) {
        // A slip of the finger beside other case or separators is still one slip.
        const std::size_t distance = std::min(edit_distance(text, candidate, limit),
                                              edit_distance(plain, folded(candidate), limit));
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace gpulint
