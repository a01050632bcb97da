#include <optional>
#include <string_view>

#include "gpu/catalog.h"
#include "gpu/images.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// The accelerator a container asks for; none when it asks for several vendors' or for none.
std::optional<k8s::ResourceEntry> find_accelerator(const gpu::Catalog& catalog,
                                                   const k8s::Container& container) {
    std::optional<k8s::ResourceEntry> found;
    for (const std::string_view name : container.extended_resources()) {
        const auto amount = container.effective_request(name);
        if (!catalog.is_accelerator(name) || !amount || amount->sign() <= 0) continue;
        const auto entry =
            container.find_limit(name) ? container.find_limit(name) : container.find_request(name);
        const bool is_other = found && catalog.find_resource(found->name()).row->vendor !=
                                           catalog.find_resource(name).row->vendor;
        if (is_other) return std::nullopt;
        found = entry;
    }
    return found;
}

}  // namespace

void image_of_other_vendor(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node image = container.node()["image"];
    if (container.image().empty() || image.is_unknown()) return;
    const auto asked = find_accelerator(context.catalog(), container);
    if (!asked) return;
    const std::string_view vendor = context.catalog().find_resource(asked->name()).row->vendor;
    const gpu::ImageUse use = gpu::find_image_use(container.image());
    const bool is_other = !use.vendor.empty() && use.vendor != vendor;
    if (!is_other && !use.is_cpu_build) return;
    auto finding = context.report(image.span());
    if (is_other) {
        finding.message("this image is built for {} and {} asks for {}",
                        context.catalog().vendor_name(use.vendor), container.display_name(),
                        asked->name());
    } else {
        finding.message("this image is built for CPUs and {} asks for {}", container.display_name(),
                        asked->name());
    }
    finding.related(asked->node().entry_span(), "a device of {}",
                    context.catalog().vendor_name(vendor));
    if (!use.is_exact) finding.confidence(diag::Confidence::kLow);
}

}  // namespace gpulint::rules
