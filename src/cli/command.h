#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace CLI {
class App;
}

namespace gpulint::cli {

/// Exit statuses, the same for every command. A result that could not be written is kUsage too.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kUsage = 2;
inline constexpr int kUnreadable = 3;

/// A sub-command. `fill` declares its options; running the command sets `status`.
struct Command {
    const char* name;
    const char* help;
    void (*fill)(CLI::App& command, int& status);
};
std::span<const Command> commands();

// One file a command.
void fill_check(CLI::App& command, int& status);
void fill_rules(CLI::App& command, int& status);
void fill_explain(CLI::App& command, int& status);
void fill_inventory(CLI::App& command, int& status);
void fill_init(CLI::App& command, int& status);
void fill_completion(CLI::App& command, int& status);

/// "did you mean error?" when one of `known` is near what was written, else all of them.
std::string suggest(std::string_view written, const std::vector<std::string_view>& known);

/// "gpulint 0.1.0" without the name.
std::string_view version();

}  // namespace gpulint::cli
