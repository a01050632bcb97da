#include "gpu/mps.h"

#include <numeric>

namespace gpulint::gpu {

int most_mps_replicas(std::optional<std::pair<int, int>> compute_capability) {
    constexpr std::pair<int, int> kTuring{7, 5};
    constexpr int kMost = 48;
    constexpr int kMostBefore = 16;
    return compute_capability && *compute_capability >= kTuring ? kMost : kMostBefore;
}

std::optional<std::int64_t> mps_memory_mib(std::optional<std::int64_t> gpu_memory_mib,
                                           std::int64_t replicas) {
    if (!gpu_memory_mib || *gpu_memory_mib <= 0) return std::nullopt;
    return *gpu_memory_mib / replicas;
}

std::optional<int> mps_thread_percentage(std::span<const std::int64_t> replicas) {
    if (replicas.empty()) return std::nullopt;
    // The daemon has one figure for all GPUs, from the rounded mean.
    const std::int64_t total = std::accumulate(replicas.begin(), replicas.end(), std::int64_t{0});
    constexpr int kWhole = 100;
    return static_cast<int>(kWhole / (total / static_cast<std::int64_t>(replicas.size())));
}

}  // namespace gpulint::gpu
