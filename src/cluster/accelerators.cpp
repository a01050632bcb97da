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

bool is_node_agent(const k8s::PodTemplate& pod) {
    const k8s::Object& object = pod.workload().object();
    const yaml::Node spec = pod.spec();
    const auto is_on = [&spec](std::string_view field) {
        return spec[field].as_bool().value_or(false);
    };
    return object.kind() == "DaemonSet" || object.namespace_name() == "kube-system" ||
           spec["priorityClassName"].text().starts_with("system-") || is_on("hostPID") ||
           is_on("hostNetwork") || std::ranges::any_of(pod.containers(), is_privileged);
}

}  // namespace gpulint::cluster
