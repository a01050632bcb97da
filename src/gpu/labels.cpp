#include "gpu/labels.h"

#include <algorithm>
#include <vector>

#include "base/near_text.h"

namespace gpulint::gpu {
namespace {

/// True when `pattern` is `text`, or ends with a `*` and `text` begins with the rest of it.
bool fits(std::string_view pattern, std::string_view text) {
    if (!pattern.ends_with('*')) return pattern == text;
    return text.starts_with(pattern.substr(0, pattern.size() - 1));
}

}  // namespace

const NodeLabel* find_node_label(std::string_view key) {
    const std::span<const NodeLabel> labels = node_labels();
    const auto place = std::ranges::lower_bound(labels, key, {}, &NodeLabel::key);
    if (place != labels.end() && place->key == key) return &*place;
    const NodeLabel* best = nullptr;
    for (const NodeLabel& label : labels) {
        if (!fits(label.key, key)) continue;
        if (best == nullptr || label.key.size() > best->key.size()) best = &label;
    }
    return best;
}

std::string_view find_near_label(std::string_view key) {
    if (find_node_label(key) != nullptr) return "";
    std::vector<std::string_view> keys;
    for (const NodeLabel& label : node_labels()) {
        if (!label.key.ends_with('*')) keys.push_back(label.key);
    }
    return find_nearest(key, keys);
}

std::string_view gpu_family(int major, int minor) {
    std::string_view family = "undefined";
    for (const GpuFamily& row : gpu_families()) {
        if (row.major == major && row.minor <= minor) family = row.family;
    }
    return family;
}

bool is_gpu_taint(std::string_view key) {
    return std::ranges::any_of(node_taints(), [&](const NodeTaint& taint) {
        return taint.is_for_gpus && taint.key == key;
    });
}

bool VendorSign::names_devices(std::string_view value) const {
    return !value.empty() && std::ranges::find(none, value) == none.end();
}

const VendorSign* find_vendor_sign(VendorSign::Kind kind, std::string_view name) {
    const VendorSign* best = nullptr;
    for (const VendorSign& sign : vendor_signs()) {
        if (sign.kind != kind || !fits(sign.name, name)) continue;
        if (best == nullptr || sign.name.size() > best->name.size()) best = &sign;
    }
    return best;
}

}  // namespace gpulint::gpu
