#include "gpu/images.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace gpulint::gpu {
namespace {

/// An image reference cut into the parts that are compared.
struct ImageParts {
    std::vector<std::string_view> path;  ///< the registry first
    std::string_view tag;
};

/// True for the first part of a reference when it names a registry.
bool is_registry(std::string_view part) {
    return part.find_first_of(".:") != std::string_view::npos || part == "localhost";
}

ImageParts split_image(std::string_view image) {
    ImageParts parts;
    std::string_view rest = image.substr(0, image.find('@'));
    const std::size_t slash = rest.rfind('/');
    const std::size_t colon = rest.rfind(':');
    if (colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash)) {
        parts.tag = rest.substr(colon + 1);
        rest = rest.substr(0, colon);
    }
    parts.path = ascii::split(rest, '/');
    if (parts.path.size() < 2 || !is_registry(parts.path[0])) {
        // What names no registry comes from Docker Hub.
        if (parts.path.size() < 2) parts.path.insert(parts.path.begin(), "library");
        parts.path.insert(parts.path.begin(), "docker.io");
    }
    return parts;
}

/// True when the pattern's part fits; `*` at its end stands for any rest.
bool part_fits(std::string_view pattern, std::string_view part) {
    if (!pattern.ends_with('*')) return pattern == part;
    return part.starts_with(pattern.substr(0, pattern.size() - 1));
}

/// True when the path ends as the pattern says; a mirror may put anything before. `**` as the last
/// part of the pattern stands for any further parts.
bool path_fits(std::string_view pattern, const std::vector<std::string_view>& path) {
    std::vector<std::string_view> wanted = ascii::split(pattern, '/');
    const bool is_open = wanted.back() == "**";
    if (is_open) wanted.pop_back();
    if (wanted.size() + (is_open ? 1 : 0) > path.size()) return false;
    const std::size_t last = path.size() - wanted.size() - (is_open ? 1 : 0);
    for (std::size_t begin = is_open ? 0 : last; begin <= last; ++begin) {
        if (std::equal(wanted.begin(), wanted.end(),
                       path.begin() + static_cast<std::ptrdiff_t>(begin), part_fits)) {
            return true;
        }
    }
    return false;
}

/// The words of a path part or tag: "v0.5.5-rocm700" has "v0", "5", "5" and "rocm700".
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = begin;
        while (end < text.size() && ascii::is_alnum(text[end])) ++end;
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// `cuda*` fits "cuda" and "cuda129", not "cudagram"; "cu*" needs its two digits.
bool word_fits(std::string_view pattern, std::string_view word) {
    if (!pattern.ends_with('*')) return ascii::equals_ignoring_case(pattern, word);
    const std::string_view stem = pattern.substr(0, pattern.size() - 1);
    if (!ascii::equals_ignoring_case(word.substr(0, stem.size()), stem)) return false;
    const std::string_view digits = word.substr(stem.size());
    if (!std::ranges::all_of(digits, ascii::is_digit)) return false;
    constexpr std::size_t kShortStem = 2;
    return stem.size() > kShortStem || digits.size() >= 2;
}

bool row_fits(const ImageRow& row, const ImageParts& image) {
    if (!path_fits(row.repository, image.path)) return false;
    if (row.words.empty()) return true;
    const std::vector<std::string_view> words = words_of(image.tag);
    return std::ranges::any_of(words, [&](std::string_view word) {
        return std::ranges::any_of(
            row.words, [&](std::string_view wanted) { return word_fits(wanted, word); });
    });
}

/// What the words of the name give away; nothing when they speak of two vendors.
ImageUse guess_from_words(const ImageParts& image) {
    ImageUse use;
    bool is_decided = false;
    std::vector<std::string_view> words = words_of(image.tag);
    for (std::size_t i = 1; i < image.path.size(); ++i) {
        const std::vector<std::string_view> more = words_of(image.path[i]);
        words.insert(words.end(), more.begin(), more.end());
    }
    for (const std::string_view word : words) {
        for (const ImageWord& known : image_words()) {
            if (!word_fits(known.word, word)) continue;
            if (is_decided && use.vendor != known.vendor) return {};
            use.vendor = known.vendor;
            is_decided = true;
        }
    }
    return use;
}

}  // namespace

ImageUse find_image_use(std::string_view image) {
    const ImageParts parts = split_image(ascii::trim(image));
    ImageUse use;
    const std::span<const ImageRow> rows = image_rows();
    const auto row = std::ranges::find_if(
        rows, [&](const ImageRow& candidate) { return row_fits(candidate, parts); });
    if (row == rows.end()) {
        use = guess_from_words(parts);
    } else {
        use = {row->vendor, row->engine, row->needs_accelerator, row->starts_engine, false, true};
    }
    if (use.vendor == "cpu") {
        use.vendor = "";
        use.is_cpu_build = true;
    }
    // A name that no row foresaw may still say that it is a build for CPUs.
    const std::vector<std::string_view> words = words_of(parts.tag);
    if (std::ranges::find(words, "cpu") != words.end()) {
        use.is_cpu_build = use.vendor.empty() || use.is_exact;
        use.needs_accelerator = false;
        if (use.is_cpu_build) use.vendor = "";
    }
    return use;
}

std::string_view find_vendor_of_image(std::string_view image) {
    return find_image_use(image).vendor;
}

}  // namespace gpulint::gpu
