#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void malformed_mig_resource(const lint::RuleContext& context, const k8s::Container& container) {
    for (const std::string_view name : container.extended_resources()) {
        const bool is_offered =
            context.inventory() != nullptr && context.inventory()->is_advertised(name);
        if (is_offered) continue;
        const std::string meant = context.catalog().find_near_resource(name).name;
        if (!meant.starts_with("nvidia.com/mig-")) continue;
        const auto limit = container.find_limit(name);
        const yaml::Node node = limit ? limit->node() : container.find_request(name)->node();
        context.report(node.key_span())
            .message("{} is no name of a MIG device: did you mean {}?", name, meant)
            .what_to_do("write {}", meant)
            .fix("write " + meant, yaml::rename_key(node, meant));
    }
}

}  // namespace gpulint::rules
