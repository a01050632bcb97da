#include <string>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// What the vendor's plugin advertises today.
std::string_view successor_of(const gpu::ResourceRow& retired) {
    for (const gpu::ResourceRow& row : gpu::Catalog::resources()) {
        const bool is_plain = row.pattern.empty() && row.kind == gpu::ResourceKind::kWhole;
        if (is_plain && row.vendor == retired.vendor) return row.name;
    }
    return {};
}

}  // namespace

void retired_resource_name(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node resources = container.resources();
    for (const char* list : {"limits", "requests"}) {
        for (const yaml::Entry entry : resources[list].entries()) {
            const gpu::ResourceName resource = context.catalog().find_resource(entry.key());
            const bool is_retired =
                resource.is_known() && resource.row->kind == gpu::ResourceKind::kRetired;
            const bool is_offered =
                context.inventory() != nullptr && context.inventory()->is_advertised(entry.key());
            if (!is_retired || is_offered) continue;
            const std::string successor(successor_of(*resource.row));
            context.report(entry.key_span())
                .message("{} is retired: no plugin advertises it any more", entry.key())
                .what_to_do("write {}", successor)
                .fix("write " + successor, yaml::rename_key(entry.value, successor),
                     diag::Applicability::kUnsafe);
        }
    }
}

}  // namespace gpulint::rules
