#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"

namespace gpulint::cluster {

/// How much memory one unit of an accelerator resource has, at most.
struct GpuMemory {
    /// What says so.
    enum class Basis : unsigned char {
        kResource,   ///< the name of the resource: a slice
        kSelector,   ///< the product that the pod selects
        kInventory,  ///< the nodes on which the pod may run
        kCatalog,    ///< the largest product that any node could offer under this name
    };
    Basis basis = Basis::kCatalog;
    /// What a program sees, in 2^20 bytes: on NVIDIA's devices a little less than nvidia-smi says.
    double visible_mib = 0;
    std::string name;            ///< "NVIDIA-L4", "1g.10gb"
    yaml::Node selector;         ///< kSelector: the value that names the product
    const Node* node = nullptr;  ///< kInventory: one with most
};

/// The largest memory that one unit of `resource` may have wherever the pod may run. Nothing when
/// something there is not known: a product outside the catalogue, a selector with a template in it.
std::optional<GpuMemory> find_gpu_memory(const k8s::PodTemplate& pod, std::string_view resource,
                                         const Inventory* inventory, const gpu::Catalog& catalog);

}  // namespace gpulint::cluster
