#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lint/rule.h"

namespace gpulint::lint {

/// The rules of a program, by id and name. The built-in table is generated; it lives in rules/ and
/// reaches lint through this type only, so that lint knows no rule.
class RuleTable {
  public:
    /// `rules` must outlive the table, sorted by id.
    explicit RuleTable(std::span<const Rule> rules) : rules_(rules) {}
    std::span<const Rule> rules() const { return rules_; }
    /// By id ("GPU302", in any case) or name; null when there is none.
    const Rule* find(std::string_view id_or_name) const;
    /// The nearest id or name to something mistyped, or "".
    std::string_view find_near(std::string_view id_or_name) const;

  private:
    std::span<const Rule> rules_;
};

}  // namespace gpulint::lint
