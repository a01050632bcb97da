#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/inventory.h"

namespace gpulint::cluster {

/// Why no node advertises a resource of NVIDIA's, when MIG is the reason.
struct MigAbsence {
    enum class Kind : std::uint8_t {
        kNone,         ///< it is advertised, or MIG has nothing to do with it
        kAllCut,       ///< nvidia.com/gpu, and under mixed every GPU is cut
        kSingle,       ///< a mig name, and the strategy is single
        kOtherSlices,  ///< a mig name, and under mixed the devices are others
    };
    Kind kind = Kind::kNone;
    const Node* node = nullptr;        ///< an example
    std::vector<std::string> offered;  ///< the mig names there are; kSingle: the product labels
};

MigAbsence find_mig_absence(const Inventory& inventory, std::string_view resource);

}  // namespace gpulint::cluster
