#include "cluster/inventory.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <unordered_map>

#include "k8s/resource_name.h"

namespace gpulint::cluster {
namespace {

/// Labels that name one node: two nodes that differ in them only are of one shape.
constexpr std::array<std::string_view, 5> kNamingLabels{
    "kubernetes.io/hostname", "k3s.io/hostname", "k3s.io/internal-ip",
    "alpha.eksctl.io/instance-id", "nvidia.com/gfd.timestamp"};

/// Labels of GPU feature discovery and its likes that hold a product.
constexpr std::array<std::string_view, 4> kProductLabels{
    "nvidia.com/gpu.product", "amd.com/gpu.product-name", "gpu.intel.com/product",
    "cloud.google.com/gke-accelerator"};

/// Labels that show accelerator hardware: node feature discovery's PCI classes of the vendors, and
/// what the vendors' own labellers write.
constexpr std::array<std::string_view, 9> kHardwareLabels{
    "nvidia.com/gpu.present",
    "nvidia.com/gpu.product",
    "amd.com/gpu.product-name",
    "amd.com/gpu.device-id",
    "feature.node.kubernetes.io/pci-10de.present",
    "feature.node.kubernetes.io/pci-0302_10de.present",
    "feature.node.kubernetes.io/pci-0300_10de.present",
    "feature.node.kubernetes.io/pci-1002.present",
    "feature.node.kubernetes.io/amd-gpu"};

/// Beginnings of labels that kubelet, cloud or feature discovery give every node, and that nobody
/// writes into an inventory by hand.
constexpr std::array<std::string_view, 5> kUsualLabels{
    "kubernetes.io/", "beta.kubernetes.io/", "node.kubernetes.io/", "topology.kubernetes.io/",
    "feature.node.kubernetes.io/"};

std::string shape_key(const Node& node) {
    std::string key;
    const auto add = [&key](std::string_view text) {
        key += text;
        key += '\n';
    };
    for (const auto& [name, value] : node.labels) {
        if (std::ranges::find(kNamingLabels, name) != kNamingLabels.end()) continue;
        add(name);
        add(value);
    }
    for (const Taint& taint : node.taints) {
        add(taint.key);
        add(taint.value);
        add(taint.effect);
    }
    for (const ResourceMap* map : {&node.capacity, &node.allocatable}) {
        add("--");
        for (const auto& [name, amount] : *map) {
            add(name);
            add(amount.canonical());
        }
    }
    add(node.is_unschedulable ? "cordoned" : "");
    return key;
}

k8s::Quantity amount_in(const ResourceMap& map, std::string_view resource) {
    const auto place = map.find(resource);
    return place == map.end() ? k8s::Quantity() : place->second;
}

}  // namespace

const std::string* Node::find_label(std::string_view key) const {
    const auto place = labels.find(key);
    return place == labels.end() ? nullptr : &place->second;
}

k8s::Quantity Node::allocatable_of(std::string_view resource) const {
    return amount_in(allocatable, resource);
}

k8s::Quantity Node::capacity_of(std::string_view resource) const {
    return amount_in(capacity, resource);
}

k8s::Match Node::shows_label(std::string_view key) const {
    if (find_label(key) != nullptr) return k8s::Match::kYes;
    const bool is_usual = std::ranges::any_of(
        kUsualLabels, [key](std::string_view start) { return key.starts_with(start); });
    const bool may_be_there =
        labels.empty() || (is_short_form && is_usual) ||
        std::ranges::any_of(unknown_labels, [key](std::string_view pattern) {
            return pattern.ends_with('*') ? key.starts_with(pattern.substr(0, pattern.size() - 1))
                                          : key == pattern;
        });
    return may_be_there ? k8s::Match::kUnknown : k8s::Match::kNo;
}

std::string_view Node::gpu_product() const {
    for (const std::string_view key : kProductLabels) {
        if (const std::string* value = find_label(key)) return *value;
    }
    return {};
}

bool Node::has_gpu_hardware() const {
    return std::ranges::any_of(kHardwareLabels, [this](std::string_view key) {
        const std::string* value = find_label(key);
        return value != nullptr && *value != "false";
    });
}

void Inventory::find_shapes() {
    std::unordered_map<std::string, std::size_t> by_key;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const auto [place, is_new] = by_key.try_emplace(shape_key(nodes_[i]), shapes_.size());
        if (is_new) shapes_.emplace_back();
        shapes_[place->second].nodes.push_back(i);
    }
}

bool Inventory::has_all_capacities() const {
    return std::ranges::all_of(nodes_, &Node::has_capacity);
}

bool Inventory::is_advertised(std::string_view resource) const {
    return std::ranges::any_of(shapes_, [&](const NodeShape& shape) {
        return example(shape).allocatable_of(resource).sign() > 0;
    });
}

std::vector<std::string> Inventory::advertised_resources() const {
    std::set<std::string> names;
    for (const NodeShape& shape : shapes_) {
        for (const auto& [name, amount] : example(shape).capacity) {
            if (amount.sign() > 0 && k8s::is_extended_resource(name)) names.insert(name);
        }
    }
    return {names.begin(), names.end()};
}

const Node* Inventory::find_largest(std::string_view resource) const {
    const Node* largest = nullptr;
    for (const NodeShape& shape : shapes_) {
        const Node& node = example(shape);
        const bool is_larger =
            largest == nullptr || node.allocatable_of(resource) > largest->allocatable_of(resource);
        if (is_larger) largest = &node;
    }
    return largest;
}

std::vector<const gpu::MigProduct*> find_mig_products(const Inventory* inventory,
                                                      const gpu::Catalog& catalog) {
    std::vector<const gpu::MigProduct*> products;
    if (inventory == nullptr) return products;
    for (const NodeShape& shape : inventory->shapes()) {
        const std::string_view label = inventory->example(shape).gpu_product();
        if (label.empty()) continue;
        const gpu::MigProduct* product = catalog.find_mig_product(label);
        const gpu::Product* known = catalog.find_product(label);
        if (product == nullptr && (known == nullptr || known->is_mig_capable)) return {};
        if (product == nullptr || std::ranges::find(products, product) != products.end()) continue;
        products.push_back(product);
    }
    return products;
}

}  // namespace gpulint::cluster
