#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gpu/catalog.h"
#include "k8s/quantity.h"
#include "k8s/scheduling.h"
#include "text/source.h"
#include "text/span.h"

namespace gpulint::cluster {

using ResourceMap = std::map<std::string, k8s::Quantity, std::less<>>;
using LabelMap = k8s::Labels;

struct Taint {
    std::string key;
    std::string value;
    std::string effect;
    friend auto operator<=>(const Taint&, const Taint&) = default;
};

/// One node as an inventory file shows it.
struct Node {
    std::string name;  ///< "" when the fragment does not say
    LabelMap labels;
    std::vector<Taint> taints;
    ResourceMap capacity;
    ResourceMap allocatable;    ///< capacity where the input shows no allocatable
    bool has_taints = false;    ///< false: the input does not show taints, which is not "none"
    bool has_capacity = false;  ///< false: the input shows labels only
    ResourceMap used;           ///< effective requests of the pods bound to it, where shown
    bool has_usage = false;
    bool is_unschedulable = false;
    bool is_short_form = false;  ///< written by hand: what it leaves out may be there all the same
    std::vector<std::string_view> unknown_labels;  ///< there, with values that the form leaves out
    std::string kubelet_version;
    text::Span span;  ///< where it stands: its name, or the start of what describes it

    const std::string* find_label(std::string_view key) const;
    /// Allocatable amount; 0 when the node does not offer it.
    k8s::Quantity allocatable_of(std::string_view resource) const;
    k8s::Quantity capacity_of(std::string_view resource) const;
    /// Whether the node has this label; kUnknown where the input may leave it out.
    k8s::Match shows_label(std::string_view key) const;
    /// The GPU product label of any vendor, or "".
    std::string_view gpu_product() const;
    /// Labels say that there is accelerator hardware, whatever is advertised.
    bool has_gpu_hardware() const;
};

/// Nodes that no scheduling question can tell apart: the same labels but for those that name a
/// node, the same taints, capacity and allocatable.
struct NodeShape {
    std::vector<std::size_t> nodes;  ///< indices into Inventory::nodes(), ascending
};

/// What the cluster has. Read once, then shared between threads.
class Inventory {
  public:
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<NodeShape>& shapes() const { return shapes_; }
    const Node& example(const NodeShape& shape) const { return nodes_[shape.nodes.front()]; }
    /// "1.35", or "" when the inventory does not say.
    const std::string& kubernetes_version() const { return kubernetes_version_; }
    /// A managed or autoscaled pool is among the nodes: there may be more nodes than are shown.
    bool may_grow() const { return may_grow_; }
    /// Every node shows what it advertises.
    bool has_all_capacities() const;
    /// Names of RuntimeClasses; none when the inventory lists none at all.
    const std::optional<std::vector<std::string>>& runtime_classes() const {
        return runtime_classes_;
    }
    /// Extended resource names that DeviceClasses of the inventory map.
    const std::vector<std::string>& mapped_resources() const { return mapped_resources_; }
    /// Some node has more than none of `resource` in allocatable.
    bool is_advertised(std::string_view resource) const;
    /// Every extended resource some node has more than none of in capacity, sorted.
    std::vector<std::string> advertised_resources() const;
    /// The node with most of `resource` allocatable; null when there is no node.
    const Node* find_largest(std::string_view resource) const;

  private:
    friend class InventoryReader;
    void find_shapes();

    std::vector<Node> nodes_;
    std::vector<NodeShape> shapes_;
    std::string kubernetes_version_;
    bool may_grow_ = false;
    std::optional<std::vector<std::string>> runtime_classes_;
    std::vector<std::string> mapped_resources_;
};

/// The MIG products among the nodes' GPUs, each once; none without an inventory, and where some GPU
/// is of a product that is not known.
std::vector<const gpu::MigProduct*> find_mig_products(const Inventory* inventory,
                                                      const gpu::Catalog& catalog);

/// Reads an inventory out of one or more sources in any of the forms of docs/guides/inventory.md.
/// Fails with file, line and cause when a source is none of them or says nothing about nodes.
Result<std::unique_ptr<Inventory>> parse_inventory(
    const std::vector<const text::SourceFile*>& files, const gpu::Catalog& catalog);

}  // namespace gpulint::cluster
