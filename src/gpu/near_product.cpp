#include "gpu/near_product.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/near_text.h"

namespace gpulint::gpu {
namespace {

constexpr std::size_t kFarthest = 64;  // longer than any label

/// "NVIDIA-H100-80GB-HBM3" is nvidia, h100, 80gb, hbm3.
std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (ascii::is_alnum(c)) {
            words.back() += ascii::to_lower(c);
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// A word that names the model: it has digits, and they are no amount of memory and no form factor.
bool is_model(std::string_view word) {
    constexpr std::array<std::string_view, 4> kForms{"sxm", "hbm", "pcie", "oam"};
    const bool is_form = std::ranges::any_of(
        kForms, [word](std::string_view form) { return word.starts_with(form); });
    return !is_form && !word.ends_with("gb") && std::ranges::any_of(word, ascii::is_digit);
}

std::size_t count_shared(const std::vector<std::string>& left,
                         const std::vector<std::string>& right) {
    return static_cast<std::size_t>(std::ranges::count_if(left, [&right](const std::string& word) {
        return std::ranges::find(right, word) != right.end();
    }));
}

}  // namespace

std::string_view find_near_product(std::string_view text, std::span<const std::string_view> names) {
    const std::vector<std::string> words = split_words(text);
    std::vector<std::string> models;
    std::ranges::copy_if(words, std::back_inserter(models), is_model);
    std::string_view best;
    std::size_t best_shared = 0;
    std::size_t best_distance = kFarthest;
    for (const std::string_view name : names) {
        const std::vector<std::string> others = split_words(name);
        if (models.empty() || count_shared(models, others) != models.size()) continue;
        const std::size_t shared = count_shared(words, others);
        const std::size_t distance = edit_distance(text, name, kFarthest);
        const bool is_better = best.empty() || shared > best_shared ||
                               (shared == best_shared && distance < best_distance);
        if (!is_better) continue;
        best = name;
        best_shared = shared;
        best_distance = distance;
    }
    return best.empty() ? find_nearest(text, names) : best;
}

}  // namespace gpulint::gpu
