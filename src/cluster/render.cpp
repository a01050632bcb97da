#include "cluster/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/ascii.h"
#include "k8s/resource_name.h"

namespace gpulint::cluster {
namespace {

struct Numbered {
    std::string stem;
    std::int64_t number = -1;
    std::string name;
};

Numbered split(const std::string& name) {
    std::size_t begin = name.size();
    while (begin > 0 && ascii::is_digit(name[begin - 1]) && name.size() - begin < 9) --begin;
    Numbered numbered{name.substr(0, begin), -1, name};
    const std::string digits = name.substr(begin);
    const bool is_plain = !digits.empty() && (digits.size() == 1 || digits.front() != '0');
    if (is_plain) numbered.number = std::stoll(digits);
    if (!is_plain) numbered.stem = name;
    return numbered;
}

std::string written(const Taint& taint) {
    return taint.value.empty() ? fmt::format("{}:{}", taint.key, taint.effect)
                               : fmt::format("{}={}:{}", taint.key, taint.value, taint.effect);
}

bool keeps_pods_off(const Taint& taint) {
    return taint.effect == "NoSchedule" || taint.effect == "NoExecute";
}

void add_remarks(const Node& node, ShapeSummary& summary) {
    const bool offers_gpu = std::ranges::any_of(summary.amounts, [](const auto& amount) {
        return k8s::is_extended_resource(amount.resource) && amount.capacity.sign() > 0;
    });
    if (!node.has_capacity) {
        summary.remarks.emplace_back("only labels are shown: what it advertises is not known");
    } else if (node.has_gpu_hardware() && !offers_gpu) {
        summary.remarks.emplace_back("labels show a GPU, and nothing advertises one");
    }
    for (const ShapeSummary::Amount& amount : summary.amounts) {
        const bool is_device = k8s::is_extended_resource(amount.resource);
        if (is_device && amount.allocatable < amount.capacity) {
            summary.remarks.push_back(fmt::format("{} of {} {} are allocatable",
                                                  amount.allocatable.canonical(),
                                                  amount.capacity.canonical(), amount.resource));
        }
    }
    if (offers_gpu && node.has_taints && std::ranges::none_of(node.taints, keeps_pods_off)) {
        summary.remarks.emplace_back("no taint keeps other work off");
    }
    if (node.is_unschedulable) summary.remarks.emplace_back("cordoned");
}

std::string taints_of(const ShapeSummary& shape) {
    if (!shape.taints.empty()) return fmt::format("{}", fmt::join(shape.taints, ", "));
    return shape.has_taints ? "none" : "not shown";
}

ShapeSummary summarise_shape(const Inventory& inventory, const NodeShape& shape) {
    ShapeSummary summary;
    const Node& node = inventory.example(shape);
    std::vector<std::string> names;
    for (const std::size_t index : shape.nodes) names.push_back(inventory.nodes()[index].name);
    summary.count = names.size();
    summary.names = join_names(std::move(names));
    summary.product = node.gpu_product();
    std::vector<std::string> resources;
    for (const auto& [name, amount] : node.capacity) {
        if (name.find('/') != std::string::npos) resources.push_back(name);
    }
    for (const char* name : {"cpu", "memory", "pods"}) {
        if (node.capacity.contains(name)) resources.emplace_back(name);
    }
    for (const std::string& name : resources) {
        ShapeSummary::Amount amount{
            name, node.capacity_of(name), node.allocatable_of(name), {}, false};
        for (const std::size_t index : shape.nodes) {
            const Node& member = inventory.nodes()[index];
            amount.has_usage = amount.has_usage || member.has_usage;
            const auto used = member.used.find(name);
            if (used != member.used.end()) amount.used = amount.used + used->second;
        }
        summary.amounts.push_back(std::move(amount));
    }
    summary.has_taints = node.has_taints;
    for (const Taint& taint : node.taints) summary.taints.push_back(written(taint));
    add_remarks(node, summary);
    return summary;
}

}  // namespace

std::string join_names(std::vector<std::string> names) {
    std::vector<Numbered> numbered;
    for (const std::string& name : names)
        numbered.push_back(split(name.empty() ? "(no name)" : name));
    std::ranges::stable_sort(numbered, [](const Numbered& a, const Numbered& b) {
        return std::tie(a.stem, a.number) < std::tie(b.stem, b.number);
    });
    std::string text;
    for (std::size_t i = 0; i < numbered.size();) {
        std::size_t last = i;
        while (last + 1 < numbered.size() && numbered[last].number >= 0 &&
               numbered[last + 1].stem == numbered[i].stem &&
               numbered[last + 1].number == numbered[last].number + 1) {
            ++last;
        }
        if (!text.empty()) text += ", ";
        text += numbered[i].name;
        if (last > i) text += (last > i + 1 ? ".." : ", ") + numbered[last].name;
        i = last + 1;
    }
    return text;
}

std::vector<ShapeSummary> summarise(const Inventory& inventory) {
    std::vector<ShapeSummary> summaries;
    for (const NodeShape& shape : inventory.shapes()) {
        summaries.push_back(summarise_shape(inventory, shape));
    }
    return summaries;
}

std::string render_inventory(const Inventory& inventory) {
    std::string out =
        fmt::format("{} node{} in {} shape{}", inventory.nodes().size(),
                    inventory.nodes().size() == 1 ? "" : "s", inventory.shapes().size(),
                    inventory.shapes().size() == 1 ? "" : "s");
    if (!inventory.kubernetes_version().empty()) {
        out += fmt::format(", Kubernetes {}", inventory.kubernetes_version());
    }
    out += '\n';
    for (const ShapeSummary& shape : summarise(inventory)) {
        out += fmt::format("\n{}  ({} node{})\n", shape.names, shape.count,
                           shape.count == 1 ? "" : "s");
        if (!shape.product.empty()) out += fmt::format("  product      {}\n", shape.product);
        for (const ShapeSummary::Amount& amount : shape.amounts) {
            out += fmt::format("  {:<28} {:>12} allocatable of {}", amount.resource,
                               amount.allocatable.canonical(), amount.capacity.canonical());
            if (amount.has_usage) {
                out += fmt::format(", {} in use{}", amount.used.canonical(),
                                   shape.count > 1 ? " on all of them" : "");
            }
            out += '\n';
        }
        out += fmt::format("  taints       {}\n", taints_of(shape));
        for (const std::string& remark : shape.remarks)
            out += fmt::format("  note         {}\n", remark);
    }
    return out;
}

}  // namespace gpulint::cluster
