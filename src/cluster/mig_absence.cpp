#include "cluster/mig_absence.h"

#include <algorithm>
#include <set>

namespace gpulint::cluster {
namespace {

constexpr std::string_view kMigStart = "nvidia.com/mig-";

std::vector<std::string> find_offered_slices(const Inventory& inventory) {
    std::vector<std::string> slices = inventory.advertised_resources();
    std::erase_if(slices, [&inventory](const std::string& name) {
        return !name.starts_with(kMigStart) || !inventory.is_advertised(name);
    });
    return slices;
}

bool offers_slice(const Node& node) {
    return std::ranges::any_of(node.allocatable, [](const auto& entry) {
        return entry.first.starts_with(kMigStart) && entry.second.sign() > 0;
    });
}

bool is_single(const Node& node) {
    const std::string* strategy = node.find_label("nvidia.com/mig.strategy");
    return strategy != nullptr && *strategy == "single" &&
           node.gpu_product().find("-MIG-") != std::string_view::npos;
}

}  // namespace

MigAbsence find_mig_absence(const Inventory& inventory, std::string_view resource) {
    MigAbsence absence;
    const bool is_slice = resource.starts_with(kMigStart);
    const bool is_whole = resource == "nvidia.com/gpu";
    if ((!is_slice && !is_whole) || !inventory.has_all_capacities()) return absence;
    if (inventory.is_advertised(resource)) return absence;
    std::vector<std::string> slices = find_offered_slices(inventory);
    if (!slices.empty()) {
        absence.kind = is_slice ? MigAbsence::Kind::kOtherSlices : MigAbsence::Kind::kAllCut;
        absence.offered = std::move(slices);
        absence.node = &*std::ranges::find_if(inventory.nodes(), offers_slice);
        return absence;
    }
    const auto single = std::ranges::find_if(inventory.nodes(), is_single);
    if (!is_slice || single == inventory.nodes().end()) return absence;
    absence.kind = MigAbsence::Kind::kSingle;
    absence.node = &*single;
    absence.offered = {"nvidia.com/gpu.product=" + std::string(single->gpu_product())};
    return absence;
}

}  // namespace gpulint::cluster
