#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "k8s/workload.h"
#include "model/catalog.h"
#include "text/span.h"

namespace gpulint::model {

/// A model whose weights a container loads, and how much of each GPU they take.
struct Load {
    const EngineRow* engine = nullptr;
    const ModelRow* model = nullptr;
    text::Span model_span;    ///< the name in the manifest
    std::string_view format;  ///< WeightFormat::name
    double gib_per_gpu = 0;   ///< of weights, in 2^30 bytes
    std::int64_t gpus = 1;    ///< over which they are split
    double share = 1;         ///< of a GPU's memory that the engine may use
    bool is_certain = false;  ///< the model's size is neither recalled nor guessed
};

/// The count from a shape and the sum of files come within two per cent of what is loaded.
inline constexpr double kCautious = 0.98;
/// Of the engine's share: what is left for weights beside activations and the KV cache, as a rule
/// of thumb for advice; no verdict depends on it.
inline constexpr double kRoomForWeights = 0.85;

/// The loads of a container that asks for `gpus` devices. A load of which something is hidden is
/// left out: an unknown model, a setting in a template or a file, an engine that leaves in host
/// memory what does not fit.
/// Weights per GPU = all weights / (tensor x pipeline size), and / data size too where experts are
/// spread over it, minus what is left in host memory (vLLM parallel and offload settings).
std::vector<Load> find_loads(const k8s::Container& container, std::int64_t gpus);

}  // namespace gpulint::model
