#include "cluster/accelerators.h"

#include <algorithm>

#include "gpu/labels.h"

namespace gpulint::cluster {
namespace {

using Sign = gpu::VendorSign::Kind;

bool is_privileged(const k8s::Container& container) {
    return container.node()["securityContext"]["privileged"].as_bool().value_or(false);
}

bool sets_vendor_variable(const k8s::Container& container) {
    return std::ranges::any_of(container.node()["env"].items(), [](yaml::Node entry) {
        const gpu::VendorSign* sign = gpu::find_vendor_sign(Sign::kVariable, entry["name"].text());
        return sign != nullptr && sign->says_visible;
    });
}

}  // namespace

std::vector<AskedAccelerator> find_asked_accelerators(const gpu::Catalog& catalog,
                                                      const k8s::PodTemplate& pod) {
    std::vector<AskedAccelerator> asked;
    for (const std::string_view name : pod.extended_resources()) {
        const gpu::ResourceName resource = catalog.find_resource(name);
        if (!resource.is_accelerator()) continue;
        std::vector<k8s::ContainerAmount> amounts = k8s::find_amounts(pod, name);
        if (!amounts.empty()) asked.push_back({name, resource.row, std::move(amounts)});
    }
    return asked;
}

bool may_reach_accelerator(const k8s::PodTemplate& pod) {
    const yaml::Node spec = pod.spec();
    const bool has_other_way = spec["resourceClaims"].size() > 0 ||
                               spec["runtimeClassName"].has_value() ||
                               spec["hostPID"].as_bool().value_or(false);
    if (has_other_way || !pod.extended_resources().empty()) return true;
    const bool has_device = std::ranges::any_of(spec["volumes"].items(), [](yaml::Node volume) {
        return gpu::find_vendor_sign(Sign::kDevice, volume["hostPath"]["path"].text()) != nullptr;
    });
    return has_device || std::ranges::any_of(pod.containers(), [](const k8s::Container& container) {
               return is_privileged(container) || sets_vendor_variable(container);
           });
}

std::vector<ContainerAccelerator> find_accelerators(const gpu::Catalog& catalog,
                                                    const k8s::Container& container) {
    std::vector<ContainerAccelerator> found;
    for (const std::string_view name : container.extended_resources()) {
        const gpu::ResourceName resource = catalog.find_resource(name);
        const auto amount = container.effective_request(name);
        if (!resource.is_accelerator() || !amount || amount->sign() <= 0) continue;
        const auto limit = container.find_limit(name);
        found.push_back({limit ? *limit : *container.find_request(name), resource.row, *amount});
    }
    return found;
}

bool is_whole_node(const Inventory* inventory, std::string_view resource,
                   const k8s::Quantity& amount) {
    constexpr std::int64_t kUsualServer = 4;
    const Node* largest = inventory == nullptr ? nullptr : inventory->find_largest(resource);
    if (largest == nullptr || largest->allocatable_of(resource).sign() <= 0) {
        return amount >= k8s::Quantity::of(kUsualServer);
    }
    return amount >= largest->allocatable_of(resource);
}

bool is_node_agent(const k8s::PodTemplate& pod) {
    return is_agent_by_kind(pod) || pod.spec()["hostNetwork"].as_bool().value_or(false) ||
           std::ranges::any_of(pod.containers(), is_privileged);
}

bool is_agent_by_kind(const k8s::PodTemplate& pod) {
    const k8s::Object& object = pod.workload().object();
    const yaml::Node spec = pod.spec();
    return object.kind() == "DaemonSet" || object.namespace_name() == "kube-system" ||
           spec["priorityClassName"].text().starts_with("system-") ||
           spec["hostPID"].as_bool().value_or(false);
}

}  // namespace gpulint::cluster
