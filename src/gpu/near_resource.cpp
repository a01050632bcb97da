#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/near_text.h"
#include "gpu/catalog.h"

/// What an unknown resource name was most likely meant to be. The rules are few and narrow: a name
/// of somebody's own device plugin must never be called a mistake.
namespace gpulint::gpu {
namespace {

/// A name cut at its first slash; without one all of it is the path.
struct SplitName {
    std::string_view domain;
    std::string_view path;
};

SplitName split_name(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return {"", name};
    return {name.substr(0, slash), name.substr(slash + 1)};
}

/// Only letters and digits, in lower case.
std::string folded(std::string_view name) {
    std::string result;
    for (const char c : name) {
        if (ascii::is_alnum(c)) result += ascii::to_lower(c);
    }
    return result;
}

/// Reads a text from its start, each step only when it fits.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : rest_(text) {}
    bool is_at_end() const { return rest_.empty(); }
    void skip_separator() {
        if (!rest_.empty() && std::string_view("-_.").find(rest_[0]) != std::string_view::npos) {
            rest_.remove_prefix(1);
        }
    }
    /// Case does not matter.
    bool take(std::string_view word) {
        if (!ascii::equals_ignoring_case(rest_.substr(0, word.size()), word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    std::optional<int> take_number() {
        int number = 0;
        const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (code != std::errc() || number <= 0) return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return number;
    }
    char take_one_of(std::string_view characters) {
        if (rest_.empty() || characters.find(rest_[0]) == std::string_view::npos) return '\0';
        const char c = rest_[0];
        rest_.remove_prefix(1);
        return c;
    }

  private:
    std::string_view rest_;
};

/// The MIG resource that a path with the right letters but wrong marks was meant to be, or "":
/// "mig-1g10gb", "1g.10GB", "mig-1g.10gb+me".
std::string find_meant_mig(std::string_view path) {
    Scanner scanner(path);
    if (scanner.take("mig")) scanner.skip_separator();
    const std::optional<int> slices = scanner.take_number();
    if (!slices || *slices > 8 || !scanner.take("g")) return "";
    scanner.skip_separator();
    const std::optional<int> memory = scanner.take_number();
    if (!memory || !scanner.take("gb")) return "";
    std::string meant = fmt::format("nvidia.com/mig-{}g.{}gb", *slices, *memory);
    if (scanner.is_at_end()) return meant;
    const char mark = scanner.take_one_of("+._-");
    if (scanner.take("me")) {
        meant += mark == '-' ? "-me" : ".me";
        if (scanner.take_one_of("+._-") != '\0' && scanner.take("all")) meant += ".all";
    } else if (scanner.take("gfx")) {
        meant += ".gfx";
    } else if (scanner.take("shared")) {
        meant += ".shared";
    }
    return scanner.is_at_end() ? meant : "";
}

/// The AMD partition that a path was meant to be, or "": "CPX_NPS4", "cpx-nps4", "cpxnps4".
std::string find_meant_partition(std::string_view path) {
    const std::string plain = folded(path);
    for (const AmdModes& modes : Catalog::amd_modes()) {
        if (plain == ascii::to_lower(modes.compute) + ascii::to_lower(modes.memory)) {
            return amd_partition_resource(modes.compute, modes.memory);
        }
    }
    return "";
}

/// Kinds of device that differ from "gpu" by a letter, and are no slip of it.
bool is_device_word(std::string_view path) {
    static constexpr std::array<std::string_view, 10> kWords{"cpu", "npu", "tpu", "dpu", "ipu",
                                                             "vpu", "xpu", "hpu", "nic", "gcu"};
    return std::ranges::find(kWords, path) != kWords.end();
}

bool has_retired_meaning(const ResourceRow& row) {
    return row.kind == ResourceKind::kRetired || row.kind == ResourceKind::kOther;
}

/// A slip in the vendor's domain, the rest as it should be: "nvida.com/gpu".
Catalog::Near find_domain_slip(const SplitName& name) {
    // A short domain has too many neighbours: arm.com is not amd.com.
    constexpr std::size_t kLongDomain = 9;
    for (const ResourceRow& row : Catalog::plain_resources()) {
        const SplitName known = split_name(row.name);
        if (has_retired_meaning(row) || known.path != name.path) continue;
        if (known.domain.empty() || known.domain == name.domain) continue;
        const std::size_t distance = edit_distance(name.domain, known.domain, 2);
        const bool is_long = known.domain.size() >= kLongDomain;
        if (distance <= 1) return {std::string(row.name), is_long};
        if (distance == 2 && is_long) return {std::string(row.name), false};
    }
    return {};
}

/// A slip in the device's name under the vendor's own domain: "nvidia.com/gpuz".
Catalog::Near find_path_slip(const SplitName& name) {
    if (is_device_word(name.path)) return {};
    for (const ResourceRow& row : Catalog::plain_resources()) {
        const SplitName known = split_name(row.name);
        if (has_retired_meaning(row) || row.kind == ResourceKind::kAuxiliary) continue;
        if (known.domain != name.domain || known.domain.empty()) continue;
        if (edit_distance(name.path, known.path, 1) <= 1) return {std::string(row.name), false};
    }
    return {};
}

/// The same letters with other case and marks, or the plural.
Catalog::Near find_same_letters(std::string_view name) {
    const std::string plain = folded(name);
    for (const ResourceRow& row : Catalog::plain_resources()) {
        if (has_retired_meaning(row)) continue;
        const std::string known = folded(row.name);
        if (plain == known + "s") return {std::string(row.name), true};
        if (plain != known) continue;
        // Marks alone may tell two names of one plugin apart.
        const bool differs_in_case = ascii::equals_ignoring_case(name, row.name);
        const bool has_same_domain = split_name(name).domain == split_name(row.name).domain;
        return {std::string(row.name), differs_in_case || !has_same_domain};
    }
    return {};
}

}  // namespace

Catalog::Near Catalog::find_near_resource(std::string_view name) const {
    if (name.empty() || find_resource(name).is_known()) return {};
    const auto misspelling = std::ranges::find(misspelt(), name, &MisspeltRow::wrong);
    if (misspelling != misspelt().end()) {
        return {std::string(misspelling->meant), misspelling->is_certain};
    }
    const SplitName split = split_name(name);
    if (ascii::contains_ignoring_case(split.domain, "nvidia")) {
        if (std::string meant = find_meant_mig(split.path); !meant.empty()) {
            return {std::move(meant), true};
        }
    }
    if (split.domain == "amd.com") {
        if (std::string meant = find_meant_partition(split.path); !meant.empty()) {
            return {std::move(meant), true};
        }
    }
    if (Near near = find_same_letters(name); !near.name.empty()) return near;
    if (split.domain.empty()) return {};
    if (Near near = find_domain_slip(split); !near.name.empty()) return near;
    return find_path_slip(split);
}

}  // namespace gpulint::gpu
