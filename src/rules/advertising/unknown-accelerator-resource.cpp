#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// Where a container names a resource: its limit, or its request where there is no limit.
k8s::ResourceEntry first_mention(const k8s::Container& container, std::string_view name) {
    const auto limit = container.find_limit(name);
    return limit ? *limit : *container.find_request(name);
}

bool is_offered(const lint::RuleContext& context, std::string_view name) {
    return context.inventory() != nullptr && context.inventory()->is_advertised(name);
}

}  // namespace

void unknown_accelerator_resource(const lint::RuleContext& context,
                                  const k8s::Container& container) {
    for (const std::string_view name : container.extended_resources()) {
        if (is_offered(context, name)) continue;
        const gpu::Catalog::Near near = context.catalog().find_near_resource(name);
        // Slips in the names of MIG devices have a rule of their own.
        if (near.name.empty() || near.name.starts_with("nvidia.com/mig-")) continue;
        const yaml::Node node = first_mention(container, name).node();
        auto finding = context.report(node.key_span());
        finding.message("nothing advertises {}: did you mean {}?", name, near.name)
            .what_to_do("write {}", near.name)
            .fix("write " + near.name, yaml::rename_key(node, near.name),
                 diag::Applicability::kUnsafe);
        if (near.is_certain) continue;
        // Somebody's own plugin may well advertise it.
        finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
    }
}

}  // namespace gpulint::rules
