#pragma once

#include "lint/rule_table.h"

namespace gpulint::rules {

/// Every built-in rule, generated from rules/**.yaml.
const lint::RuleTable& builtin_rules();

}  // namespace gpulint::rules
