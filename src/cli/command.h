#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace CLI {
class App;
}

namespace gpulint::cli {

/// Exit statuses, the same for every command.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kUsage = 2;
inline constexpr int kUnreadable = 3;

// Each adds its sub-command; running it sets `status`. One file a command.
void add_check(CLI::App& app, int& status);
void add_rules(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_inventory(CLI::App& app, int& status);
void add_init(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);

/// Writes to standard output; false when it could not be written whole (a closed pipe, a full
/// disk).
bool print(std::string_view text);
/// `gpulint: error: …` and `  try: …` on standard error.
void print_error(const Error& error);
/// Writes a whole file or none of it: into a temporary file beside it, then renamed over it.
Result<Done> write_file(const std::string& path, std::string_view bytes);
/// "gpulint 0.1.0".
std::string_view version();

}  // namespace gpulint::cli
