#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace gpulint::cli {

/// Writes to standard output; false when it could not be written whole (a closed pipe, a full
/// disk). A reader that has gone away needs no message; anything else is told on standard error.
bool print(std::string_view text);

/// print(), as exit status of a command that does nothing else.
int print_all(std::string_view text);

/// `gpulint: error: …` and `  try: …` on standard error, control characters written out.
void print_error(const Error& error);

/// Writes a whole file or none of it: into a temporary file beside it, then renamed over it. Links
/// are followed, permissions kept; devices and pipes are written to directly.
Result<Done> write_file(const std::string& path, std::string_view bytes);

/// Standard output takes colours: as `when` ("always", "never") says, else FORCE_COLOR, NO_COLOR,
/// and whether it is a terminal.
bool wants_colour(std::string_view when);

}  // namespace gpulint::cli
