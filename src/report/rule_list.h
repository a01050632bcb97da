#pragma once

#include <string>

#include "lint/rule.h"
#include "lint/rule_table.h"

namespace gpulint::report {

/// One line a rule: id, name, severity, outcome, title.
std::string rules_as_text(const lint::RuleTable& rules);
/// An array of objects with everything the table knows.
std::string rules_as_json(const lint::RuleTable& rules);
/// A page of text about one rule.
std::string explain_rule(const lint::RuleMeta& rule, const std::string& docs_url);

}  // namespace gpulint::report
