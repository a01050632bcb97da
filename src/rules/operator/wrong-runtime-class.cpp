#include <algorithm>

#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// A device of this vendor, or one of which the name does not say whose it is.
bool may_be_of(const cluster::AskedAccelerator& asked, std::string_view vendor) {
    return asked.row->vendor == vendor || asked.row->vendor == "sharing" ||
           asked.row->vendor == "kubevirt";
}

}  // namespace

void wrong_runtime_class(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const yaml::Node name = pod.spec()["runtimeClassName"];
    if (!k8s::is_settled_text(name)) return;
    const gpu::VendorSign* sign =
        gpu::find_vendor_sign(gpu::VendorSign::Kind::kRuntimeClass, name.text());
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    if (sign == nullptr || asked.empty()) return;
    if (std::ranges::any_of(asked, [sign](const auto& a) { return may_be_of(a, sign->vendor); }))
        return;
    const cluster::AskedAccelerator& first = asked.front();
    context.report(name.entry_span())
        .message("runtime class {} is {}'s and the pod asks for {}", name.text(),
                 context.catalog().vendor_name(sign->vendor), first.name)
        .related(first.first_node().entry_span(), "a device of {}",
                 context.catalog().vendor_name(first.row->vendor))
        .fix("remove the runtime class", yaml::remove_entry(name), diag::Applicability::kUnsafe);
}

}  // namespace gpulint::rules
