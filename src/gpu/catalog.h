#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "gpu/product.h"

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
    std::string_view prefix;  ///< "nvidia.com"; no proof: nvidia.com/hostdev is a network interface
};

/// One row of rules/catalog/resources.yaml: a name, or a pattern with an example.
struct ResourceRow {
    std::string_view name;     ///< "nvidia.com/gpu"; for a pattern an example of it
    std::string_view pattern;  ///< RE2 for the whole name; "" for a plain name
    std::string_view start;    ///< what every name that fits the pattern begins with
    std::string_view vendor;   ///< Vendor::key
    ResourceKind kind = ResourceKind::kWhole;
    std::string_view title;  ///< "a whole NVIDIA GPU"
    std::string_view note;   ///< what else one should know; may be ""
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

    /// By the value of a product label, or null. The suffixes -SHARED and -MIG-… are allowed, and
    /// labels of old drivers, without "NVIDIA-"; an AMD label need only name the model.
    const Product* find_product(std::string_view label) const;
    /// The same for people, who may write the name in other ways: "H100 SXM", "Gaudi3", "l40s".
    const Product* find_named_product(std::string_view name) const;
    const MigProduct* find_mig_product(std::string_view label) const;
    const AmdModel* find_amd_model(std::string_view label) const;
    /// The known product label that an unknown one was most likely meant to be, or "".
    std::string_view find_near_product_label(std::string_view label) const;

    static std::span<const ResourceRow> resources();        ///< plain names first, then patterns
    static std::span<const ResourceRow> plain_resources();  ///< sorted by name
    static std::span<const ResourceRow> pattern_resources();
    static std::span<const Vendor> vendors();
    static std::span<const MisspeltRow> misspelt();
    static std::span<const Product> products();
    static std::span<const MigProduct> mig_products();
    static std::span<const AmdModel> amd_models();  ///< longest names first
    static std::span<const AmdModes> amd_modes();   ///< NPS8 and the like stand in none

  private:
    std::deque<std::string> strings_;
    std::deque<ResourceRow> user_resources_;
};

}  // namespace gpulint::gpu
