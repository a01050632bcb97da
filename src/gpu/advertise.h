#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gpu/catalog.h"

/// What a GPU node advertises and how it is labelled, as NVIDIA's device plugin and GPU feature
/// discovery 0.20 and AMD's device plugin and labeller do it.
namespace gpulint::gpu {

/// How GPUs of a node are shared between pods.
struct Sharing {
    std::string_view kind;  ///< "time-slicing", "mps" or "" for not at all
    std::int64_t replicas = 1;
    bool rename = false;  ///< advertised as `….shared`
};

/// The GPUs of one node and how its operator is set up.
struct NodeGpus {
    std::string product;  ///< value of the product label
    std::int64_t count = 0;
    std::string mig_strategy;                        ///< "", "none", "single", "mixed"
    std::map<std::string, std::int64_t> mig_layout;  ///< profile → instances on each GPU
    Sharing sharing;
    std::string partition;  ///< AMD: "CPX/NPS4"; "" unpartitioned
    std::string naming;     ///< AMD: "single" (default) or "mixed"
};

/// What follows from it.
struct Advertised {
    std::map<std::string, std::int64_t> resources;
    std::map<std::string, std::string> labels;
};

/// Fails for a product that is not in the catalogue, a partition its model does not have, a profile
/// the product does not offer.
Result<Advertised> derive_advertised(const NodeGpus& gpus, const Catalog& catalog);

}  // namespace gpulint::gpu
