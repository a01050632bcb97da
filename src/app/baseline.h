#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "diag/finding.h"
#include "text/source.h"

namespace gpulint::app {

/// Findings that were there when the file was written, by what they are about and not by line: they
/// stay silent until somebody mends them, and new ones stand out.
class Baseline {
  public:
    /// Reads the text that write() made. Fails with file, line and cause.
    static Result<Baseline> parse(const text::SourceFile& file);
    /// A baseline of every finding that nothing else silences: YAML, one line for each, by file and
    /// rule, so that it can be read and merged.
    static std::string write(const std::vector<diag::Finding>& findings,
                             const text::SourceSet& sources);

    /// Marks as suppressed what the baseline has, of equal findings as many as it has.
    /// Returns how many of its entries nothing was found for.
    std::size_t apply(std::vector<diag::Finding>& findings, const text::SourceSet& sources) const;

  private:
    std::map<std::string, std::size_t> counts_;  ///< by content hash
};

}  // namespace gpulint::app
