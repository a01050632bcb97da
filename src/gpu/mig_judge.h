#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/mig_config.h"
#include "gpu/mig_layout.h"
#include "gpu/product.h"

/// Whether GPUs can be cut as an entry of a MIG configuration says. mig-parted itself never asks.
namespace gpulint::gpu {

struct MigJudgement {
    enum class Verdict : std::uint8_t {
        kFits,            ///< on one product at least, or nothing is known that speaks against it
        kUnknownProfile,  ///< no product in question has the profile
        kMixedProfiles,   ///< each profile is some product's, and no product has them all
        kOverBudget,      ///< on every product in question
    };
    Verdict verdict = Verdict::kFits;
    const MigDevices* devices = nullptr;  ///< the profile to look at
    const MigProduct* product = nullptr;  ///< kOverBudget: one of those in question
    MigExcess excess{};                   ///< kOverBudget
    std::string near;                     ///< kUnknownProfile: the profile that was meant, or ""
    std::map<std::string, std::int64_t> nearest;  ///< kOverBudget: a layout that fits, or empty
    bool is_narrowed = false;  ///< the entry's filter, or `products`, names the product
};

/// The products an entry is for, by its device-filter; all where it has none that is known.
std::vector<const MigProduct*> find_filtered_products(const MigConfigEntry& entry);

/// `products`: those the cluster has; empty when that is not known. Views in the result point into
/// the entry and the catalogue.
MigJudgement judge_mig_entry(const MigConfigEntry& entry,
                             const std::vector<const MigProduct*>& products = {});

}  // namespace gpulint::gpu
