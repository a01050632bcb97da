#include "gpu/mig_judge.h"

#include <algorithm>

#include "base/near_text.h"
#include "gpu/catalog.h"

namespace gpulint::gpu {
namespace {

using Products = std::vector<const MigProduct*>;
using Layout = std::map<std::string, std::int64_t>;

/// `1c.3g.40gb` is cut out of a 3g.40gb.
std::string_view without_compute_instance(std::string_view profile) {
    const std::size_t dot = profile.find("c.");
    return dot == std::string_view::npos ? profile : profile.substr(dot + 2);
}

bool has_profile(const MigProduct& product, std::string_view profile) {
    return product.find_profile(profile) != nullptr;
}

bool some_has(const Products& products, std::string_view profile) {
    return std::ranges::any_of(
        products, [profile](const MigProduct* product) { return has_profile(*product, profile); });
}

/// The profile with as many slices of the only product in question, else the nearest by spelling.
std::string find_near_profile(const Products& products, std::string_view profile) {
    const auto wanted = parse_mig_profile(profile);
    std::vector<std::string_view> names;
    for (const MigProduct* product : products) {
        for (const MigProfile& candidate : product->profiles) {
            const auto parsed = parse_mig_profile(candidate.name);
            const bool is_same = wanted && parsed && products.size() == 1 &&
                                 parsed->compute_slices == wanted->compute_slices &&
                                 parsed->attribute == wanted->attribute;
            if (is_same) return std::string(candidate.name);
            names.push_back(candidate.name);
        }
    }
    return std::string(find_nearest(profile, names));
}

std::int64_t count_memory_slices(const MigProduct& product, const Layout& layout) {
    std::int64_t slices = 0;
    for (const auto& [name, count] : layout) {
        const MigProfile* profile = product.find_profile(name);
        if (profile != nullptr) slices += count * profile->memory_slices.value_or(0);
    }
    return slices;
}

/// The layout with fewer of one profile that fits and keeps most of the memory.
Layout find_nearest_layout(const MigProduct& product, const Layout& layout) {
    Layout best;
    for (const auto& [name, count] : layout) {
        constexpr std::int64_t kMostTried = 64;  // more instances than any GPU has
        for (std::int64_t fewer = std::min(count - 1, kMostTried); fewer >= 0; --fewer) {
            Layout smaller = layout;
            smaller[name] = fewer;
            if (fewer == 0) smaller.erase(name);
            if (smaller.empty() || !check_mig_layout(product, smaller).fits()) continue;
            const bool is_better = best.empty() || count_memory_slices(product, smaller) >
                                                       count_memory_slices(product, best);
            if (is_better) best = std::move(smaller);
            break;
        }
    }
    return best;
}

/// The profile that takes most of what is short.
const MigDevices* find_largest(const MigConfigEntry& entry, const MigExcess& excess) {
    const MigDevices* largest = nullptr;
    for (const MigDevices& devices : entry.devices) {
        if (devices.profile == excess.profile) return &devices;
        if (largest == nullptr || devices.count > largest->count) largest = &devices;
    }
    return largest;
}

}  // namespace

Products find_filtered_products(const MigConfigEntry& entry) {
    Products products;
    for (const MigProduct& product : Catalog::mig_products()) {
        const bool is_taken = std::ranges::any_of(entry.filters, [&product](yaml::Node filter) {
            const PciFilter parsed = parse_pci_filter(filter.text());
            return parsed.is_nvidia() &&
                   std::ranges::find(product.pci_device_ids, parsed.device()) !=
                       product.pci_device_ids.end();
        });
        if (is_taken) products.push_back(&product);
    }
    if (!entry.filters.empty()) return products;
    for (const MigProduct& product : Catalog::mig_products()) products.push_back(&product);
    return products;
}

MigJudgement judge_mig_entry(const MigConfigEntry& entry, const Products& products) {
    MigJudgement judgement;
    Products candidates = find_filtered_products(entry);
    judgement.is_narrowed = !entry.filters.empty();
    if (entry.filters.empty() && !products.empty()) {
        candidates = products;
        judgement.is_narrowed = true;
    }
    // A filter for GPUs that nobody here knows.
    if (candidates.empty() || entry.devices.empty()) return judgement;
    Layout layout;
    for (const MigDevices& devices : entry.devices) {
        const std::string_view profile = without_compute_instance(devices.profile);
        judgement.devices = &devices;
        if (!is_mig_profile_format(devices.profile)) return {};
        if (!some_has(candidates, profile)) {
            judgement.verdict = MigJudgement::Verdict::kUnknownProfile;
            judgement.near = find_near_profile(candidates, profile);
            return judgement;
        }
        std::erase_if(candidates, [profile](const MigProduct* product) {
            return !has_profile(*product, profile);
        });
        // How several compute instances share a GPU instance is not judged.
        if (devices.count > 0 && profile == devices.profile) {
            layout[std::string(profile)] += devices.count;
        }
        if (!candidates.empty()) continue;
        judgement.verdict = MigJudgement::Verdict::kMixedProfiles;
        return judgement;
    }
    for (const MigProduct* product : candidates) {
        const MigLayoutCheck check = check_mig_layout(*product, layout);
        if (check.fits()) return {};
        if (judgement.product != nullptr) continue;
        judgement.product = product;
        judgement.excess = check.excesses.front();
    }
    judgement.verdict = MigJudgement::Verdict::kOverBudget;
    judgement.devices = find_largest(entry, judgement.excess);
    judgement.nearest = find_nearest_layout(*judgement.product, layout);
    return judgement;
}

}  // namespace gpulint::gpu
