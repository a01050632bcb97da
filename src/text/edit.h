#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/span.h"

namespace gpulint::text {

/// Replace the bytes of `span` by `replacement`; an empty span inserts.
struct Edit {
    Span span;
    std::string replacement;
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// `text` with all edits made. The edits must be of one file and must not overlap; two insertions
/// at one place are made in the order given. Fails for edits of several files, that overlap, or
/// that lie outside the text.
Result<std::string> apply_edits(std::string_view text, std::vector<Edit> edits);

}  // namespace gpulint::text
