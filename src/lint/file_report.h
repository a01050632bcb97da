#pragma once

#include <string>
#include <vector>

#include "diag/finding.h"
#include "text/span.h"

namespace gpulint::lint {

/// Something that was not judged, and why. Never a pass: the summary counts these by reason.
struct Skip {
    std::string rule;  ///< id; "" when it concerns every rule
    text::Span span;
    std::string reason;  ///< "no inventory", "unrendered template", …
};

/// What came out of one document or file.
struct FileReport {
    std::vector<diag::Finding> findings;
    std::vector<Skip> skips;
};

}  // namespace gpulint::lint
