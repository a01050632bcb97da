#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "diag/finding.h"
#include "lint/engine.h"

namespace gpulint::lint {

/// What mending a text came to.
struct FixOutcome {
    std::string text;       ///< the mended text; the same when nothing could be done
    std::size_t fixed = 0;  ///< findings that are gone
};

/// Applies the fixes of a text's findings up to `least` trust, again and again until none is left.
/// A fix stays only if the result still parses, its finding is gone and no rule has more to say
/// than before. Everything no fix touches keeps its bytes.
FixOutcome fix_text(const Engine& engine, std::string_view name, std::string text,
                    diag::Applicability least);

}  // namespace gpulint::lint
