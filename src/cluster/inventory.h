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
#include "text/source.h"
#include "text/span.h"

namespace gpulint::cluster {

using ResourceMap = std::map<std::string, k8s::Quantity, std::less<>>;
using LabelMap = std::map<std::string, std::string, std::less<>>;

struct Taint {
    std::string key;
    std::string value;
    std::string effect;
    friend auto operator<=>(const Taint&, const Taint&) = default;
};

/// One node as an inventory file shows it.
struct Node {
    std::string name;
    LabelMap labels;
    std::vector<Taint> taints;
    ResourceMap capacity;
    ResourceMap allocatable;
    ResourceMap
        used;  ///< effective requests of the pods bound to it, when pods are in the inventory
    std::size_t pod_count = 0;
    bool is_unschedulable = false;
    text::Span span;  ///< where it stands in the inventory (its name)
};

/// Nodes that no scheduling question can tell apart: same labels (but for names), taints,
/// capacity and allocatable.
struct NodeShape {
    std::vector<std::size_t> nodes;  ///< indices into Inventory::nodes(), ascending
};

/// What the cluster has. Read once, then shared between threads.
class Inventory {
  public:
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<NodeShape>& shapes() const { return shapes_; }
    const Node& example(const NodeShape& shape) const { return nodes_[shape.nodes.front()]; }
    /// "1.35" or "" when the inventory does not say (kubeletVersion, or the short form's field).
    const std::string& kubernetes_version() const { return kubernetes_version_; }
    /// Usage is known: pods (or the Allocated part of `kubectl describe`) were in the input.
    bool has_usage() const { return has_usage_; }
    /// Something in it says that nodes may be added (autoscaler or managed pool labels).
    bool may_grow() const { return may_grow_; }
    /// Names of RuntimeClasses, or none when the inventory lists none at all.
    const std::optional<std::vector<std::string>>& runtime_classes() const {
        return runtime_classes_;
    }
    /// Extended resource names that DeviceClasses of the inventory map.
    const std::vector<std::string>& mapped_resources() const { return mapped_resources_; }
    /// Any node has `resource` in allocatable above zero.
    bool is_advertised(std::string_view resource) const;
    /// Every extended resource any node has in capacity, sorted.
    std::vector<std::string> advertised_resources() const;
    /// Things in the input that were passed over, each with its place and cause.
    const std::vector<std::string>& remarks() const { return remarks_; }

  private:
    friend class InventoryReader;
    std::vector<Node> nodes_;
    std::vector<NodeShape> shapes_;
    std::string kubernetes_version_;
    bool has_usage_ = false;
    bool may_grow_ = false;
    std::optional<std::vector<std::string>> runtime_classes_;
    std::vector<std::string> mapped_resources_;
    std::vector<std::string> remarks_;
};

/// Reads an inventory out of one or more sources in any of the forms of docs/guides/inventory.md.
/// Fails with file, line and cause when a source is none of them or says nothing about nodes.
Result<std::unique_ptr<Inventory>> parse_inventory(
    const std::vector<const text::SourceFile*>& files, const gpu::Catalog& catalog);

}  // namespace gpulint::cluster
