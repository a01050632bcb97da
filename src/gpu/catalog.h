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
    kAuxiliary,  ///< counted beside devices: memory, cores or percent units, switches, monitors
    kRetired,    ///< no current plugin advertises it
};

struct Vendor {
    std::string_view key;     ///< "nvidia"
    std::string_view name;    ///< "NVIDIA"
    std::string_view prefix;  ///< "nvidia.com"
};

/// One row of rules/catalog/resources.yaml: a name, or a pattern with placeholders.
struct ResourceRow {
    std::string_view name;     ///< "nvidia.com/gpu"; for a pattern an example of it
    std::string_view pattern;  ///< RE2, anchored; "" for a plain name
    std::string_view vendor;   ///< Vendor::key
    ResourceKind kind;
    std::string_view title;  ///< "a whole NVIDIA GPU"
    std::string_view source;
};

/// What a resource name means; its parts are views into the name that was asked about.
struct ResourceName {
    const ResourceRow* row = nullptr;  ///< null: not a known accelerator resource
    std::string_view profile;          ///< of a MIG resource: "1g.10gb"
    bool is_shared = false;            ///< has the `.shared` suffix
    bool is_accelerator() const { return row != nullptr; }
};

struct Product {
    std::string_view vendor;
    std::string_view name;                     ///< "H100 80GB SXM"
    std::span<const std::string_view> labels;  ///< values of the product label, most usual first
    std::string_view resource;                 ///< "nvidia.com/gpu"
    std::optional<std::int64_t> memory_mib;
    std::string_view architecture;
    std::string_view compute_capability;  ///< "9.0"; "" unknown or not NVIDIA
    bool is_mig_capable;
    std::string_view source;
};

/// One MIG profile on one product.
struct MigProfile {
    std::string_view name;  ///< "1g.10gb"
    int compute_slices;
    int memory_slices;
    int max_instances;
    std::optional<std::int64_t> memory_mib;
};

/// All products, resource names and vendors: the embedded tables and the user's additions.
class Catalog {
  public:
    Catalog() = default;
    Catalog(const Catalog&) = delete;
    Catalog& operator=(const Catalog&) = delete;

    /// Adds a resource name of the user's cluster (gpulint.yaml `resources`), so that it is known.
    Result<Done> add_resource(std::string name, std::string vendor, ResourceKind kind);

    ResourceName find_resource(std::string_view name) const;
    bool is_accelerator(std::string_view name) const {
        return find_resource(name).is_accelerator();
    }
    /// The known name that an unknown one was most likely meant to be, with how sure that is.
    struct Near {
        std::string name;         ///< "" when nothing is near
        bool is_certain = false;  ///< differs only in case, plural, separators or dots, or by one
                                  ///< letter in the vendor's prefix
    };
    Near find_near_resource(std::string_view name) const;
    const Vendor* find_vendor(std::string_view key) const;
    std::span<const ResourceRow> resources() const;
    std::span<const Vendor> vendors() const;

    /// By the value of a product label (suffixes -SHARED and -MIG-… allowed), or null.
    const Product* find_product_by_label(std::string_view label_value) const;
    std::span<const Product> products() const;
    /// MIG profiles of a product; empty when it has none or they are unknown.
    std::span<const MigProfile> mig_profiles(const Product& product) const;

  private:
    std::deque<std::string> strings_;
    std::deque<ResourceRow> user_resources_;
};

}  // namespace gpulint::gpu
