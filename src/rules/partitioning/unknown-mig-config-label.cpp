#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cluster/inventory.h"
#include "gpu/mig_config.h"
#include "k8s/object.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

/// The configurations that a map in the same file offers, and where it begins to list them.
struct Offer {
    std::vector<std::string> labels;
    text::Span span;
};

Offer find_offer(const k8s::Object& policy, std::string_view map) {
    Offer offer;
    for (const k8s::CarriedDocument& carried : k8s::find_settings_beside(policy, map)) {
        const yaml::Node root = carried.document->root();
        if (!gpu::looks_like_mig_config(root)) continue;
        offer.span = root["mig-configs"].key_span();
        for (const gpu::MigConfig& config : gpu::read_mig_config(root).configs) {
            offer.labels.emplace_back(config.label);
        }
    }
    return offer;
}

}  // namespace

void unknown_mig_config_label(const lint::RuleContext& context, const k8s::Object& object) {
    if (!object.is("nvidia.com", "ClusterPolicy")) return;
    const yaml::Node name = object.root()["spec"]["migManager"]["config"]["name"];
    if (!name.is_string() || name.text().empty()) return;
    const Offer offer = find_offer(object, name.text());
    if (offer.labels.empty()) return;
    for (const cluster::NodeShape& shape : context.inventory()->shapes()) {
        const cluster::Node& node = context.inventory()->example(shape);
        const std::string* wanted = node.find_label("nvidia.com/mig.config");
        if (wanted == nullptr || std::ranges::find(offer.labels, *wanted) != offer.labels.end()) {
            continue;
        }
        context.report(name.entry_span())
            .message("{} asks for the MIG configuration {}, which this map does not have",
                     node.name.empty() ? "a node" : node.name, *wanted)
            .related(offer.span, "{}", fmt::join(offer.labels, ", "))
            .related(node.span, "nvidia.com/mig.config={}", *wanted);
    }
}

}  // namespace gpulint::rules
