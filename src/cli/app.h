#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// The whole command line. Options are declared for the command `only`, or for all ("*"): a run
/// needs those of one, and a start must be quick.
void fill_app(CLI::App& app, int& status, std::string_view only);

/// "{a,b,c}": how help shows what an option may be, and where shell completion finds it.
std::string braced(const std::vector<std::string>& words);

/// Lets `option` be one of these words, and suggests the nearest one for any other.
void limit_to(CLI::Option& option, std::vector<std::string> words);

}  // namespace gpulint::cli
