#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cluster/placement.h"
#include "gpu/labels.h"
#include "gpu/near_product.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// The value of the nodes that a requirement's only value was perhaps meant to be, or "".
std::string find_near_value(const cluster::SelectionMiss& miss) {
    if (miss.requirement == nullptr || miss.requirement->values.size() != 1) return "";
    const std::string_view wanted = miss.requirement->values.front().text();
    const std::vector<std::string_view> values(miss.values.begin(), miss.values.end());
    const std::string near(gpu::find_near_product(wanted, values));
    return near == wanted ? "" : near;
}

void say_which(const cluster::SelectionMiss& miss, lint::FindingBuilder& finding) {
    const k8s::LabelRequirement& requirement = *miss.requirement;
    const std::string near_value = find_near_value(miss);
    if (!miss.values.empty()) {
        constexpr std::size_t kMostShown = 4;
        const std::size_t shown = std::min(miss.values.size(), kMostShown);
        finding.message("no node has {}; nodes say {}{}", requirement.text(),
                        fmt::join(miss.values.begin(), miss.values.begin() + shown, ", "),
                        shown < miss.values.size() ? ", …" : "");
        if (near_value.empty()) return;
        finding.what_to_do("write {}", near_value)
            .fix("write " + near_value,
                 yaml::set_value(requirement.values.front(), yaml::quote_string(near_value)),
                 diag::Applicability::kUnsafe);
        return;
    }
    finding.message("no node has the label {}", requirement.key);
    if (miss.near_key.empty()) return;
    finding.what_to_do("did you mean {}?", miss.near_key);
    if (!requirement.node.is_scalar()) return;
    finding.fix("write " + miss.near_key, yaml::rename_key(requirement.node, miss.near_key),
                diag::Applicability::kUnsafe);
}

/// The place of the requirement, or of all of them.
text::Span find_place(const cluster::SelectionMiss& miss, const k8s::PodTemplate& pod) {
    if (miss.requirement != nullptr) {
        const yaml::Node node = miss.requirement->node;
        return node.is_scalar() ? node.entry_span() : node.span();
    }
    const yaml::Node selector = pod.spec()["nodeSelector"];
    return selector.size() > 0 ? selector.key_span() : pod.spec()["affinity"].key_span();
}

/// Pods of a kind that a node may well be without: a DaemonSet's come with the nodes.
bool is_daemon(const k8s::PodTemplate& pod) {
    return pod.workload().object().kind() == "DaemonSet";
}

}  // namespace

void selector_matches_no_node(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    const cluster::PodNeeds needs(pod);
    if (!needs.node_name.empty()) return;
    const auto asked = cluster::find_asked_accelerators(context.catalog(), pod);
    const cluster::SelectionMiss miss = cluster::find_selection_miss(needs, inventory, asked);
    if (miss.kind == cluster::SelectionMiss::Kind::kNone) return;
    auto finding = context.report(find_place(miss, pod));
    if (miss.kind == cluster::SelectionMiss::Kind::kNotOffered) {
        finding.message("the nodes that are selected offer no {}", miss.resource)
            .related(asked.front().first_node().entry_span(), "asked for here");
    } else if (miss.requirement != nullptr) {
        say_which(miss, finding);
    } else {
        finding.message("no node has all of the labels that are selected");
    }
    const bool is_for_gpus =
        !asked.empty() ||
        (miss.requirement != nullptr && gpu::find_node_label(miss.requirement->key) != nullptr);
    if (!is_for_gpus || inventory.may_grow() || is_daemon(pod) || needs.is_incomplete) {
        finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
    }
    if (is_daemon(pod)) finding.outcome(diag::Outcome::kWrong);
}

}  // namespace gpulint::rules
