#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpulint::report {

/// `text` with everything that could steer a terminal or mislead the eye (control characters,
/// escapes, bidirectional and zero-width marks) written out, as `\x1b` or `\u{202e}`.
std::string escaped(std::string_view text);

/// Columns that escaped `text` takes on a terminal: wide characters count two, combining ones none,
/// tabs to the next multiple of four as expanded() makes them.
std::size_t display_width(std::string_view text);

/// escaped(), with tabs turned into blanks; `column` is where the text starts.
std::string expanded(std::string_view text, std::size_t column);

/// Escaped as the data of a GitHub or Azure runner command wants it.
std::string workflow_data(std::string_view text);

}  // namespace gpulint::report
