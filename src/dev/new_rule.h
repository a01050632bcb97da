#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "dev/repository.h"
#include "lint/rule_table.h"

namespace gpulint::dev {

/// The two files of a new rule: metadata with one example of each kind, and a function that finds
/// something small, so that the author starts from passing tests. Fails for an id or name that is
/// taken or malformed, and for a family that does not own the id's hundred.
Result<std::vector<RepositoryFile>> make_rule(std::string_view family, std::string_view name,
                                              std::string_view id, const lint::RuleTable& rules);

}  // namespace gpulint::dev
