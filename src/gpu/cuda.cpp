#include "gpu/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"

namespace gpulint::gpu {
namespace {

/// The number that `text` begins with, which is cut off; nothing when it begins with none.
std::optional<int> take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || text.front() == '-') return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool is_known_major(int major) {
    return major >= cuda_releases().front().cuda.major &&
           major <= cuda_releases().back().cuda.major + 1;
}

/// Versions compared part by part as numbers: `06` is 6.
std::array<int, 3> parts_of_driver(std::string_view driver) {
    std::array<int, 3> parts{};
    for (int& part : parts) {
        part = take_number(driver).value_or(0);
        if (!driver.starts_with('.')) break;
        driver.remove_prefix(1);
    }
    return parts;
}

/// "12.4.1-base", "124", "1241", "12": what stands behind `cuda` or `cu`.
std::optional<CudaVersion> read_digits(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && ascii::is_digit(text[count])) ++count;
    if (count < 2 || count > 4) return std::nullopt;
    std::string_view digits = text.substr(0, 2);
    CudaVersion version{take_number(digits).value_or(0), 0};
    if (!is_known_major(version.major)) return std::nullopt;
    std::string_view rest = text.substr(2);
    if (count > 2) {
        version.minor = rest.front() - '0';
    } else if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        version.minor = take_number(rest).value_or(0);
    }
    return version;
}

bool is_word_char(char c) { return ascii::is_alnum(c) || c == '_'; }

}  // namespace

std::string CudaVersion::text() const { return fmt::format("{}.{}", major, minor); }

std::optional<CudaVersion> find_cuda_of_image(std::string_view image) {
    const std::string_view name = image.substr(0, image.find('@'));
    const std::size_t slash = name.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
    const std::size_t colon = last.find(':');
    if (colon != std::string_view::npos && name.substr(0, name.rfind(':')).ends_with("nvidia/cuda"))
        return read_digits(last.substr(colon + 1));
    for (std::size_t at = last.find("cu"); at != std::string_view::npos;
         at = last.find("cu", at + 1)) {
        if (at > 0 && ascii::is_alnum(last[at - 1])) continue;
        std::string_view rest = last.substr(at + 2);
        if (rest.starts_with("da")) {
            rest.remove_prefix(2);
            if (rest.starts_with('-') || rest.starts_with('_')) rest.remove_prefix(1);
        }
        if (const auto version = read_digits(rest)) return version;
    }
    return std::nullopt;
}

std::optional<CudaVersion> parse_cuda_version(std::string_view text) {
    const auto major = take_number(text);
    if (!major || !text.starts_with('.')) return std::nullopt;
    text.remove_prefix(1);
    const auto minor = take_number(text);
    if (!minor) return std::nullopt;
    return CudaVersion{*major, *minor};
}

std::optional<CudaVersion> parse_cuda_requirement(std::string_view text) {
    constexpr std::string_view kStart = "cuda>=";
    text = ascii::trim(text);
    if (!text.starts_with(kStart)) return std::nullopt;
    text.remove_prefix(kStart.size());
    // A blank or a comma begins an alternative or a further condition.
    const bool is_version =
        std::ranges::all_of(text, [](char c) { return ascii::is_digit(c) || c == '.'; });
    return is_version ? parse_cuda_version(text) : std::nullopt;
}

std::optional<CudaVersion> find_cuda_of_driver(std::string_view driver) {
    std::optional<CudaVersion> newest;
    for (const CudaRelease& release : cuda_releases()) {
        if (parts_of_driver(release.driver) <= parts_of_driver(driver)) newest = release.cuda;
    }
    return newest;
}

std::string_view find_driver_of_cuda(CudaVersion cuda) {
    const auto row = std::ranges::find(cuda_releases(), cuda, &CudaRelease::cuda);
    return row == cuda_releases().end() ? std::string_view() : row->driver;
}

const DriverCapability* find_driver_capability(std::string_view name) {
    const auto row = std::ranges::find(driver_capabilities(), name, &DriverCapability::name);
    return row == driver_capabilities().end() ? nullptr : &*row;
}

bool CapabilityNeed::is_shown_by(std::string_view text) const {
    if (kind == Kind::kEngine) return text == word;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word_char(text[at - 1]);
        if (begins && (end == text.size() || !is_word_char(text[end]))) return true;
    }
    return false;
}

}  // namespace gpulint::gpu
