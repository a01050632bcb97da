#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/near_text.h"
#include "cluster/inventory.h"
#include "k8s/named_files.h"
#include "k8s/placeholder.h"
#include "lint/rule.h"
#include "yaml/document.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

void look_at_default(const lint::RuleContext& context, yaml::Node name,
                     const k8s::NamedFiles& files, std::string_view title) {
    if (!files || !k8s::is_settled_text(name) || files.has(name.text())) return;
    const std::string_view near = find_nearest(name.text(), files.names());
    auto finding = context.report(name.span());
    finding.message("{} has no key {}", title, name.text())
        .related(files.key_span(), "it has {}", fmt::join(files.names(), ", "));
    if (near.empty()) return;
    finding.fix(fmt::format("write {}", near), yaml::set_value(name, yaml::quote_string(near)),
                diag::Applicability::kUnsafe);
}

/// Nodes choose a configuration by their label.
void look_at_nodes(const lint::RuleContext& context, yaml::Node config,
                   const k8s::NamedFiles& files) {
    static constexpr std::string_view kLabel = "nvidia.com/device-plugin.config";
    const yaml::Node name = config["name"];
    bool is_chosen = !config["default"].text().empty();
    for (const cluster::NodeShape& shape : context.inventory()->shapes()) {
        const cluster::Node& node = context.inventory()->example(shape);
        const std::string* wanted = node.find_label(kLabel);
        is_chosen = is_chosen || node.shows_label(kLabel) != k8s::Match::kNo;
        if (wanted == nullptr || !files || files.has(*wanted)) continue;
        context.report(name.entry_span())
            .message("{} asks for the configuration {}, which ConfigMap {} does not have",
                     node.name.empty() ? "a node" : node.name, *wanted, name.text())
            .related(files.key_span(), "it has {}", fmt::join(files.names(), ", "))
            .related(node.span, "{}={}", kLabel, *wanted);
    }
    if (is_chosen || context.inventory()->may_grow()) return;
    context.report(name.entry_span())
        .message("no node has the label {} and there is no default: {} is not used", kLabel,
                 name.text())
        .severity(diag::Severity::kWarning)
        .outcome(diag::Outcome::kWrong)
        .why("a node uses the configuration that its label names, else the default, else none")
        .what_to_do("set `default`, or label the nodes");
}

void look_at_policy(const lint::RuleContext& context, const yaml::Document& document) {
    const yaml::Node spec = document.root()["spec"];
    const yaml::Node plugin = spec["devicePlugin"]["config"];
    const k8s::NamedFiles files = k8s::find_files_beside(document, plugin["name"]);
    look_at_default(context, plugin["default"], files,
                    fmt::format("ConfigMap {}", plugin["name"].text()));
    if (context.inventory() != nullptr && k8s::is_settled_text(plugin["name"]))
        look_at_nodes(context, plugin, files);
    const yaml::Node mig = spec["migManager"]["config"]["name"];
    const k8s::NamedFiles layouts = k8s::find_files_beside(document, mig);
    if (!layouts || layouts.has("config.yaml")) return;
    context.report(mig.span())
        .message("ConfigMap {} has no key config.yaml, which the MIG manager reads", mig.text())
        .related(layouts.key_span(), "it has {}", fmt::join(layouts.names(), ", "))
        .why("the map is mounted as a folder, and the MIG manager is given that one file of it")
        .what_to_do("rename the key to config.yaml");
}

/// Values for the operator's chart, which makes the ConfigMap itself.
void look_at_values(const lint::RuleContext& context, yaml::Node values) {
    const yaml::Node config = values["devicePlugin"]["config"];
    const k8s::NamedFiles files(config["data"]);
    const yaml::Node create = config["create"];
    if (!files || create.is_unknown()) return;
    // To a template every text but the empty one is true.
    if (create.as_bool().value_or(create.is_string() && !create.text().empty()))
        return look_at_default(context, config["default"], files, "this configuration");
    context.report(files.key_span())
        .message("the chart makes a ConfigMap of this only with create: true")
        .severity(diag::Severity::kWarning)
        .outcome(diag::Outcome::kWrong)
        .why("without it `name` has to be a ConfigMap that is there, and `data` is not read")
        .fix(
            "add create: true",
            create ? yaml::set_value(create, "true") : yaml::insert_key(config, {"create"}, "true"),
            diag::Applicability::kUnsafe);
}

}  // namespace

void operator_wiring(const lint::RuleContext& context, const yaml::Document& document) {
    const yaml::Node root = document.root();
    if (document.is_damaged()) return;
    if (root["kind"].text() == "ClusterPolicy" &&
        root["apiVersion"].text().starts_with("nvidia.com/")) {
        return look_at_policy(context, document);
    }
    const yaml::Node values = root.has("kind") ? root["spec"]["values"] : root;
    look_at_values(context, values);
    look_at_values(context, values["gpu-operator"]);
}

}  // namespace gpulint::rules
