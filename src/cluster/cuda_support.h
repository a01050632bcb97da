#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/inventory.h"
#include "gpu/cuda.h"
#include "k8s/workload.h"

namespace gpulint::cluster {

/// How well the drivers of nodes serve programs built with a CUDA release.
struct CudaSupport {
    enum class Verdict : std::uint8_t {
        kNone,    ///< the driver is of an older major version
        kPartly,  ///< of the same major version, but older
        kFull,
    };
    Verdict verdict = Verdict::kFull;
    const Node* node = nullptr;  ///< the one it is said of
    gpu::CudaVersion known;      ///< the newest release that its driver knows
    std::string label;           ///< that says so, `key=value`
    /// Its GPU may run a newer CUDA with libraries that the image brings: no consumer GPU does.
    bool may_have_compatibility = true;
};

/// The best of all nodes that a pod selects and that offer `resource`; nothing when there is none,
/// or one of which it is not known.
std::optional<CudaSupport> find_cuda_support(const k8s::PodTemplate& pod, std::string_view resource,
                                             gpu::CudaVersion cuda, const Inventory& inventory);

}  // namespace gpulint::cluster
