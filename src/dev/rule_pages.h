#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "dev/repository.h"
#include "lint/rule_table.h"

namespace gpulint::dev {

/// The pages of docs/rules: one for each rule, and the list of all of them. Texts and examples are
/// those of rules/ below `root`; what stands under an example is what this very program says of it.
Result<std::vector<RepositoryFile>> make_rule_pages(const std::filesystem::path& root,
                                                    const lint::RuleTable& rules);

/// Pages in docs/rules that belong to no rule any more.
std::vector<std::string> find_orphans(const std::filesystem::path& root,
                                      const std::vector<RepositoryFile>& pages);

}  // namespace gpulint::dev
