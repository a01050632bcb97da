#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/product.h"

/// Whether a GPU can be cut as a layout says, and where its instances then lie.
namespace gpulint::gpu {

/// Why a layout does not fit.
struct MigExcess {
    enum class Kind : std::uint8_t {
        kUnknownProfile,  ///< the product has no such profile
        kProfileLimit,    ///< more instances of one profile than the driver makes
        kComputeSlices,
        kMemorySlices,
        kDecoders,  ///< the driver's refusal of too many media engines was not seen anywhere:
        kEncoders,  ///< it follows from the numbers of engines
        kJpegEngines,
        kOfaEngines,
        kPlacement,  ///< the sums fit, but what is already there leaves no room at a valid start
    };
    Kind kind;
    std::string_view profile;  ///< for the first two kinds
    std::int64_t used = 0;
    int available = 0;

    bool is_about_engines() const { return kind >= Kind::kDecoders && kind <= Kind::kOfaEngines; }
};

/// "compute slices", "NVDEC engines"; "instances" for a profile's own limit.
std::string_view describe(MigExcess::Kind kind);

/// An instance and the first of the memory slices it covers.
struct MigPlacement {
    std::string_view profile;
    int start = 0;
};

struct MigLayoutCheck {
    std::vector<MigExcess> excesses;  ///< empty: it fits, as far as is known
    std::vector<MigPlacement> placements;
    bool is_unknown = false;  ///< some size or start is in no source, so that less was checked
    bool fits() const { return excesses.empty(); }
};

/// Checks how many instances of which profiles (their names with `+`) one GPU is cut into, beside
/// those it has already. The views in the result point into the product and the layout.
MigLayoutCheck check_mig_layout(const MigProduct& product,
                                const std::map<std::string, std::int64_t>& layout,
                                std::span<const MigPlacement> present = {});

}  // namespace gpulint::gpu
