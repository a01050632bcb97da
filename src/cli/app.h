#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// The whole command line. Options are declared for the command `only`, or for all ("*"): a run
/// needs those of one, and a start must be quick.
void fill_app(CLI::App& app, int& status, std::string_view only);

/// Accepts these words, and suggests the nearest one to any other.
CLI::Validator one_of(std::vector<std::string> words);

}  // namespace gpulint::cli
