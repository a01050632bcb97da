#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cluster/filters.h"
#include "cluster/inventory.h"
#include "cluster/placement.h"
#include "k8s/scheduling.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// A taint of the inventory that the toleration was perhaps meant for; null when it matches one, or
/// none is near.
const cluster::Taint* find_meant(const cluster::Inventory& inventory,
                                 const cluster::PodNeeds& needs,
                                 const k8s::Toleration& toleration) {
    const cluster::Taint* near = nullptr;
    for (const cluster::NodeShape& shape : inventory.shapes()) {
        for (const cluster::Taint& taint : inventory.example(shape).taints) {
            const auto is_match = [&taint](const k8s::Toleration& other) {
                return other.matches(taint.key, taint.value, taint.effect) != k8s::Match::kNo;
            };
            if (is_match(toleration)) return nullptr;
            const bool is_open = std::ranges::none_of(needs.tolerations, is_match) &&
                                 !cluster::is_passing_taint(taint);
            if (is_open && cluster::is_near(toleration, taint)) near = &taint;
        }
    }
    return near;
}

/// Mends the one part that is off.
void offer_fix(const k8s::Toleration& toleration, const cluster::Taint& taint,
               lint::FindingBuilder& finding) {
    const yaml::Node node = toleration.node;
    std::vector<text::Edit> edits;
    if (toleration.key != taint.key) {
        edits = yaml::set_value(node["key"], yaml::quote_string(taint.key));
    } else if (!toleration.effect.empty() && toleration.effect != taint.effect) {
        edits = yaml::set_value(node["effect"], taint.effect);
    } else if (node["value"].has_value()) {
        edits = yaml::set_value(node["value"], yaml::quote_string(taint.value));
    } else {
        edits = yaml::insert_key(node, {"value"}, yaml::quote_string(taint.value));
    }
    finding.fix("tolerate " + cluster::to_string(taint), std::move(edits),
                diag::Applicability::kUnsafe);
}

}  // namespace

void toleration_near_miss(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    const cluster::Inventory& inventory = *context.inventory();
    const cluster::PodNeeds needs(pod);
    for (const k8s::Toleration& toleration : needs.tolerations) {
        if (!toleration.node) continue;
        const cluster::Taint* taint = find_meant(inventory, needs, toleration);
        if (taint == nullptr) continue;
        auto finding = context.report(toleration.node.span());
        finding
            .message("this tolerates no taint of the nodes; {} comes near",
                     cluster::to_string(*taint))
            .what_to_do("write it as the taint has it: {}", cluster::to_string(*taint));
        offer_fix(toleration, *taint, finding);
    }
}

}  // namespace gpulint::rules
