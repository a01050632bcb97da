#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gpu/catalog.h"

/// From GPUs and the operator's settings: the extended resources and labels a node then has, as
/// NVIDIA's device plugin and feature discovery 0.20 and AMD's device plugin and labeller do it.
namespace gpulint::gpu {

/// A resource name of the sharing configuration, without rename.
struct SharedName {
    std::string name;  ///< "nvidia.com/gpu", "nvidia.com/mig-1g.10gb"
    std::int64_t replicas = 1;
};

/// How GPUs of a node are shared between pods.
struct Sharing {
    std::string_view kind;  ///< "time-slicing", "mps" or "" for not at all
    std::int64_t replicas = 1;
    bool rename = false;            ///< advertised as `….shared`
    std::vector<SharedName> names;  ///< which resources; empty: each one, `replicas` times
};

/// The GPUs of one node and how its operator is set up.
struct NodeGpus {
    std::string product;       ///< value of the product label, or a name people use ("H100 SXM")
    std::int64_t count = 0;    ///< NVIDIA: GPUs; AMD: cards (an MI250X card is two GPUs)
    std::string mig_strategy;  ///< "", "none", "single", "mixed"
    std::map<std::string, std::int64_t> mig_layout;  ///< profile → instances on each GPU
    Sharing sharing;
    std::string partition;  ///< AMD: "CPX/NPS4"; "" unpartitioned
    std::string naming;     ///< AMD: "single" (default) or "mixed"
};

/// What follows from it.
struct Advertised {
    std::map<std::string, std::int64_t> resources;
    std::map<std::string, std::string> labels;
    /// Keys of labels that the node has too, with values that do not follow from its GPUs: the
    /// driver's version, the machine, … A `*` at the end stands for any rest.
    std::vector<std::string_view> unknown_labels;
};

/// Fails for a product that is not in the catalogue, a partition its model does not have, a profile
/// the product does not offer, and settings with which the device plugin does not start.
Result<Advertised> derive_advertised(const NodeGpus& gpus, const Catalog& catalog);

/// One MIG instance, as its driver describes it.
struct NvidiaInstance {
    std::string profile;  ///< "1g.10gb+me"; "1c.3g.20gb" for a compute instance inside one
    std::optional<std::int64_t> memory_mib;
    std::optional<int> multiprocessors;
    std::optional<int> gpu_slices;
    std::optional<int> compute_slices;
    MigEngines engines;
};

/// One NVIDIA GPU, as its driver describes it.
struct NvidiaGpu {
    std::string name;                        ///< "NVIDIA H100 80GB HBM3", or the label made of it
    std::optional<std::int64_t> memory_mib;  ///< nothing: the driver does not say
    std::optional<std::pair<int, int>> compute_capability;
    bool is_mig_capable = false;
    bool is_mig_enabled = false;
    std::vector<NvidiaInstance> instances;
};

/// The GPUs of a node (of one product, else one of them gives the labels, and which one is random),
/// and the settings of device plugin and feature discovery.
struct NvidiaNode {
    std::vector<NvidiaGpu> gpus;
    std::string_view mig_strategy = "none";
    Sharing sharing;
};

/// What the device plugin advertises; fails where it does not start.
Result<std::map<std::string, std::int64_t>> nvidia_resources(const NvidiaNode& node);
/// What feature discovery writes about the GPUs; fails where it writes nothing.
Result<std::map<std::string, std::string>> nvidia_labels(const NvidiaNode& node);
/// The label value made of a device's name: "NVIDIA-H100-80GB-HBM3".
std::string nvidia_product_label(std::string_view device_name);

}  // namespace gpulint::gpu
