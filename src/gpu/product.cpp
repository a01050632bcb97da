#include "gpu/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace gpulint::gpu {
namespace {

/// Takes a number followed by `mark` from the front of `text`.
std::optional<int> take_number(std::string_view& text, std::string_view mark) {
    int number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || number < 0 || text.empty() || text[0] == '-') return std::nullopt;
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    if (!rest.starts_with(mark)) return std::nullopt;
    text = rest.substr(mark.size());
    return number;
}

}  // namespace

const MigProfile* MigProduct::find_profile(std::string_view name) const {
    const auto place = std::ranges::find(profiles, name, &MigProfile::name);
    return place == profiles.end() ? nullptr : &*place;
}

std::optional<MigProfileName> parse_mig_profile(std::string_view name) {
    MigProfileName result;
    std::string_view rest = name;
    if (const std::optional<int> instance = take_number(rest, "c.")) {
        result.compute_instance = *instance;
    }
    const std::optional<int> slices = take_number(rest, "g.");
    if (!slices) return std::nullopt;
    const std::optional<int> memory = take_number(rest, "gb");
    if (!memory) return std::nullopt;
    result.compute_slices = *slices;
    result.memory_gb = *memory;
    const bool is_attribute = rest == "+me" || rest == "+gfx" || rest == "+me.all" || rest == "-me";
    if (!rest.empty() && !is_attribute) return std::nullopt;
    result.attribute = rest;
    return result;
}

std::string mig_label_part(std::string_view profile) {
    std::string part(profile);
    std::ranges::replace(part, '+', '.');
    return part;
}

std::string mig_resource(std::string_view profile) {
    return "nvidia.com/mig-" + mig_label_part(profile);
}

const AmdPartition* AmdModel::find_partition(std::string_view modes) const {
    std::size_t cut = modes.find_first_of("/_");
    if (cut == std::string_view::npos) return nullptr;
    const auto place = std::ranges::find_if(partitions, [&](const AmdPartition& known) {
        return ascii::equals_ignoring_case(known.compute, modes.substr(0, cut)) &&
               ascii::equals_ignoring_case(known.memory, modes.substr(cut + 1));
    });
    return place == partitions.end() ? nullptr : &*place;
}

std::string amd_partition_resource(std::string_view compute, std::string_view memory) {
    return fmt::format("amd.com/{}_{}", ascii::to_lower(compute), ascii::to_lower(memory));
}

std::string_view strip_label_suffixes(std::string_view label) {
    if (label.ends_with("-SHARED")) label.remove_suffix(std::string_view("-SHARED").size());
    const std::size_t mig = label.find("-MIG-");
    return mig == std::string_view::npos ? label : label.substr(0, mig);
}

}  // namespace gpulint::gpu
