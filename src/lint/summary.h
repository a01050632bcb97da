#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace gpulint::lint {

/// Counts of one run, for the last line and the machine formats.
struct Summary {
    std::size_t files = 0;
    std::size_t documents = 0;
    std::size_t workloads = 0;
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t notes = 0;
    std::size_t suppressed = 0;                  ///< by comments and by the baseline
    std::size_t in_baseline = 0;                 ///< of suppressed
    std::size_t gone_from_baseline = 0;          ///< its entries that nothing was found for
    std::size_t fixable = 0;                     ///< findings with a safe fix
    std::size_t unsafe_fixable = 0;              ///< findings whose only fixes are unsafe
    std::map<std::string, std::size_t> skipped;  ///< reason → how many
    std::vector<Error> unreadable;               ///< inputs that could not be read
    bool has_damaged = false;                    ///< some input did not parse
};

}  // namespace gpulint::lint
