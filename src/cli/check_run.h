#pragma once

#include <string>
#include <vector>

#include "app/session.h"

namespace gpulint::cli {

/// Everything `gpulint check` can be told.
struct CheckOptions {
    app::CheckRequest request;
    std::vector<std::string> outputs;  ///< FORMAT or FORMAT=FILE
    std::string color = "auto";
    std::string fail_on = "error";
    std::string docs_url;        ///< "" leaves it to the configuration
    std::string write_baseline;  ///< file to write, "" for none
    bool exit_zero = false;
    bool fix = false;
    bool unsafe_fixes = false;
    bool diff = false;
    bool statistics = false;
};

/// Checks, mends and reports; gives the exit status.
int run_check(CheckOptions options);

}  // namespace gpulint::cli
