#include <algorithm>

#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

using Sign = gpu::VendorSign;

/// Devices may be counted in a way that no amount shows, or the pod serves the node.
bool is_out_of_question(const k8s::PodTemplate& pod) {
    const auto asks_for_share = [](yaml::Entry annotation) {
        return gpu::find_vendor_sign(Sign::Kind::kAnnotation, annotation.key()) != nullptr;
    };
    return pod.is_incomplete() || pod.spec()["resourceClaims"].size() > 0 ||
           cluster::is_agent_by_kind(pod) ||
           std::ranges::any_of(pod.metadata()["annotations"].entries(), asks_for_share);
}

/// The container asks for a device of the vendor (of any, for ""), or for something nobody knows.
bool asks_for_device(const gpu::Catalog& catalog, const k8s::Container& container,
                     std::string_view vendor) {
    return std::ranges::any_of(container.extended_resources(), [&](std::string_view name) {
        const auto amount = container.effective_request(name);
        if (amount && amount->sign() <= 0) return false;
        const gpu::ResourceRow* row = catalog.find_resource(name).row;
        return row == nullptr || vendor.empty() || row->vendor == vendor ||
               row->vendor == "sharing" || row->vendor == "kubevirt";
    });
}

/// Watches the GPUs and does not compute: the driver's libraries for that are not handed in.
bool only_watches(const k8s::Container& container) {
    const yaml::Node capabilities = container.find_env("NVIDIA_DRIVER_CAPABILITIES");
    return capabilities.is_unknown() || capabilities.text() == "utility";
}

void look_at_variables(const lint::RuleContext& context, const k8s::Container& container) {
    for (const Sign& sign : gpu::vendor_signs()) {
        if (!sign.hands_over) continue;
        const yaml::Node value = container.find_env(sign.name);
        if (!k8s::is_settled_text(value) || !sign.names_devices(value.text())) continue;
        if (asks_for_device(context.catalog(), container, sign.vendor) || only_watches(container))
            continue;
        auto finding = context.report(value.parent().span());
        finding.message("{} takes devices of {} by {}={} and asks for none",
                        container.display_name(), context.catalog().vendor_name(sign.vendor),
                        sign.name, value.text());
        const yaml::Node runtime = container.pod().spec()["runtimeClassName"];
        const Sign* theirs = gpu::find_vendor_sign(Sign::Kind::kRuntimeClass, runtime.text());
        if (theirs == nullptr || theirs->vendor != sign.vendor) return;
        finding.confidence(diag::Confidence::kHigh)
            .related(runtime.entry_span(), "with this runtime the variable takes effect");
        return;
    }
}

/// A volume that brings a device of the host into a container.
struct Mount {
    const Sign* sign = nullptr;
    yaml::Node path;
    yaml::Node mount;
};

/// The first one for which the container asks for no device; strong signs go before weak ones.
Mount find_mount(const gpu::Catalog& catalog, const k8s::Container& container) {
    Mount found;
    for (const yaml::Node volume : container.pod().spec()["volumes"].items()) {
        const yaml::Node path = volume["hostPath"]["path"];
        const Sign* sign = gpu::find_vendor_sign(Sign::Kind::kDevice, path.text());
        if (sign == nullptr || (found.sign != nullptr && !sign->is_strong)) continue;
        if (asks_for_device(catalog, container, sign->vendor)) continue;
        for (const yaml::Node mount : container.node()["volumeMounts"].items()) {
            if (mount["name"].text() != volume["name"].text()) continue;
            if (sign->is_strong) return {sign, path, mount};
            found = {sign, path, mount};
        }
    }
    return found;
}

void look_at_mounts(const lint::RuleContext& context, const k8s::Container& container) {
    const Mount found = find_mount(context.catalog(), container);
    if (found.sign == nullptr) return;
    auto finding = context.report(found.path.entry_span());
    finding
        .message("{} mounts {} of the host and asks for no device", container.display_name(),
                 found.path.text())
        .related(found.mount.span(), "mounted here");
    if (!found.sign->is_strong) finding.confidence(diag::Confidence::kLow);
    if (container.node()["securityContext"]["privileged"].as_bool().value_or(false)) return;
    finding.outcome(diag::Outcome::kFails)
        .why(
            "a container that is not privileged may open only devices it was given: it sees the "
            "file and is refused");
}

}  // namespace

void gpu_without_request(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    if (is_out_of_question(pod)) return;
    for (const k8s::Container& container : pod.containers()) {
        look_at_variables(context, container);
        look_at_mounts(context, container);
    }
}

}  // namespace gpulint::rules
