#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/workload.h"
#include "yaml/node.h"

/// What a pod says about the nodes it may run on, as the scheduler reads it (Kubernetes 1.36:
/// component-helpers scheduling/corev1, api core/v1 toleration.go). Parts that are masked templates
/// or of a wrong type are marked unknown, never guessed.
namespace gpulint::k8s {

/// Labels of a node, by key.
using Labels = std::map<std::string, std::string, std::less<>>;

/// A question whose answer a template may hide.
enum class Match : std::uint8_t { kNo, kUnknown, kYes };

enum class TaintEffect : std::uint8_t { kNoSchedule, kPreferNoSchedule, kNoExecute };

/// One entry of `tolerations`.
struct Toleration {
    yaml::Node node;
    std::string_view key;
    std::string_view word;  ///< the operator; "" is Equal
    std::string_view value;
    std::string_view effect;  ///< "" is every effect
    bool is_unknown = false;

    bool is_for_everything() const { return key.empty() && word == "Exists" && !is_unknown; }
    /// Whether it matches a taint; Lt and Gt are alpha and off, so that they match nothing.
    Match matches(std::string_view taint_key, std::string_view taint_value,
                  std::string_view taint_effect) const;
};

std::vector<Toleration> find_tolerations(const PodTemplate& pod);

/// One requirement on a label: an entry of `nodeSelector`, of `matchExpressions` or `matchFields`.
struct LabelRequirement {
    yaml::Node node;  ///< the entry of the selector, or the mapping of the requirement
    std::string_view key;
    std::string_view word;  ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
    std::vector<yaml::Node> values;
    bool is_field = false;  ///< of matchFields: metadata.name
    bool is_unknown = false;

    /// By the label's value; null: the node has no such label.
    Match matches(const std::string* label) const;
    /// The wording of the requirement: `nvidia.com/gpu.product=NVIDIA-L4`, `zone in (a, b)`.
    std::string text() const;
};

/// One of the alternatives of a required node affinity.
struct NodeSelectorTerm {
    yaml::Node node;
    std::vector<LabelRequirement> requirements;  ///< none: matches no node
    bool is_unknown = false;
};

/// nodeSelector and required node affinity together.
struct NodeSelection {
    std::vector<LabelRequirement> selector;  ///< all have to hold
    std::vector<NodeSelectorTerm> terms;     ///< one has to hold
    bool has_terms = false;                  ///< required affinity is there, be it empty
    bool is_unknown = false;                 ///< a template hides some of it

    bool is_empty() const { return selector.empty() && !has_terms && !is_unknown; }
    /// `shows` says of a label that is not among `labels` whether the node may have it all the
    /// same.
    Match matches(const Labels& labels, std::string_view node_name,
                  const std::function<Match(std::string_view key)>& shows = {}) const;
    /// The node names that every term asks for, where each term asks for one (as the pods of a
    /// DaemonSet do): the scheduler looks at no other node. Nothing where some term asks for none.
    std::optional<std::vector<std::string_view>> pinned_names() const;
    /// Every requirement on a label, of selector and terms.
    std::vector<const LabelRequirement*> requirements() const;
};

NodeSelection find_node_selection(const PodTemplate& pod);

/// Every requirement on a label of nodes, that of preferences included.
std::vector<LabelRequirement> find_label_requirements(const PodTemplate& pod);

/// Three-valued and, or.
Match both(Match left, Match right);
Match either(Match left, Match right);

}  // namespace gpulint::k8s
