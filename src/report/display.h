#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace gpulint::report {

/// `text` with everything that could steer a terminal or mislead the eye (control characters,
/// escapes, bidirectional and invisible marks, bytes that are no UTF-8) written out, as `\x1b` or
/// `\u{202e}`. Tabs stay. So is the `#` of what CI runners take for a command wherever it stands
/// in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`.
std::string escaped(std::string_view text);

/// escaped(), for what starts a line: no runner takes it for a command (`::error::…`) either.
std::string escaped_at_start(std::string_view text);

/// `text` with the characters that escaped() writes out replaced by what `write` makes of them;
/// line breaks stay.
std::string with_hidden_written(std::string_view text,
                                const std::function<std::string(char32_t)>& write);

/// Columns that escaped `text` takes on a terminal: wide characters count two, combining ones none,
/// tabs to the next multiple of four as expanded() makes them.
std::size_t display_width(std::string_view text);

/// escaped(), with tabs turned into blanks; `column` is where the text starts.
std::string expanded(std::string_view text, std::size_t column);

/// escaped_at_start(), on lines of at most 92 columns, all but the first indented by `indent`
/// blanks.
std::string wrapped(std::string_view text, std::size_t indent);

/// `text` with U+FFFD in place of every byte that is no UTF-8, as JSON and XML need it. Manifests
/// are UTF-8 by then; names of files need not be.
std::string valid_utf8(std::string_view text);

}  // namespace gpulint::report
