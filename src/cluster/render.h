#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cluster/inventory.h"

namespace gpulint::cluster {

/// One node shape as `gpulint inventory show` prints it.
struct ShapeSummary {
    std::string names;  ///< "dgx-1..dgx-4, gpu-7"
    std::size_t count = 0;
    std::string product;  ///< "" when no label says
    struct Amount {
        std::string resource;
        k8s::Quantity capacity;     ///< of one node
        k8s::Quantity allocatable;  ///< of one node
        k8s::Quantity used;         ///< of all nodes of the shape together
        bool has_usage = false;
    };
    std::vector<Amount> amounts;  ///< extended resources, then cpu, memory and pods
    bool has_taints = false;      ///< false: the input does not show them
    std::vector<std::string> taints;
    std::vector<std::string> remarks;  ///< what is wrong or worth knowing
};

std::vector<ShapeSummary> summarise(const Inventory& inventory);
/// A text for people, the same on every run.
std::string render_inventory(const Inventory& inventory);
/// Names in order, neighbours by number joined: "dgx-1..dgx-4".
std::string join_names(std::vector<std::string> names);

}  // namespace gpulint::cluster
