#include "cluster/cuda_support.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "cluster/filters.h"

namespace gpulint::cluster {
namespace {

/// What feature discovery writes of the newest CUDA that the driver knows, and of the driver.
struct Known {
    gpu::CudaVersion cuda;
    std::string label;
};

std::optional<Known> find_known(const Node& node) {
    static constexpr std::string_view kFull = "nvidia.com/cuda.runtime-version.full";
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kParts{
        {{"nvidia.com/cuda.runtime-version.major", "nvidia.com/cuda.runtime-version.minor"},
         {"nvidia.com/cuda.runtime.major", "nvidia.com/cuda.runtime.minor"}}};
    static constexpr std::string_view kDriver = "nvidia.com/cuda.driver-version.full";
    const auto known = [](std::string_view key, std::string_view value, auto cuda) {
        return cuda ? std::optional<Known>({*cuda, fmt::format("{}={}", key, value)})
                    : std::nullopt;
    };
    if (const std::string* full = node.find_label(kFull))
        return known(kFull, *full, gpu::parse_cuda_version(*full));
    for (const auto& [major_key, minor_key] : kParts) {
        const std::string* major = node.find_label(major_key);
        const std::string* minor = node.find_label(minor_key);
        if (major == nullptr || minor == nullptr) continue;
        const std::string version = fmt::format("{}.{}", *major, *minor);
        return known(major_key, *major, gpu::parse_cuda_version(version));
    }
    if (const std::string* driver = node.find_label(kDriver))
        return known(kDriver, *driver, gpu::find_cuda_of_driver(*driver));
    return std::nullopt;
}

}  // namespace

std::optional<CudaSupport> find_cuda_support(const k8s::PodTemplate& pod, std::string_view resource,
                                             gpu::CudaVersion cuda, const Inventory& inventory) {
    using Verdict = CudaSupport::Verdict;
    std::optional<CudaSupport> best;
    const k8s::NodeSelection selection = k8s::find_node_selection(pod);
    for (const NodeShape& shape : inventory.shapes()) {
        const Node& node = inventory.example(shape);
        const bool is_candidate = selects(selection, node) != k8s::Match::kNo &&
                                  (!node.has_capacity || node.allocatable_of(resource).sign() > 0);
        if (!is_candidate || (!node.has_capacity && !node.has_gpu_hardware())) continue;
        const auto known = find_known(node);
        if (!known) return std::nullopt;
        CudaSupport support;
        support.node = &node;
        support.known = known->cuda;
        support.label = known->label;
        support.may_have_compatibility =
            node.gpu_product().find("GeForce") == std::string_view::npos;
        if (known->cuda < cuda) {
            support.verdict = known->cuda.major == cuda.major ? Verdict::kPartly : Verdict::kNone;
        }
        const auto rank = [](const CudaSupport& each) {
            return std::pair(each.verdict, each.may_have_compatibility);
        };
        if (!best || rank(support) > rank(*best)) best = support;
    }
    return best;
}

}  // namespace gpulint::cluster
