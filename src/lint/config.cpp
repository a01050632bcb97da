#include "lint/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "base/near_text.h"
#include "lint/glob.h"
#include "lint/profile.h"

namespace gpulint::lint {
namespace {

bool is_in_words(std::string_view words, std::string_view word) {
    const std::vector<std::string_view> parts = ascii::split(words, ' ');
    return std::ranges::find(parts, word) != parts.end();
}

/// How closely a selector names a rule: 0 not at all, then "all", family or prefix, id or name.
int closeness(std::string_view selector, const RuleMeta& rule) {
    if (selector == rule.name || ascii::equals_ignoring_case(selector, rule.id)) return 3;
    const bool is_prefix =
        selector.size() >= 3 && selector.size() < rule.id.size() &&
        ascii::equals_ignoring_case(selector, rule.id.substr(0, selector.size()));
    if (selector == rule.family || is_prefix) return 2;
    return selector == "all" ? 1 : 0;
}

int closeness(const std::vector<std::string>& selectors, const RuleMeta& rule) {
    int closest = 0;
    for (const std::string& selector : selectors)
        closest = std::max(closest, closeness(selector, rule));
    return closest;
}

bool is_in_profile(const RuleMeta& rule, std::string_view profile) {
    return is_in_words(rule.profiles, "recommended") || is_in_words(rule.profiles, profile);
}

/// What a selection says about a rule, on top of what was said before.
bool is_selected(const Selection& selection, const RuleMeta& rule, bool before) {
    bool is_on = before;
    if (selection.profile) is_on = is_in_profile(rule, *selection.profile);
    int wanted = closeness(selection.extend_select, rule);
    if (!selection.select.empty()) {
        const int selected = closeness(selection.select, rule);
        is_on = selected > 0;
        wanted = std::max(wanted, selected);
    }
    if (wanted > 0) is_on = true;
    // The closer word wins; of equally close ones the one that silences.
    const int unwanted = closeness(selection.ignore, rule);
    return unwanted > 0 && unwanted >= wanted ? false : is_on;
}

std::string option_value(const std::map<std::string, std::string>& values, std::string_view name,
                         std::string_view fallback) {
    const auto value = values.find(std::string(name));
    return value == values.end() ? std::string(fallback) : value->second;
}

}  // namespace

Config::Config(const RuleTable& rules, ConfigFile file, Selection command_line)
    : rules_(&rules), file_(std::move(file)), command_line_(std::move(command_line)) {
    if (file_.kubernetes) kubernetes_version_ = *file_.kubernetes;
}

Result<Done> Config::check_selection(const RuleTable& rules, const Selection& selection) {
    if (selection.profile) {
        std::vector<std::string_view> names;
        for (const Profile& profile : kProfiles) names.push_back(profile.name);
        if (std::ranges::find(names, *selection.profile) == names.end()) {
            const std::string_view near = find_nearest(*selection.profile, names);
            return Error{fmt::format("there is no profile \"{}\"", *selection.profile),
                         near.empty() ? fmt::format("the profiles are {}", fmt::join(names, ", "))
                                      : fmt::format("did you mean {}?", near)};
        }
    }
    for (const auto* list : {&selection.select, &selection.extend_select, &selection.ignore}) {
        for (const std::string& selector : *list) {
            const bool is_known = std::ranges::any_of(rules.rules(), [&](const Rule& rule) {
                return closeness(selector, rule.meta) > 0;
            });
            if (is_known) continue;
            const std::string_view near = rules.find_near(selector);
            return Error{fmt::format("no rule is called \"{}\"", selector),
                         near.empty() ? "`gpulint rules` lists them all"
                                      : fmt::format("did you mean {}?", near)};
        }
    }
    return Done{};
}

std::vector<bool> Config::matching_overrides(std::string_view path) const {
    std::vector<bool> matching;
    for (const PathOverride& override_ : file_.overrides) {
        matching.push_back(std::ranges::any_of(
            override_.paths, [path](const std::string& glob) { return matches_glob(glob, path); }));
    }
    return matching;
}

std::vector<const Rule*> Config::enabled_rules(std::string_view path) const {
    const std::vector<bool> matching = matching_overrides(path);
    std::vector<const Rule*> enabled;
    for (const Rule& rule : rules_->rules()) {
        bool is_on = is_in_profile(rule.meta, "recommended");
        is_on = is_selected(file_.selection, rule.meta, is_on);
        for (std::size_t i = 0; i < matching.size(); ++i) {
            if (matching[i]) is_on = is_selected(file_.overrides[i].selection, rule.meta, is_on);
        }
        if (is_selected(command_line_, rule.meta, is_on)) enabled.push_back(&rule);
    }
    return enabled;
}

diag::Severity Config::severity(const Rule& rule, diag::Severity written,
                                std::string_view path) const {
    diag::Severity severity = written;
    const auto apply = [&](const std::map<std::string, diag::Severity>& map) {
        const auto place = map.find(std::string(rule.meta.id));
        if (place != map.end()) severity = place->second;
    };
    apply(file_.severity);
    const std::vector<bool> matching = matching_overrides(path);
    for (std::size_t i = 0; i < matching.size(); ++i) {
        if (matching[i]) apply(file_.overrides[i].severity);
    }
    return severity;
}

std::string Config::option(const RuleMeta& rule, std::string_view name) const {
    std::string_view fallback;
    for (const OptionMeta& option : rule.options) {
        if (option.name == name) fallback = option.default_value;
    }
    const auto values = file_.rule_options.find(std::string(rule.id));
    if (values == file_.rule_options.end()) return std::string(fallback);
    return option_value(values->second, name, fallback);
}

}  // namespace gpulint::lint
