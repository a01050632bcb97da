#pragma once

namespace gpulint::cli {

/// The whole program: parses the command line, runs a command, gives the exit status.
int run(int argc, char** argv);

}  // namespace gpulint::cli
