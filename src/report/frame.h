#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/finding.h"
#include "text/source.h"

namespace gpulint::report {

/// How parts of a frame are coloured: escape sequences, all empty without colour.
struct Palette {
    std::string_view gutter;
    std::string_view primary;
    std::string_view related;
    std::string_view bold;
    std::string_view reset;
};

/// The lines of source that a finding is about, with line numbers, and carets and words under its
/// places; places in other files follow, each below its own file's name. `gutter` columns hold the
/// line numbers.
std::string render_frame(const diag::Finding& finding, const text::SourceSet& sources,
                         const Palette& palette, std::size_t gutter);

/// Columns that the largest line number of the finding's places takes.
std::size_t gutter_width(const diag::Finding& finding, const text::SourceSet& sources);

}  // namespace gpulint::report
