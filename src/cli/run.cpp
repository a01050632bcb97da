#include "cli/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/near_text.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/output.h"

namespace gpulint::cli {
namespace {

constexpr std::array<Command, 6> kCommands{{
    {"check", "Check manifests; the default command", fill_check},
    {"rules", "List all rules", fill_rules},
    {"explain", "Explain a rule, a lesson step, a resource name or a GPU", fill_explain},
    {"inventory", "Work with what a cluster has", fill_inventory},
    {"init", "Write a starter gpulint.yaml into this folder", fill_init},
    {"completion", "Print shell completion", fill_completion},
}};

bool is_command(std::string_view word) {
    return std::ranges::find(kCommands, word, &Command::name) != kCommands.end();
}

std::vector<std::string_view> command_names() {
    std::vector<std::string_view> names;
    for (const Command& command : kCommands) names.emplace_back(command.name);
    return names;
}

/// Turns `PATH…` into `check PATH…` and `help WHAT` into `WHAT --help`.
void complete_arguments(std::vector<std::string>& arguments) {
    if (arguments.empty()) return;
    if (arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
    const std::string& first = arguments.front();
    const bool is_own = first == "--help" || first == "-h" || first == "--version";
    if (!is_own && !is_command(first)) arguments.insert(arguments.begin(), "check");
}

/// A word that is neither command nor file, but near a command; "" when all is well.
std::string find_meant_command(const std::vector<std::string>& arguments) {
    if (arguments.empty() || is_command(arguments.front()) || arguments.front() == "help") {
        return "";
    }
    const std::string& first = arguments.front();
    std::error_code code;
    const bool is_path = first.starts_with('-') ||
                         first.find_first_of("/.*") != std::string::npos ||
                         std::filesystem::exists(first, code);
    if (is_path) return "";
    const std::vector<std::string_view> names = command_names();
    return std::string(find_nearest(first, names));
}

/// The sub-command that was being read, innermost.
const CLI::App& innermost(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app : innermost(*chosen.front());
}

std::string help_of(const CLI::App& app) {
    const std::string& name = innermost(app).get_name();
    return name == "gpulint" ? "gpulint --help" : fmt::format("gpulint {} --help", name);
}

Error unknown_argument(const CLI::App& app) {
    const std::vector<std::string> left = app.remaining(true);
    const std::string written = left.empty() ? "" : left.front().substr(0, left.front().find('='));
    const std::string help = help_of(app);
    if (!written.starts_with('-')) {
        return {fmt::format("\"{}\" is one argument too many", written), help};
    }
    std::vector<std::string> names{"--help", "--version"};
    for (const CLI::Option* option : innermost(app).get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view near = find_nearest(written, views);
    return {fmt::format("there is no option {}", written),
            near.empty() ? help : fmt::format("did you mean {}?", near)};
}

/// An argument, or a command below this one, that is not there.
Error missing_argument(const CLI::App& app, const std::string& what) {
    const CLI::App& command = innermost(app);
    std::vector<std::string_view> names;
    for (const CLI::App* below : command.get_subcommands({})) names.push_back(below->get_name());
    if (names.empty()) {
        const std::string name = what.substr(0, what.find(' '));
        return {fmt::format("{} needs {}", command.get_name(), name), help_of(app)};
    }
    const std::vector<std::string> left = app.remaining(true);
    if (left.empty()) {
        return {fmt::format("{} needs a command: {}", command.get_name(), fmt::join(names, ", ")),
                help_of(app)};
    }
    return {fmt::format("{} has no command \"{}\"", command.get_name(), left.front()),
            suggest(left.front(), names)};
}

/// "Could not convert: --jobs = many" in our words.
std::string unfit_value(const std::string& what) {
    const std::size_t colon = what.find(": ");
    const std::size_t equals = what.find(" = ");
    if (colon == std::string::npos || equals == std::string::npos) return what;
    return fmt::format("{} cannot be \"{}\"", what.substr(colon + 2, equals - colon - 2),
                       what.substr(equals + 3));
}

/// In our words what CLI11 found wrong. Validators put a hint on a second line.
Error translate(const CLI::App& app, const CLI::ParseError& error) {
    const std::string what = error.what();
    const std::string option = what.substr(0, what.find(':'));
    const std::string help = help_of(app);
    switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
        case CLI::ExitCodes::ExtrasError: return unknown_argument(app);
        case CLI::ExitCodes::ArgumentMismatch:
            return {fmt::format("{} needs a value", option), help};
        case CLI::ExitCodes::ConversionError: return {unfit_value(what), help};
        case CLI::ExitCodes::RequiredError: return missing_argument(app, what);
        default: break;
    }
    const std::size_t line = what.find('\n');
    return {what.substr(0, line), line == std::string::npos ? help : what.substr(line + 1)};
}

int run_arguments(std::vector<std::string> arguments) {
    const std::string meant = find_meant_command(arguments);
    if (!meant.empty()) {
        print_error({fmt::format("there is no command and no file \"{}\"", arguments.front()),
                     fmt::format("did you mean gpulint {}?", meant)});
        return kUsage;
    }
    complete_arguments(arguments);
    CLI::App app;
    int status = kClean;
    fill_app(app, status, arguments.empty() ? "" : arguments.front());
    if (arguments.empty()) {
        print(app.help());
        return kUsage;
    }
    try {
        std::ranges::reverse(arguments);  // CLI11 takes them from the back
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        return print_all(app.help());
    } catch (const CLI::CallForVersion&) {
        return print_all(fmt::format("gpulint {}\n", version()));
    } catch (const CLI::ParseError& error) {
        print_error(translate(app, error));
        return kUsage;
    }
    return status;
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

std::string_view version() { return GPULINT_VERSION; }

std::string suggest(std::string_view written, const std::vector<std::string_view>& known) {
    const std::string_view near = find_nearest(written, known);
    if (!near.empty()) return fmt::format("did you mean {}?", near);
    return fmt::format("one of {}", fmt::join(known, ", "));
}

void fill_app(CLI::App& app, int& status, std::string_view only) {
    app.name("gpulint");
    app.description(
        "Says what a Kubernetes cluster will do with GPU workloads, before anything is applied.\n"
        "`gpulint PATH...` is `gpulint check PATH...`.");
    app.set_version_flag("--version", std::string(version()), "Print the version");
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    for (const Command& command : kCommands) {
        CLI::App* added = app.add_subcommand(command.name, command.help);
        if (only == "*" || only == command.name) command.fill(*added, status);
        added->get_formatter()->column_width(34);
    }
}

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    return run_arguments(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
}

}  // namespace gpulint::cli
