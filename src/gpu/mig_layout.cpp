#include "gpu/mig_layout.h"

#include <algorithm>
#include <optional>

namespace gpulint::gpu {
namespace {

using Kind = MigExcess::Kind;

/// One thing of which a GPU has only so much.
struct Budget {
    Kind kind;
    std::optional<int> available;
    std::optional<int> (*need)(const MigProfile&);
};

std::vector<Budget> budgets_of(const MigProduct& product) {
    const MigEngines& engines = product.engine_totals;
    return {
        {Kind::kComputeSlices, product.compute_slices,
         [](const MigProfile& profile) { return std::optional(profile.compute_slices); }},
        {Kind::kMemorySlices, product.memory_slices,
         [](const MigProfile& profile) { return profile.memory_slices; }},
        {Kind::kDecoders, engines.decoder,
         [](const MigProfile& profile) { return profile.engines.decoder; }},
        {Kind::kEncoders, engines.encoder,
         [](const MigProfile& profile) { return profile.engines.encoder; }},
        {Kind::kJpegEngines, engines.jpeg,
         [](const MigProfile& profile) { return profile.engines.jpeg; }},
        {Kind::kOfaEngines, engines.ofa,
         [](const MigProfile& profile) { return profile.engines.ofa; }},
    };
}

/// Finds starts for all instances, the largest first.
class Placer {
  public:
    explicit Placer(std::span<const MigPlacement> present, const MigProduct& product) {
        for (const MigPlacement& placement : present) {
            const MigProfile* profile = product.find_profile(placement.profile);
            if (profile != nullptr) occupied_ |= slices_of(*profile, placement.start);
        }
    }

    bool place(std::vector<const MigProfile*> instances) {
        std::ranges::stable_sort(instances, std::ranges::greater(), [](const MigProfile* profile) {
            return profile->placement_size.value_or(0);
        });
        return place_from(instances, 0);
    }
    std::vector<MigPlacement> take() { return std::move(placements_); }

  private:
    static std::uint64_t slices_of(const MigProfile& profile, int start) {
        const std::uint64_t run = (std::uint64_t{1} << profile.placement_size.value_or(0)) - 1;
        return run << start;
    }

    bool place_from(const std::vector<const MigProfile*>& instances, std::size_t next) {
        if (next == instances.size()) return true;
        const MigProfile& profile = *instances[next];
        // Instances of one profile are alike: the second starts behind the first.
        const bool is_repeat = next > 0 && instances[next - 1] == &profile;
        const int least = is_repeat ? placements_.back().start + 1 : 0;
        for (const int start : profile.starts) {
            const std::uint64_t slices = slices_of(profile, start);
            if (start < least || (occupied_ & slices) != 0) continue;
            occupied_ |= slices;
            placements_.push_back({profile.name, start});
            if (place_from(instances, next + 1)) return true;
            placements_.pop_back();
            occupied_ &= ~slices;
        }
        return false;
    }

    std::uint64_t occupied_ = 0;
    std::vector<MigPlacement> placements_;
};

/// The profiles of the layout with their counts; says which are unknown or too many.
std::vector<std::pair<const MigProfile*, std::int64_t>> find_profiles(
    const MigProduct& product, const std::map<std::string, std::int64_t>& layout,
    MigLayoutCheck& check) {
    std::vector<std::pair<const MigProfile*, std::int64_t>> profiles;
    for (const auto& [name, count] : layout) {
        const MigProfile* profile = product.find_profile(name);
        if (profile == nullptr) {
            check.excesses.push_back({Kind::kUnknownProfile, name, count, 0});
            continue;
        }
        if (count <= 0) continue;
        profiles.emplace_back(profile, count);
        check.is_unknown |= !profile->max_instances || profile->starts.empty();
        if (profile->max_instances && count > *profile->max_instances) {
            check.excesses.push_back(
                {Kind::kProfileLimit, profile->name, count, *profile->max_instances});
        }
    }
    return profiles;
}

}  // namespace

std::string_view describe(MigExcess::Kind kind) {
    switch (kind) {
        case Kind::kUnknownProfile:
        case Kind::kProfileLimit: return "instances";
        case Kind::kComputeSlices: return "compute slices";
        case Kind::kMemorySlices: return "memory slices";
        case Kind::kDecoders: return "NVDEC engines";
        case Kind::kEncoders: return "NVENC engines";
        case Kind::kJpegEngines: return "JPEG engines";
        case Kind::kOfaEngines: return "OFA engines";
        case Kind::kPlacement: return "adjacent free slices";
    }
    return "";
}

MigLayoutCheck check_mig_layout(const MigProduct& product,
                                const std::map<std::string, std::int64_t>& layout,
                                std::span<const MigPlacement> present) {
    MigLayoutCheck check;
    const auto wanted = find_profiles(product, layout, check);
    for (const Budget& budget : budgets_of(product)) {
        std::int64_t used = 0;
        // Large enough for any GPU, small enough to be added up.
        constexpr std::int64_t kMany = 1'000'000;
        bool is_known = budget.available.has_value();
        for (const auto& [profile, count] : wanted) {
            const std::optional<int> need = budget.need(*profile);
            is_known = is_known && need.has_value();
            used += need.value_or(0) * std::min(count, kMany);
        }
        for (const MigPlacement& placement : present) {
            const MigProfile* profile = product.find_profile(placement.profile);
            if (profile != nullptr) used += budget.need(*profile).value_or(0);
        }
        const bool is_slices =
            budget.kind == Kind::kComputeSlices || budget.kind == Kind::kMemorySlices;
        check.is_unknown |= is_slices && !is_known;
        if (budget.available && used > *budget.available) {
            check.excesses.push_back({budget.kind, "", used, *budget.available});
        }
    }
    if (!check.fits() || check.is_unknown) return check;
    std::vector<const MigProfile*> instances;
    for (const auto& [profile, count] : wanted) {
        instances.insert(instances.end(), static_cast<std::size_t>(count), profile);
    }
    Placer placer(present, product);
    if (placer.place(instances)) {
        check.placements = placer.take();
    } else {
        check.excesses.push_back({Kind::kPlacement, "", 0, 0});
    }
    return check;
}

}  // namespace gpulint::gpu
