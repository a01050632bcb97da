#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// What is known of accelerators: vendors, resource names, products. The facts are data under
/// rules/catalog; this is the way to ask for them.
namespace gpulint::gpu {

/// What one unit of a resource is.
enum class ResourceKind : std::uint8_t {
    kWhole,      ///< a whole device
    kPartition,  ///< a hardware partition: MIG instance, AMD partition, vNPU, …
    kShared,     ///< a ticket for a device that others use too
    kAuxiliary,  ///< counted beside devices: memory, cores, switches, monitors
    kOther,      ///< no accelerator, though it looks like one
    kRetired,    ///< no current plugin advertises it
};

struct Vendor {
    std::string_view key;     ///< "nvidia"
    std::string_view name;    ///< "NVIDIA"
    std::string_view prefix;  ///< "nvidia.com"
};

/// One row of rules/catalog/resources.yaml: a name, or a pattern with an example.
struct ResourceRow {
    std::string_view name;     ///< "nvidia.com/gpu"; for a pattern an example of it
    std::string_view pattern;  ///< RE2 for the whole name; "" for a plain name
    std::string_view vendor;   ///< Vendor::key
    ResourceKind kind = ResourceKind::kWhole;
    std::string_view title;  ///< "a whole NVIDIA GPU"
};

/// A spelling that is wrong, and the name it meant.
struct MisspeltRow {
    std::string_view wrong;
    std::string_view meant;
    bool is_certain;  ///< no plugin can register the wrong name for something else
};

/// What a resource name means.
struct ResourceName {
    const ResourceRow* row = nullptr;  ///< null: not in the catalogue
    bool is_known() const { return row != nullptr; }
    /// A device or a part or share of one; not memory, cores or network interfaces beside it.
    bool is_accelerator() const {
        return row != nullptr &&
               (row->kind == ResourceKind::kWhole || row->kind == ResourceKind::kPartition ||
                row->kind == ResourceKind::kShared);
    }
};

/// One row of rules/catalog/gpus.yaml.
struct Product {
    std::string_view vendor;
    std::string_view name;                     ///< "H100 80GB SXM"
    std::span<const std::string_view> labels;  ///< values of the product label, most usual first
    std::string_view resource;                 ///< "nvidia.com/gpu"
    std::int64_t memory_mib = 0;  ///< as nvidia-smi and the memory label say; 0 unknown
    std::string_view architecture;
    std::string_view compute_capability;  ///< "9.0"; "" where there is none
    bool is_mig_capable = false;
};

/// One MIG profile of one product, from rules/catalog/mig.yaml.
struct MigProfile {
    std::string_view name;  ///< "1g.10gb", "1g.10gb+me"
    int compute_slices = 0;
    int memory_slices = 0;
    int max_instances = 0;
    std::int64_t memory_mib = 0;  ///< 0 unknown
};

/// The MIG geometry of a product.
struct MigProduct {
    std::span<const std::string_view> labels;
    int compute_slices = 0;
    int memory_slices = 0;
    std::span<const MigProfile> profiles;
};

/// One way to partition an AMD model, from rules/catalog/amd-partitions.yaml.
struct AmdPartition {
    std::string_view compute;  ///< "CPX"
    std::string_view memory;   ///< "NPS4"
    int logical_gpus = 1;      ///< of one card
};

struct AmdModel {
    std::string_view name;                     ///< "MI300X"
    std::int64_t memory_gb = 0;                ///< of a card; 0 unknown
    std::span<const AmdPartition> partitions;  ///< empty: cannot be partitioned
};

/// All products, resource names and vendors: the embedded tables and the user's additions.
class Catalog {
  public:
    Catalog() = default;
    Catalog(const Catalog&) = delete;
    Catalog& operator=(const Catalog&) = delete;

    /// Adds a resource name of the user's cluster (gpulint.yaml `resources`), so that it is known.
    Result<Done> add_resource(std::string name, std::string vendor, std::string_view kind);

    ResourceName find_resource(std::string_view name) const;
    bool is_accelerator(std::string_view name) const {
        return find_resource(name).is_accelerator();
    }

    /// The known name that an unknown one was most likely meant to be.
    struct Near {
        std::string name;         ///< "" when nothing is near
        bool is_certain = false;  ///< no plugin can have meant anything else by it
    };
    Near find_near_resource(std::string_view name) const;
    const Vendor* find_vendor(std::string_view key) const;
    /// "NVIDIA", or the key itself when it is no known vendor's.
    std::string_view vendor_name(std::string_view key) const;

    /// By the value of a product label (suffixes -SHARED and -MIG-… allowed), or null.
    const Product* find_product(std::string_view label) const;
    const MigProduct* find_mig_product(std::string_view label) const;

    static std::span<const ResourceRow> resources();  ///< plain names first, sorted; then patterns
    static std::span<const Vendor> vendors();
    static std::span<const MisspeltRow> misspelt();
    static std::span<const Product> products();
    static std::span<const MigProduct> mig_products();
    static std::span<const AmdModel> amd_models();  ///< longest names first

  private:
    std::deque<std::string> strings_;
    std::deque<ResourceRow> user_resources_;
};

/// The part of a product label before what sharing and MIG append to it.
std::string_view strip_label_suffixes(std::string_view label);

}  // namespace gpulint::gpu
