#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "diag/finding.h"
#include "lint/rule_context.h"

namespace gpulint::k8s {
class Container;
class Object;
class PodTemplate;
class Settings;
class Workload;
}  // namespace gpulint::k8s
namespace gpulint::yaml {
class Document;
}
namespace gpulint::cluster {
class Inventory;
}

namespace gpulint::lint {

/// What a rule looks at; the engine calls it once for each.
using ContainerRule = void (*)(const RuleContext&, const k8s::Container&);
using PodRule = void (*)(const RuleContext&, const k8s::PodTemplate&);
using WorkloadRule = void (*)(const RuleContext&, const k8s::Workload&);
using ObjectRule = void (*)(const RuleContext&, const k8s::Object&);
/// Settings of an operator: a document that is no object, or one that a ConfigMap carries.
using SettingsRule = void (*)(const RuleContext&, const k8s::Settings&);
using DocumentRule = void (*)(const RuleContext&, const yaml::Document&);
/// Once per run, on the inventory itself.
using InventoryRule = void (*)(const RuleContext&, const cluster::Inventory&);
using RuleFunction = std::variant<std::monostate, ContainerRule, PodRule, WorkloadRule, ObjectRule,
                                  SettingsRule, DocumentRule, InventoryRule>;

struct Reference {
    std::string_view title;
    std::string_view url;
};

/// An option that gpulint.yaml may set under `rules: {ID: {…}}`.
struct OptionMeta {
    std::string_view name;
    std::string_view default_value;
    std::string_view help;
};

/// What rules/<family>/<name>.yaml says, compiled in.
struct RuleMeta {
    std::string_view id;
    std::string_view name;
    std::string_view title;
    std::string_view family;  ///< the folder: "requests"
    std::string_view scope;
    diag::Severity severity;
    diag::Confidence confidence;
    diag::Outcome outcome;  ///< of a finding that does not say otherwise
    bool needs_inventory;
    std::string_view profiles;  ///< blank-separated; "recommended" when the rule is on by default
    std::string_view since;
    std::string_view fix;     ///< "safe", "unsafe", "display" or ""
    std::string_view lesson;  ///< "3.1"
    std::string_view why;
    std::string_view what_to_do;
    std::span<const Reference> references;
    std::span<const OptionMeta> options;
};

/// A rule: metadata and one function. A rule with std::monostate is carried out by the engine
/// itself (suppressions).
struct Rule {
    RuleMeta meta;
    RuleFunction check;
};

}  // namespace gpulint::lint
