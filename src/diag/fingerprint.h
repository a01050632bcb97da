#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "diag/finding.h"
#include "text/source.h"

namespace gpulint::diag {

/// Sixteen hexadecimal digits for what a finding is about: rule, object, and the text under it with
/// blanks drawn together. Not where it stands, so that it outlives moved lines and renamed files.
std::string content_hash(const Finding& finding, const text::SourceFile& file);

/// Tells findings with equal hashes apart, in the order in which they come.
class Counter {
  public:
    /// 1 for the first of its kind, then 2, …
    std::size_t next(const std::string& hash) { return ++seen_[hash]; }

  private:
    std::map<std::string, std::size_t> seen_;
};

}  // namespace gpulint::diag
