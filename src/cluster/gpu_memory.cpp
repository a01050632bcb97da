#include "cluster/gpu_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "cluster/filters.h"
#include "k8s/scheduling.h"

namespace gpulint::cluster {
namespace {

constexpr std::string_view kGkeAccelerator = "cloud.google.com/gke-accelerator";
/// GKE cuts the GPUs of pools with this label and keeps their name.
constexpr std::string_view kGkePartition = "cloud.google.com/gke-gpu-partition-size";
/// Of what nvidia-smi says, where the CUDA runtime's own figure is not known.
constexpr double kVisibleShare = 0.992;

bool is_product_label(std::string_view key) {
    constexpr std::array<std::string_view, 4> kKeys{"nvidia.com/gpu.product",
                                                    "amd.com/gpu.product-name",
                                                    "gpu.intel.com/product", kGkeAccelerator};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

std::optional<double> visible_mib(const gpu::Product& product) {
    if (product.visible_mib) return static_cast<double>(*product.visible_mib);
    if (!product.memory_mib) return std::nullopt;
    const double all = static_cast<double>(*product.memory_mib);
    return product.vendor == "nvidia" ? all * kVisibleShare : all;
}

/// Keeps the larger of what there is and what is found; false when nothing is found.
bool take_larger(std::optional<GpuMemory>& best, std::optional<GpuMemory> found) {
    if (!found) return false;
    if (!best || found->visible_mib > best->visible_mib) best = std::move(found);
    return true;
}

/// The memory of the profile that stands in a resource name or behind "-MIG-" in a product label.
std::optional<GpuMemory> find_slice_memory(std::string_view label_part,
                                           const gpu::MigProduct* only) {
    std::optional<GpuMemory> best;
    for (const gpu::MigProduct& product : gpu::Catalog::mig_products()) {
        if (only != nullptr && &product != only) continue;
        for (const gpu::MigProfile& profile : product.profiles) {
            if (gpu::mig_label_part(profile.name) != label_part) continue;
            // The number in the name is the memory rounded up.
            const auto name = gpu::parse_mig_profile(profile.name);
            const int named_gb = name ? name->memory_gb : 0;
            GpuMemory memory;
            memory.basis = GpuMemory::Basis::kResource;
            memory.visible_mib =
                static_cast<double>(profile.memory_mib.value_or(named_gb * 1024LL));
            memory.name = profile.name;
            take_larger(best, std::move(memory));
        }
    }
    return best;
}

/// By the value of a label that names a product.
std::optional<GpuMemory> find_label_memory(std::string_view key, std::string_view value,
                                           const gpu::Catalog& catalog) {
    if (const std::size_t mig = value.find("-MIG-"); mig != std::string_view::npos) {
        const gpu::MigProduct* product = catalog.find_mig_product(value);
        std::string_view part = value.substr(mig + 5);
        part = part.substr(0, part.find("-SHARED"));
        return product == nullptr ? std::nullopt : find_slice_memory(part, product);
    }
    const gpu::Product* product = nullptr;
    if (key == kGkeAccelerator) {
        const auto all = gpu::Catalog::products();
        const auto place = std::ranges::find(all, value, &gpu::Product::gke_accelerator);
        if (place != all.end()) product = &*place;
    } else {
        product = catalog.find_product(value);
    }
    const std::optional<double> visible = product ? visible_mib(*product) : std::nullopt;
    if (!visible) return std::nullopt;
    return GpuMemory{GpuMemory::Basis::kSelector, *visible, std::string(value), {}, nullptr};
}

/// What requirements that all have to hold say about the product.
struct Named {
    bool is_named = false;
    bool is_known = true;  ///< false: named, and some product is not in the catalogue
    std::optional<GpuMemory> best;
};

Named find_named(const std::vector<k8s::LabelRequirement>& requirements,
                 const gpu::Catalog& catalog) {
    Named named;
    for (const k8s::LabelRequirement& requirement : requirements) {
        if (requirement.key == kGkePartition) return {true, false, {}};
        if (!is_product_label(requirement.key)) continue;
        if (requirement.is_unknown || requirement.word != "In" || named.is_named) {
            if (requirement.is_unknown) return {true, false, {}};
            continue;
        }
        named.is_named = true;
        for (const yaml::Node value : requirement.values) {
            auto memory = find_label_memory(requirement.key, value.text(), catalog);
            if (memory) memory->selector = value;
            const bool is_known = !value.is_unknown() && take_larger(named.best, std::move(memory));
            named.is_known = named.is_known && is_known;
        }
    }
    return named;
}

/// Selector and terms together: the selector where it names a product, else the terms where each
/// of them does.
Named find_selected(const k8s::NodeSelection& selection, const gpu::Catalog& catalog) {
    if (selection.is_unknown) return {true, false, {}};
    Named named = find_named(selection.selector, catalog);
    if (named.is_named || !selection.has_terms) return named;
    Named all{!selection.terms.empty(), true, {}};
    for (const k8s::NodeSelectorTerm& term : selection.terms) {
        Named one = find_named(term.requirements, catalog);
        if (term.is_unknown || !one.is_known) return {true, false, {}};
        if (!one.is_named) return {};
        take_larger(all.best, std::move(one.best));
    }
    return all;
}

/// Of one node: the memory label counts before what is known of the product.
std::optional<GpuMemory> find_node_memory(const Node& node, const gpu::Catalog& catalog) {
    if (node.find_label(kGkePartition) != nullptr) return std::nullopt;
    const std::string_view product = node.gpu_product();
    auto memory = find_label_memory("nvidia.com/gpu.product", product, catalog);
    const std::string* accelerator = node.find_label(kGkeAccelerator);
    if (!memory && accelerator != nullptr) {
        memory = find_label_memory(kGkeAccelerator, *accelerator, catalog);
    }
    if (!memory) {
        const std::string* label = node.find_label("nvidia.com/gpu.memory");
        double mib = 0;
        const bool is_number =
            label != nullptr &&
            std::from_chars(label->data(), label->data() + label->size(), mib).ec == std::errc();
        if (!is_number || mib <= 0) return std::nullopt;
        memory = GpuMemory{{}, mib * kVisibleShare, std::string(product), {}, nullptr};
    }
    memory->basis = GpuMemory::Basis::kInventory;
    memory->node = &node;
    return memory;
}

/// Of the nodes that offer the resource and that the pod selects; `is_open` when one of them is
/// not known, or more nodes may come.
std::optional<GpuMemory> find_inventory_memory(const k8s::NodeSelection& selection,
                                               std::string_view resource,
                                               const Inventory& inventory,
                                               const gpu::Catalog& catalog, bool& is_open) {
    std::optional<GpuMemory> best;
    for (const NodeShape& shape : inventory.shapes()) {
        const Node& node = inventory.example(shape);
        const bool is_offered = node.allocatable_of(resource).sign() > 0 ||
                                node.capacity_of(resource).sign() > 0 || !node.has_capacity;
        if (!is_offered || selects(selection, node) == k8s::Match::kNo) continue;
        if (!take_larger(best, find_node_memory(node, catalog))) is_open = true;
    }
    return best;
}

std::optional<GpuMemory> find_catalog_memory(std::string_view resource) {
    std::optional<GpuMemory> best;
    for (const gpu::Product& product : gpu::Catalog::products()) {
        const std::optional<double> visible = visible_mib(product);
        if (product.resource != resource || !visible) continue;
        take_larger(
            best,
            GpuMemory{
                GpuMemory::Basis::kCatalog, *visible, std::string(product.name), {}, nullptr});
    }
    return best;
}

}  // namespace

std::optional<GpuMemory> find_gpu_memory(const k8s::PodTemplate& pod, std::string_view resource,
                                         const Inventory* inventory, const gpu::Catalog& catalog) {
    constexpr std::string_view kMigStart = "nvidia.com/mig-";
    if (resource.starts_with(kMigStart)) {
        return find_slice_memory(resource.substr(kMigStart.size()), nullptr);
    }
    const k8s::NodeSelection selection = k8s::find_node_selection(pod);
    Named selected = find_selected(selection, catalog);
    if (!selected.is_known) return std::nullopt;
    if (inventory != nullptr) {
        bool is_open = false;
        auto memory = find_inventory_memory(selection, resource, *inventory, catalog, is_open);
        if (is_open) return std::nullopt;
        if (memory && (selected.is_named || !inventory->may_grow())) return memory;
    }
    if (selected.is_named) return selected.best;
    // A share of a device carries the plugin's own name, "nvidia.com/gpu.shared".
    const std::string_view whole =
        resource.ends_with(".shared") ? resource.substr(0, resource.rfind('.')) : resource;
    return find_catalog_memory(whole);
}

}  // namespace gpulint::cluster
