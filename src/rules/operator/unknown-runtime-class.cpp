#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/near_text.h"
#include "cluster/inventory.h"
#include "k8s/neighbour.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void unknown_runtime_class(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const yaml::Node name = pod.spec()["runtimeClassName"];
    const auto& classes = context.inventory()->runtime_classes();
    if (!classes || !k8s::is_settled_text(name)) return;
    if (std::ranges::find(*classes, name.text()) != classes->end()) return;
    const yaml::Document& document = pod.workload().object().root().document();
    if (k8s::find_neighbour(document, "node.k8s.io", "RuntimeClass", name.text())) return;
    auto finding = context.report(name.span());
    finding.message("the cluster has no RuntimeClass {}", name.text());
    const std::vector<std::string_view> names(classes->begin(), classes->end());
    const std::string_view near = find_nearest(name.text(), names);
    if (near.empty()) {
        finding.label("it has {}", fmt::join(names, ", "));
        return;
    }
    finding.label("it has {}", near)
        .what_to_do("write {}", near)
        .fix(fmt::format("write {}", near), yaml::set_value(name, near),
             diag::Applicability::kUnsafe);
}

}  // namespace gpulint::rules
