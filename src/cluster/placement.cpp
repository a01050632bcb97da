#include "cluster/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/near_text.h"

namespace gpulint::cluster {
namespace {

/// Labels that tell of a cloud which turns on the ExtendedResourceToleration admission plugin.
constexpr std::array<std::string_view, 3> kTolerantClouds{"cloud.google.com/", "eks.amazonaws.com/",
                                                          "kubernetes.azure.com/"};

bool is_of_tolerant_cloud(const Node& node) {
    return std::ranges::any_of(node.labels, [](const auto& label) {
        return std::ranges::any_of(kTolerantClouds, [&label](std::string_view start) {
            return std::string_view(label.first).starts_with(start);
        });
    });
}

bool offers_all(const Node& node, const std::vector<AskedAccelerator>& asked) {
    return std::ranges::all_of(asked, [&node](const AskedAccelerator& accelerator) {
        return !node.has_capacity || node.allocatable_of(accelerator.name).sign() > 0;
    });
}

bool holds_somewhere(const k8s::LabelRequirement& requirement, const Inventory& inventory) {
    return std::ranges::any_of(inventory.nodes(), [&requirement](const Node& node) {
        const bool may_have = node.shows_label(requirement.key) == k8s::Match::kUnknown;
        return may_have || requirement.matches(node.find_label(requirement.key)) != k8s::Match::kNo;
    });
}

std::string find_near_key(std::string_view key, const Inventory& inventory) {
    std::set<std::string_view> keys;
    for (const NodeShape& shape : inventory.shapes()) {
        for (const auto& [name, value] : inventory.example(shape).labels) keys.insert(name);
    }
    const std::vector<std::string_view> candidates(keys.begin(), keys.end());
    return std::string(find_nearest(key, candidates));
}

/// Fills in what to say of a requirement that no node meets by itself.
void describe_miss(const k8s::LabelRequirement& requirement, const Inventory& inventory,
                   SelectionMiss& miss) {
    miss.requirement = &requirement;
    std::set<std::string> values;
    for (const NodeShape& shape : inventory.shapes()) {
        const std::string* value = inventory.example(shape).find_label(requirement.key);
        if (value != nullptr) values.insert(*value);
    }
    miss.values.assign(values.begin(), values.end());
    if (miss.values.empty()) miss.near_key = find_near_key(requirement.key, inventory);
}

/// The nodes that the selection may take.
std::vector<const Node*> find_selected(const PodNeeds& needs, const Inventory& inventory) {
    std::vector<const Node*> selected;
    for (const Node& node : inventory.nodes()) {
        if (selects(needs.selection, node) != k8s::Match::kNo) selected.push_back(&node);
    }
    return selected;
}

}  // namespace

SelectionMiss find_selection_miss(const PodNeeds& needs, const Inventory& inventory,
                                  const std::vector<AskedAccelerator>& asked) {
    SelectionMiss miss;
    if (needs.selection.is_empty() || inventory.nodes().empty()) return miss;
    const std::vector<const Node*> selected = find_selected(needs, inventory);
    if (selected.empty()) {
        miss.kind = SelectionMiss::Kind::kNoNode;
        const std::vector<const k8s::LabelRequirement*> all = needs.selection.requirements();
        const auto place = std::ranges::find_if(all, [&](const k8s::LabelRequirement* requirement) {
            return !holds_somewhere(*requirement, inventory);
        });
        // One of several alternatives is not to blame alone, but it is the place to look at.
        if (place != all.end()) describe_miss(**place, inventory, miss);
        return miss;
    }
    for (const AskedAccelerator& accelerator : asked) {
        const auto offers = [&accelerator](const Node& node) {
            return !node.has_capacity || node.allocatable_of(accelerator.name).sign() > 0;
        };
        const bool is_offered =
            std::ranges::any_of(selected, [&](const Node* node) { return offers(*node); });
        if (is_offered || !inventory.is_advertised(accelerator.name)) continue;
        miss.kind = SelectionMiss::Kind::kNotOffered;
        miss.resource = accelerator.name;
        return miss;
    }
    return miss;
}

bool is_near(const k8s::Toleration& toleration, const Taint& taint) {
    if (toleration.is_unknown || toleration.key.empty()) return false;
    if (toleration.matches(taint.key, taint.value, taint.effect) != k8s::Match::kNo) return false;
    if (toleration.key == taint.key) return true;
    const std::array<std::string_view, 1> key{taint.key};
    return !find_nearest(toleration.key, key).empty();
}

std::string to_string(const Taint& taint) {
    return taint.value.empty() ? fmt::format("{}:{}", taint.key, taint.effect)
                               : fmt::format("{}={}:{}", taint.key, taint.value, taint.effect);
}

std::vector<TaintBarrier> find_taint_barriers(const PodNeeds& needs, const Inventory& inventory,
                                              const std::vector<AskedAccelerator>& asked) {
    std::vector<TaintBarrier> barriers;
    for (const Node* node : find_selected(needs, inventory)) {
        if (!offers_all(*node, asked) || !has_room_when_empty(needs, *node)) continue;
        if (!node->has_taints) return {};
        TaintBarrier barrier{.node = node};
        for (const Taint& taint : node->taints) {
            const bool is_hard = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
            const bool is_tolerated =
                std::ranges::any_of(needs.tolerations, [&](const k8s::Toleration& toleration) {
                    return toleration.matches(taint.key, taint.value, taint.effect) !=
                           k8s::Match::kNo;
                });
            if (!is_hard || is_tolerated || is_passing_taint(taint)) continue;
            const bool is_added = taint.effect == "NoSchedule" && is_of_tolerant_cloud(*node) &&
                                  std::ranges::any_of(asked, [&](const AskedAccelerator& one) {
                                      return one.name == taint.key;
                                  });
            // A taint that no admission takes care of is the better one to name.
            const bool is_better =
                barrier.taint == nullptr || (barrier.is_added_by_cloud && !is_added);
            if (!is_better) continue;
            barrier.taint = &taint;
            barrier.is_added_by_cloud = is_added;
        }
        if (barrier.taint == nullptr) return {};
        const auto is_known = std::ranges::any_of(
            barriers, [&](const TaintBarrier& other) { return *other.taint == *barrier.taint; });
        if (is_known) continue;
        for (const k8s::Toleration& toleration : needs.tolerations) {
            if (is_near(toleration, *barrier.taint)) barrier.near = &toleration;
        }
        barriers.push_back(barrier);
    }
    return barriers;
}

}  // namespace gpulint::cluster
