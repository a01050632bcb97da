#include "k8s/scheduling.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gpulint::k8s {
namespace {

Match as_match(bool is_match) { return is_match ? Match::kYes : Match::kNo; }

/// The text of a string field; marks `is_unknown` where it is something else.
std::string_view read_text(yaml::Node node, bool& is_unknown) {
    if (!node.has_value()) return {};
    if (node.is_unknown() || !node.is_string()) {
        is_unknown = true;
        return {};
    }
    return node.text();
}

/// As strconv.ParseInt with base 10.
std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = fault == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(value) : std::nullopt;
}

LabelRequirement read_requirement(yaml::Node node, bool is_field) {
    LabelRequirement requirement;
    requirement.node = node;
    requirement.is_field = is_field;
    requirement.is_unknown = !node.is_mapping();
    requirement.key = read_text(node["key"], requirement.is_unknown);
    requirement.word = read_text(node["operator"], requirement.is_unknown);
    const yaml::Node values = node["values"];
    if (values.has_value() && !values.is_sequence()) requirement.is_unknown = true;
    for (const yaml::Node value : values.items()) {
        read_text(value, requirement.is_unknown);
        requirement.values.push_back(value);
    }
    return requirement;
}

NodeSelectorTerm read_term(yaml::Node node) {
    NodeSelectorTerm term;
    term.node = node;
    term.is_unknown = node.has_value() && !node.is_mapping();
    for (const char* list : {"matchExpressions", "matchFields"}) {
        const yaml::Node requirements = node[list];
        if (requirements.has_value() && !requirements.is_sequence()) term.is_unknown = true;
        for (const yaml::Node item : requirements.items()) {
            term.requirements.push_back(
                read_requirement(item, std::string_view(list) == "matchFields"));
        }
    }
    return term;
}

/// What is known of one node.
struct NodeView {
    const Labels& labels;
    const std::string name;
    const std::function<Match(std::string_view)>& shows;

    Match matches(const LabelRequirement& requirement) const {
        if (requirement.is_field) return requirement.matches(&name);
        const auto label = labels.find(requirement.key);
        if (label != labels.end()) return requirement.matches(&label->second);
        if (shows && shows(requirement.key) == Match::kUnknown) return Match::kUnknown;
        return requirement.matches(nullptr);
    }
};

Match matches_term(const NodeSelectorTerm& term, const NodeView& node) {
    if (term.is_unknown) return Match::kUnknown;
    if (term.requirements.empty()) return Match::kNo;
    Match result = Match::kYes;
    for (const LabelRequirement& requirement : term.requirements) {
        result = both(result, node.matches(requirement));
    }
    return result;
}

}  // namespace

Match both(Match left, Match right) { return std::min(left, right); }

Match either(Match left, Match right) { return std::max(left, right); }

Match Toleration::matches(std::string_view taint_key, std::string_view taint_value,
                          std::string_view taint_effect) const {
    if (is_unknown) return Match::kUnknown;
    if (!effect.empty() && effect != taint_effect) return Match::kNo;
    if (!key.empty() && key != taint_key) return Match::kNo;
    if (word.empty() || word == "Equal") return as_match(value == taint_value);
    if (word == "Gt" || word == "Lt") return Match::kNo;
    // The API server refuses any other operator; what was meant by it is not known.
    return word == "Exists" ? Match::kYes : Match::kUnknown;
}

std::vector<Toleration> find_tolerations(const PodTemplate& pod) {
    std::vector<Toleration> tolerations;
    const yaml::Node list = pod.spec()["tolerations"];
    for (const yaml::Node node : list.items()) {
        Toleration& toleration = tolerations.emplace_back();
        toleration.node = node;
        toleration.is_unknown = !node.is_mapping();
        toleration.key = read_text(node["key"], toleration.is_unknown);
        toleration.word = read_text(node["operator"], toleration.is_unknown);
        toleration.value = read_text(node["value"], toleration.is_unknown);
        toleration.effect = read_text(node["effect"], toleration.is_unknown);
    }
    // A template in place of the list may hold anything.
    if (list.has_value() && !list.is_sequence()) {
        Toleration& hidden = tolerations.emplace_back();
        hidden.node = list;
        hidden.is_unknown = true;
    }
    return tolerations;
}

Match LabelRequirement::matches(const std::string* label) const {
    if (is_unknown) return Match::kUnknown;
    const auto is_among = [&] {
        return std::ranges::any_of(values,
                                   [&](yaml::Node value) { return value.text() == *label; });
    };
    if (word == "In") return as_match(label != nullptr && is_among());
    if (word == "NotIn") return as_match(label == nullptr || !is_among());
    if (word == "Exists") return as_match(label != nullptr);
    if (word == "DoesNotExist") return as_match(label == nullptr);
    const bool is_comparison = (word == "Gt" || word == "Lt") && values.size() == 1;
    if (!is_comparison || label == nullptr) return Match::kNo;
    const std::optional<std::int64_t> left = parse_integer(*label);
    const std::optional<std::int64_t> right = parse_integer(values.front().text());
    if (!left || !right) return Match::kNo;
    return as_match(word == "Gt" ? *left > *right : *left < *right);
}

std::string LabelRequirement::text() const {
    std::vector<std::string_view> words;
    for (const yaml::Node value : values) words.push_back(value.text());
    if (word == "Exists") return std::string(key);
    if (word == "DoesNotExist") return fmt::format("!{}", key);
    if (word == "In" && words.size() == 1) return fmt::format("{}={}", key, words.front());
    if (word == "NotIn" && words.size() == 1) return fmt::format("{}!={}", key, words.front());
    if (word == "Gt" || word == "Lt") {
        return fmt::format("{}{}{}", key, word == "Gt" ? ">" : "<", fmt::join(words, ","));
    }
    return fmt::format("{} {} ({})", key, word == "In" ? "in" : "notin", fmt::join(words, ", "));
}

Match NodeSelection::matches(const Labels& labels, std::string_view node_name,
                             const std::function<Match(std::string_view)>& shows) const {
    const NodeView node{labels, std::string(node_name), shows};
    Match result = is_unknown ? Match::kUnknown : Match::kYes;
    for (const LabelRequirement& requirement : selector) {
        result = both(result, node.matches(requirement));
    }
    if (!has_terms) return result;
    Match one = Match::kNo;
    for (const NodeSelectorTerm& term : terms) one = either(one, matches_term(term, node));
    return both(result, one);
}

std::optional<std::vector<std::string_view>> NodeSelection::pinned_names() const {
    if (terms.empty()) return std::nullopt;
    std::vector<std::string_view> names;
    for (const NodeSelectorTerm& term : terms) {
        std::optional<std::string_view> pinned;
        for (const LabelRequirement& requirement : term.requirements) {
            const bool is_pin = requirement.is_field && requirement.word == "In" &&
                                requirement.key == "metadata.name" &&
                                requirement.values.size() == 1;
            if (is_pin) pinned = requirement.values.front().text();
        }
        if (!pinned) return std::nullopt;
        names.push_back(*pinned);
    }
    return names;
}

std::vector<const LabelRequirement*> NodeSelection::requirements() const {
    std::vector<const LabelRequirement*> all;
    for (const LabelRequirement& requirement : selector) all.push_back(&requirement);
    for (const NodeSelectorTerm& term : terms) {
        for (const LabelRequirement& requirement : term.requirements) {
            if (!requirement.is_field) all.push_back(&requirement);
        }
    }
    return all;
}

NodeSelection find_node_selection(const PodTemplate& pod) {
    NodeSelection selection;
    const yaml::Node selector = pod.spec()["nodeSelector"];
    selection.is_unknown =
        selector.contains_unknown() || (selector.has_value() && !selector.is_mapping());
    for (const yaml::Entry entry : selector.entries()) {
        LabelRequirement& requirement = selection.selector.emplace_back();
        requirement.node = entry.value;
        requirement.key = entry.key();
        requirement.word = "In";
        read_text(entry.value, requirement.is_unknown);
        requirement.values.push_back(entry.value);
        // null in a map of strings is "".
        if (entry.value.is_null()) requirement.is_unknown = false;
    }
    const yaml::Node required =
        pod.spec()["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    for (const yaml::Node level : {pod.spec()["affinity"], pod.spec()["affinity"]["nodeAffinity"],
                                   required, required["nodeSelectorTerms"]}) {
        const bool is_right = level.is_mapping() || level.is_sequence();
        if (level.has_value() && !is_right) selection.is_unknown = true;
    }
    selection.has_terms = required.has_value();
    for (const yaml::Node term : required["nodeSelectorTerms"].items()) {
        selection.terms.push_back(read_term(term));
    }
    return selection;
}

std::vector<LabelRequirement> find_label_requirements(const PodTemplate& pod) {
    std::vector<LabelRequirement> all;
    const NodeSelection selection = find_node_selection(pod);
    for (const LabelRequirement* requirement : selection.requirements()) {
        all.push_back(*requirement);
    }
    const yaml::Node preferred =
        pod.spec()["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"];
    for (const yaml::Node item : preferred.items()) {
        for (const yaml::Node node : item["preference"]["matchExpressions"].items()) {
            all.push_back(read_requirement(node, false));
        }
    }
    return all;
}

}  // namespace gpulint::k8s
