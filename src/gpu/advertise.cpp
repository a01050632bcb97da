#include "gpu/advertise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "base/near_text.h"
#include "gpu/mig_layout.h"
#include "gpu/mps.h"

namespace gpulint::gpu {
namespace {

/// Labels of NVIDIA nodes whose values come from the machine and its driver.
constexpr std::array<std::string_view, 5> kNvidiaUnknown{
    "nvidia.com/cuda.*", "nvidia.com/gfd.timestamp", "nvidia.com/gpu.machine",
    "nvidia.com/gpu.mode", "nvidia.com/gpu.clique"};
/// What the GPU operator runs on a node with GPUs for containers.
constexpr std::array<std::string_view, 9> kOperands{"container-toolkit",
                                                    "dcgm",
                                                    "dcgm-exporter",
                                                    "device-plugin",
                                                    "driver",
                                                    "client",
                                                    "gpu-feature-discovery",
                                                    "node-status-exporter",
                                                    "operator-validator"};
constexpr std::array<std::string_view, 4> kAmdUnknown{
    "amd.com/gpu.driver-*", "amd.com/gpu.device-id", "amd.com/gpu.family", "beta.amd.com/gpu.*"};
constexpr std::array<std::string_view, 2> kIntelUnknown{"gpu.intel.com/device-id.*",
                                                        "gpu.intel.com/gpu-numbers"};
constexpr std::size_t kLongestLabel = 63;

Error unknown_product(std::string_view product, const Catalog& catalog) {
    const std::string_view near = catalog.find_near_product_label(product);
    return {fmt::format("GPU product \"{}\" is not in the catalogue", product),
            near.empty()
                ? "write the value of the node's product label, such as NVIDIA-H100-80GB-HBM3"
                : fmt::format("did you mean {}?", near)};
}

std::optional<std::pair<int, int>> parse_capability(std::string_view text) {
    const std::vector<std::string_view> parts = ascii::split(text, '.');
    std::pair<int, int> capability;
    if (parts.size() != 2) return std::nullopt;
    const auto parse = [](std::string_view digits, int& number) {
        return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec ==
               std::errc();
    };
    if (!parse(parts[0], capability.first) || !parse(parts[1], capability.second)) {
        return std::nullopt;
    }
    return capability;
}

Error unknown_profile(std::string_view product, std::string_view name, const MigProduct& mig) {
    std::vector<std::string_view> names;
    for (const MigProfile& known : mig.profiles) names.push_back(known.name);
    const std::string_view near = find_nearest(name, names);
    return {fmt::format("{} has no MIG profile \"{}\"", product, name),
            near.empty() ? fmt::format("it has {}", fmt::join(names, ", "))
                         : fmt::format("did you mean {}?", near)};
}

Error impossible_layout(std::string_view product, const MigExcess& excess) {
    const std::string what = excess.profile.empty()
                                 ? std::string(describe(excess.kind))
                                 : fmt::format("{} of {}", describe(excess.kind), excess.profile);
    return {fmt::format("{} cannot be cut like this: the layout takes {} {}, and a GPU has {}",
                        product, excess.used, what, excess.available),
            "the layout is of one GPU; make it smaller"};
}

/// The instances that the layout makes on one GPU.
Result<std::vector<NvidiaInstance>> make_instances(const NodeGpus& gpus, std::string_view product,
                                                   const Catalog& catalog) {
    std::vector<NvidiaInstance> instances;
    if (gpus.mig_layout.empty()) return instances;
    const MigProduct* mig = catalog.find_mig_product(product);
    if (mig == nullptr) {
        return Error{fmt::format("{} has no MIG profiles in the catalogue", product),
                     "leave `mig` out"};
    }
    for (const MigExcess& excess : check_mig_layout(*mig, gpus.mig_layout).excesses) {
        if (excess.kind == MigExcess::Kind::kUnknownProfile) {
            return unknown_profile(product, excess.profile, *mig);
        }
        if (!excess.is_about_engines()) return impossible_layout(product, excess);
    }
    for (const auto& [name, count] : gpus.mig_layout) {
        const MigProfile* profile = mig->find_profile(name);
        // Where no source gives the limits.
        constexpr std::int64_t kMostInstances = 64;
        if (count < 0 || count > kMostInstances) {
            return Error{fmt::format("a GPU cannot have {} instances of {}", count, name),
                         "write how many of them each GPU is cut into"};
        }
        const NvidiaInstance instance{std::string(name),        profile->memory_mib,
                                      profile->multiprocessors, profile->compute_slices,
                                      profile->compute_slices,  profile->engines};
        instances.insert(instances.end(), static_cast<std::size_t>(count), instance);
    }
    return instances;
}

Result<Advertised> derive_nvidia(const NodeGpus& gpus, const Product& product,
                                 const Catalog& catalog) {
    const std::string_view written = strip_label_suffixes(gpus.product);
    const bool is_label = product.labels.empty() || catalog.find_product(written) == &product;
    NvidiaGpu gpu;
    gpu.name = is_label ? written : product.labels.front();
    gpu.memory_mib = product.memory_mib;
    gpu.compute_capability = parse_capability(product.compute_capability);
    gpu.is_mig_capable = product.is_mig_capable;
    gpu.is_mig_enabled = !gpus.mig_layout.empty();
    Result<std::vector<NvidiaInstance>> instances = make_instances(gpus, gpu.name, catalog);
    if (!instances) return instances.error();
    gpu.instances = *std::move(instances);

    const int most_replicas = most_mps_replicas(gpu.compute_capability);
    if (gpus.sharing.kind == "mps" && gpus.sharing.replicas > most_replicas) {
        return Error{fmt::format("the MPS daemon does not start with {} replicas of {}",
                                 gpus.sharing.replicas, product.name),
                     fmt::format("{} are the most", most_replicas)};
    }
    NvidiaNode node;
    node.gpus.assign(static_cast<std::size_t>(gpus.count), gpu);
    node.mig_strategy = gpus.mig_strategy.empty() ? "none" : std::string_view(gpus.mig_strategy);
    node.sharing = gpus.sharing;
    auto resources = nvidia_resources(node);
    if (!resources) return resources.error();
    auto labels = nvidia_labels(node);
    if (!labels) return labels.error();

    Advertised result;
    result.resources = *std::move(resources);
    result.labels = *std::move(labels);
    result.unknown_labels.assign(kNvidiaUnknown.begin(), kNvidiaUnknown.end());
    result.labels["feature.node.kubernetes.io/pci-10de.present"] = "true";
    result.labels["nvidia.com/gpu.present"] = "true";
    for (const std::string_view operand : kOperands) {
        result.labels[fmt::format("nvidia.com/gpu.deploy.{}", operand)] = "true";
    }
    if (product.is_mig_capable) result.labels["nvidia.com/gpu.deploy.mig-manager"] = "true";
    // Feature discovery makes them, the API server refuses them.
    std::erase_if(result.labels,
                  [](const auto& label) { return label.second.size() > kLongestLabel; });
    return result;
}

Error unknown_partition(const NodeGpus& gpus, const AmdModel& model) {
    std::string known;
    for (const AmdPartition& row : model.partitions) {
        if (row.memory.empty()) continue;
        known += fmt::format("{}{}/{}", known.empty() ? "" : ", ", row.compute, row.memory);
    }
    return {fmt::format("{} cannot be partitioned as {}", model.name, gpus.partition),
            known.empty() ? "leave `partition` out" : "it can be " + known};
}

Result<Advertised> derive_amd(const NodeGpus& gpus, const AmdModel& model) {
    const bool is_partitionable = !model.partitions.empty();
    const std::string modes = gpus.partition.empty() ? "SPX/NPS1" : gpus.partition;
    const AmdPartition* partition = model.find_partition(modes);
    if (partition == nullptr && (is_partitionable || !gpus.partition.empty())) {
        return unknown_partition(gpus, model);
    }
    if (!gpus.sharing.kind.empty()) {
        return Error{"AMD's device plugin shares no GPUs", "leave time-slicing and mps out"};
    }
    const std::int64_t parts = partition != nullptr ? partition->logical_gpus : model.logical_gpus;
    Advertised result;
    const bool is_named = partition != nullptr && gpus.naming == "mixed";
    result.resources[is_named ? amd_partition_resource(partition->compute, partition->memory)
                              : "amd.com/gpu"] = gpus.count * parts;
    result.labels["amd.com/gpu.product-name"] = gpus.product;
    result.labels["feature.node.kubernetes.io/amd-gpu"] = "true";
    const double gigabytes = static_cast<double>(model.memory_gb.value_or(0));
    const double each = partition != nullptr && partition->gb_each
                            ? *partition->gb_each
                            : gigabytes / static_cast<double>(parts);
    if (each > 0) result.labels["amd.com/gpu.vram"] = fmt::format("{}G", std::lround(each));
    const std::optional<int> units = partition != nullptr ? partition->cu_each : model.cu;
    if (units) {
        constexpr int kSimdsPerUnit = 4;
        result.labels["amd.com/gpu.cu-count"] = std::to_string(*units);
        result.labels["amd.com/gpu.simd-count"] = std::to_string(*units * kSimdsPerUnit);
    }
    if (partition != nullptr) {
        result.labels["amd.com/gpu.compute-memory-partition"] = fmt::format(
            "{}_{}", ascii::to_lower(partition->compute), ascii::to_lower(partition->memory));
    }
    result.unknown_labels.assign(kAmdUnknown.begin(), kAmdUnknown.end());
    return result;
}

/// Vendors whose plugin advertises whole devices under one name.
Advertised derive_plain(const NodeGpus& gpus, const Product& product) {
    Advertised result;
    result.resources[std::string(product.resource)] = gpus.count;
    if (product.vendor != "intel") return result;
    result.labels["intel.feature.node.kubernetes.io/gpu"] = "true";
    result.labels["gpu.intel.com/device.count"] = std::to_string(gpus.count);
    if (!product.labels.empty()) {
        const std::string_view label = product.labels.front();
        result.labels["gpu.intel.com/product"] = std::string(label);
        result.labels["gpu.intel.com/family"] =
            std::string(label.substr(0, label.find('_'))) + "_Series";
    }
    result.unknown_labels.assign(kIntelUnknown.begin(), kIntelUnknown.end());
    return result;
}

}  // namespace

Result<Advertised> derive_advertised(const NodeGpus& gpus, const Catalog& catalog) {
    constexpr std::int64_t kMostGpus = 1024;
    if (gpus.count < 0 || gpus.count > kMostGpus) {
        return Error{fmt::format("a node cannot have {} GPUs", gpus.count),
                     "write how many GPUs one node has"};
    }
    if (const AmdModel* model = catalog.find_amd_model(gpus.product)) {
        return derive_amd(gpus, *model);
    }
    const Product* product = catalog.find_named_product(gpus.product);
    if (product == nullptr) return unknown_product(gpus.product, catalog);
    if (product->vendor == "nvidia") return derive_nvidia(gpus, *product, catalog);
    if (!gpus.sharing.kind.empty() || !gpus.mig_layout.empty()) {
        return Error{
            fmt::format("time-slicing, mps and mig are NVIDIA's, and {} is not", product->name),
            "leave them out"};
    }
    return derive_plain(gpus, *product);
}

}  // namespace gpulint::gpu
