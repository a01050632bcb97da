#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gpu/catalog.h"
#include "k8s/placeholder.h"
#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {

void unqualified_resource_name(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        const bool is_unqualified = mistake.fault == k8s::ResourceFault::kUnqualifiedName;
        if (!is_unqualified && mistake.fault != k8s::ResourceFault::kMalformedName) continue;
        if (k8s::is_placeholder(mistake.name)) {
            context.skip(mistake.node.key_span(), "name still to be filled in");
            continue;
        }
        auto finding = context.report(mistake.node.key_span());
        finding.field(mistake.field)
            .also(mistake.twin.key_span())
            .message("\"{}\" is not a {}", mistake.name,
                     is_unqualified ? "resource of containers" : "well-formed resource name");
        const std::string meant = context.catalog().find_near_resource(mistake.name).name;
        if (meant.empty()) continue;
        finding.what_to_do("did you mean {}?", meant);
        std::vector<text::Edit> edits = yaml::rename_key(mistake.node, meant);
        std::ranges::move(yaml::rename_key(mistake.twin, meant), std::back_inserter(edits));
        finding.fix("write " + meant, std::move(edits), diag::Applicability::kUnsafe);
    }
}

}  // namespace gpulint::rules
