#include <algorithm>
#include <iterator>
#include <vector>

#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// Moves a pod-level limit to the only container there is.
std::vector<text::Edit> move_to_container(const k8s::PodTemplate& pod,
                                          const k8s::ResourceMistake& mistake) {
    const auto is_app = [](const k8s::Container& container) {
        return container.type() == k8s::ContainerType::kApp;
    };
    if (std::ranges::count_if(pod.containers(), is_app) != 1) return {};
    const k8s::Container& container = *std::ranges::find_if(pod.containers(), is_app);
    if (container.find_limit(mistake.name)) return {};
    std::vector<text::Edit> edits = yaml::insert_key(
        container.node(), {"resources", "limits", mistake.name}, mistake.node.source());
    std::vector<text::Edit> removal = yaml::remove_entry(mistake.node);
    if (edits.empty() || removal.empty()) return {};
    std::ranges::move(removal, std::back_inserter(edits));
    return edits;
}

}  // namespace

void gpus_at_pod_level(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault != k8s::ResourceFault::kNotAtPodLevel) continue;
        context.report(mistake.node.entry_span())
            .field(mistake.field)
            .also(mistake.twin.entry_span())
            .message("{} cannot be asked for by the pod as a whole", mistake.name)
            .fix("move it to the container", move_to_container(pod, mistake),
                 diag::Applicability::kUnsafe);
    }
}

}  // namespace gpulint::rules
