#pragma once

#include <span>
#include <string_view>

/// Labels and taints of GPU nodes, and what else in a manifest speaks of one vendor; from
/// rules/catalog/labels.yaml.
namespace gpulint::gpu {

/// A label of nodes.
struct NodeLabel {
    std::string_view key;     ///< a `*` at its end stands for any rest
    std::string_view vendor;  ///< Vendor::key; "" when it speaks of several
    std::string_view writer;  ///< "gpu-feature-discovery", "GKE"; without it no node has the label
    std::string_view meaning;
    std::string_view example;                  ///< a value
    std::span<const std::string_view> values;  ///< all of them, where they are few
};

/// Sorted by key.
std::span<const NodeLabel> node_labels();
/// The label itself or the family it belongs to; null for labels that have nothing to do with GPUs.
const NodeLabel* find_node_label(std::string_view key);
/// The known key that an unknown one was most likely meant to be, or "".
std::string_view find_near_label(std::string_view key);

/// How feature discovery calls GPUs from this compute capability up, within the major version.
struct GpuFamily {
    int major;
    int minor;
    std::string_view family;
};

std::span<const GpuFamily> gpu_families();
/// "hopper" for 9.0; "undefined" where feature discovery knows none, as it writes it.
std::string_view gpu_family(int major, int minor);

/// A taint that nodes of some cloud or operator carry.
struct NodeTaint {
    std::string_view key;
    std::string_view value;
    std::string_view effect;
    std::string_view vendor;
    std::string_view where;   ///< "GKE"
    std::string_view writer;  ///< "" unknown
    bool is_for_gpus;         ///< there because of the accelerators, not of the pool's price
    bool is_automatic;        ///< nobody has to ask for it
    std::string_view note;
};

std::span<const NodeTaint> node_taints();
/// True for the keys that GPU nodes are tainted with by vendors, clouds or convention.
bool is_gpu_taint(std::string_view key);

/// A variable, device file, annotation or runtime class that belongs to one vendor.
struct VendorSign {
    enum class Kind : unsigned char { kVariable, kDevice, kAnnotation, kRuntimeClass };
    Kind kind;
    std::string_view name;    ///< a `*` at its end stands for any rest
    std::string_view vendor;  ///< "" when several vendors' devices are found there
    bool says_visible;        ///< which devices the container sees
    bool hands_over;          ///< the container runtime reads it and hands in the devices it names
    bool is_strong;           ///< nobody else's software reads it
    std::span<const std::string_view> none;  ///< with hands_over: values that name no device

    /// With hands_over: what a container gets for this value.
    bool names_devices(std::string_view value) const;
};

std::span<const VendorSign> vendor_signs();
/// By a variable's name, a path of the host, an annotation or a runtime class; null when it belongs
/// to no vendor.
const VendorSign* find_vendor_sign(VendorSign::Kind kind, std::string_view name);

}  // namespace gpulint::gpu
