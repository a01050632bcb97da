#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "gpu/labels.h"
#include "gpu/near_product.h"
#include "k8s/scheduling.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

constexpr std::string_view kProductLabel = "nvidia.com/gpu.product";

/// The value that feature discovery or a cloud writes under `key` and that `value` was most likely
/// meant to be; "" when it is right, or nothing comes near.
std::string find_meant(const gpu::Catalog& catalog, std::string_view key, std::string_view value) {
    if (key == kProductLabel) {
        if (catalog.find_product(value) != nullptr) return "";
        const std::string_view near = catalog.find_near_product_label(value);
        if (!near.empty()) return std::string(near);
        const gpu::Product* product = catalog.find_named_product(value);
        const bool is_named =
            product != nullptr && product->vendor == "nvidia" && !product->labels.empty();
        return is_named ? std::string(product->labels.front()) : "";
    }
    const gpu::NodeLabel* label = gpu::find_node_label(key);
    if (label == nullptr || label->key != key || label->values.empty()) return "";
    if (std::ranges::find(label->values, value) != label->values.end()) return "";
    return std::string(gpu::find_near_product(value, label->values));
}

}  // namespace

void unknown_gpu_product(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    // With an inventory its labels are what counts.
    if (context.inventory() != nullptr && !context.inventory()->nodes().empty()) return;
    for (const k8s::LabelRequirement& requirement : k8s::find_label_requirements(pod)) {
        for (const yaml::Node value : requirement.values) {
            if (!value.is_string() || value.is_unknown()) continue;
            const std::string meant = find_meant(context.catalog(), requirement.key, value.text());
            if (meant.empty()) continue;
            context.report(value.span())
                .message("\"{}\" is no value that nodes have under {}: did you mean {}?",
                         value.text(), requirement.key, meant)
                .what_to_do("write {}", meant)
                .fix("write " + meant, yaml::set_value(value, yaml::quote_string(meant)),
                     diag::Applicability::kUnsafe);
        }
    }
}

}  // namespace gpulint::rules
