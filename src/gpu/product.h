#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Products and what they can be cut into. A value that no source gives is std::nullopt, or "".
namespace gpulint::gpu {

/// One row of rules/catalog/gpus.yaml.
struct Product {
    std::string_view vendor;
    std::string_view name;                     ///< "H100 SXM"
    std::span<const std::string_view> labels;  ///< values of the product label, most usual first
    std::string_view model;            ///< AMD: the word in the product label, "MI300X"; else ""
    std::string_view resource;         ///< "nvidia.com/gpu"
    std::string_view gke_accelerator;  ///< value of GKE's accelerator label; "" where it has none
    std::optional<std::int64_t> memory_mib;   ///< as nvidia-smi and the memory label say
    std::optional<std::int64_t> visible_mib;  ///< what the CUDA runtime says; a little less
    std::string_view architecture;
    std::string_view compute_capability;  ///< "9.0"; "" where there is none
    std::optional<bool> has_bf16;         ///< tensor cores of that type; weight-only kernels of
    std::optional<bool> has_fp8;          ///< FP8 and 4-bit checkpoints run without them
    std::optional<bool> has_fp4;
    bool is_mig_capable = false;
};

/// Engines of one MIG instance, or of a whole board.
struct MigEngines {
    std::optional<int> copy;
    std::optional<int> decoder;
    std::optional<int> encoder;
    std::optional<int> jpeg;
    std::optional<int> ofa;
};

/// One MIG profile of one product, from rules/catalog/mig.yaml.
struct MigProfile {
    std::string_view name;             ///< "1g.10gb", "1g.10gb+me"
    std::optional<int> gi_profile_id;  ///< what `nvidia-smi mig -cgi` takes
    int compute_slices = 0;
    std::optional<int> memory_slices;
    std::optional<int> max_instances;  ///< of this profile on one GPU
    std::optional<int> multiprocessors;
    std::optional<std::int64_t> memory_mib;
    bool is_memory_rounded = false;  ///< a few MiB off what the label says
    MigEngines engines;
    std::span<const int> starts;        ///< memory slices an instance may start at; empty: unknown
    std::optional<int> placement_size;  ///< memory slices an instance then covers
};

/// The MIG geometry of a product.
struct MigProduct {
    std::string_view id;                       ///< "h100-80gb-sxm"
    std::span<const std::string_view> labels;  ///< empty: not told apart by its label
    std::string_view architecture;
    std::span<const std::string_view> pci_device_ids;  ///< "2330"
    std::optional<std::int64_t> memory_mib;            ///< of the whole board
    std::optional<int> compute_slices;
    std::optional<int> memory_slices;
    MigEngines engine_totals;
    std::span<const MigProfile> profiles;

    /// By its name ("1g.10gb+me"), or null.
    const MigProfile* find_profile(std::string_view name) const;
};

/// The parts of a profile's name, `[<C>c.]<G>g.<N>gb[attribute]`.
struct MigProfileName {
    int compute_instance = 0;  ///< C of a compute instance inside it; 0 when left out
    int compute_slices = 0;
    int memory_gb = 0;
    std::string_view attribute;  ///< "+me", "+gfx", "+me.all", "-me" or ""
};

/// As mig-parted and the driver write it; nothing for any other text.
std::optional<MigProfileName> parse_mig_profile(std::string_view name);

/// The extended resource of a profile under strategy mixed: every `+` is written `.`.
std::string mig_resource(std::string_view profile);

/// The profile as it stands in resource names and labels: `1g.10gb.me`.
std::string mig_label_part(std::string_view profile);

/// One way to partition an AMD model, from rules/catalog/amd-partitions.yaml.
struct AmdPartition {
    std::string_view compute;       ///< "CPX"
    std::string_view memory;        ///< "NPS4"; "" unknown
    int logical_gpus = 1;           ///< of one card
    std::optional<double> gb_each;  ///< a share, not a wall, under NPS1
    std::optional<int> cu_each;
    std::string_view status;  ///< "validated", "documented", "seen", "kernel" or "derived"
};

struct AmdModel {
    std::string_view name;                  ///< "MI300X"
    std::optional<std::int64_t> memory_gb;  ///< of a card
    std::optional<int> cu;                  ///< of a card; of a die where a card is two GPUs
    int logical_gpus = 1;  ///< of an unpartitioned card; an MI250X is two GPUs to the driver
    std::span<const AmdPartition> partitions;  ///< empty: cannot be partitioned

    /// By its modes in any case, "CPX/NPS4" or "cpx_nps4"; null when the model does not have it.
    const AmdPartition* find_partition(std::string_view modes) const;
};

/// A pair of modes that the kernel driver accepts on some model.
struct AmdModes {
    std::string_view compute;
    std::string_view memory;
};

/// The extended resource of a partition under naming strategy mixed: "amd.com/cpx_nps4".
std::string amd_partition_resource(std::string_view compute, std::string_view memory);

/// The part of a product label before what sharing and MIG append to it.
std::string_view strip_label_suffixes(std::string_view label);

}  // namespace gpulint::gpu
