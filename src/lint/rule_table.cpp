#include "lint/rule_table.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/near_text.h"

namespace gpulint::lint {

const Rule* RuleTable::find(std::string_view id_or_name) const {
    const auto id_of = [](const Rule& rule) { return rule.meta.id; };
    const auto by_id = std::ranges::lower_bound(rules_, id_or_name, {}, id_of);
    if (by_id != rules_.end() && by_id->meta.id == id_or_name) return &*by_id;
    // Written by a person, then: a name, or an id in other case.
    const auto place = std::ranges::find_if(rules_, [id_or_name](const Rule& rule) {
        return ascii::equals_ignoring_case(rule.meta.id, id_or_name) ||
               rule.meta.name == id_or_name;
    });
    return place == rules_.end() ? nullptr : &*place;
}

std::string_view RuleTable::find_near(std::string_view id_or_name) const {
    std::vector<std::string_view> names;
    for (const Rule& rule : rules_) {
        names.push_back(rule.meta.id);
        names.push_back(rule.meta.name);
    }
    return find_nearest(id_or_name, names);
}

}  // namespace gpulint::lint
