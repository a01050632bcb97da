#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

/// What NVIDIA's MPS control daemon allows each client, as device plugin 0.20 sets it up; agrees
/// with recorded answers (tests/conformance).
namespace gpulint::gpu {

/// How many replicas of a GPU the daemon starts with: 48, and 16 below compute capability 7.5 or
/// where it is not known.
int most_mps_replicas(std::optional<std::pair<int, int>> compute_capability);

/// Memory that each client process may pin on a GPU, in MiB; nothing where the GPU's is unknown.
/// A container with two processes may use twice as much. `replicas` is at least 1.
std::optional<std::int64_t> mps_memory_mib(std::optional<std::int64_t> gpu_memory_mib,
                                           std::int64_t replicas);

/// Percent of the multiprocessors that each client may use, from the replicas of each of the node's
/// GPUs (each at least 1); nothing without GPUs.
std::optional<int> mps_thread_percentage(std::span<const std::int64_t> replicas);

}  // namespace gpulint::gpu
