#include "cli/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "base/near_text.h"
#include "cli/command.h"

namespace gpulint::cli {
namespace {

constexpr std::array<std::string_view, 6> kCommands{"check",     "rules", "explain",
                                                    "inventory", "init",  "completion"};

bool is_command(std::string_view word) {
    return std::ranges::find(kCommands, word) != kCommands.end();
}

/// `gpulint PATH…` is `gpulint check PATH…`.
bool wants_check(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return false;
    const std::string& first = arguments.front();
    return !is_command(first) && first != "--help" && first != "-h" && first != "--version";
}

/// A word that is neither command nor file, but near a command.
const char* find_meant_command(const std::vector<std::string>& arguments) {
    if (arguments.empty() || is_command(arguments.front())) return nullptr;
    const std::string& first = arguments.front();
    std::error_code code;
    const bool is_path = first.starts_with('-') || first.find('/') != std::string::npos ||
                         std::filesystem::exists(first, code);
    if (is_path) return nullptr;
    const std::string_view near = find_nearest(first, kCommands);
    return near.empty() ? nullptr : near.data();
}

/// The option that was most likely meant by an unknown one.
std::string find_meant_option(const CLI::App& app, const std::string& unknown) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands()) {
        for (const CLI::Option* option : sub->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        }
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    return std::string(find_nearest(unknown, views));
}

int report_usage(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app.exit(error);  // --help and --version
    }
    std::string message = error.what();
    std::ranges::replace(message, '\n', ' ');
    std::string hint = "gpulint --help";
    const std::size_t dashes = message.find("--");
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) &&
        dashes != std::string::npos) {
        const std::string meant =
            find_meant_option(app, message.substr(dashes, message.find(' ', dashes) - dashes));
        if (!meant.empty()) hint = "did you mean " + meant + "?";
    }
    print_error({message, hint});
    return kUsage;
}

}  // namespace

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (const char* meant = find_meant_command(arguments)) {
        print_error({fmt::format("there is no command and no file \"{}\"", arguments.front()),
                     fmt::format("did you mean gpulint {}?", meant)});
        return kUsage;
    }
    if (wants_check(arguments)) arguments.insert(arguments.begin(), "check");
    CLI::App app(
        "Says what a Kubernetes cluster will do with GPU workloads, before anything is "
        "applied.\n`gpulint PATH…` is `gpulint check PATH…`.",
        "gpulint");
    app.set_version_flag("--version", std::string("gpulint ") + std::string(version()));
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    int status = kClean;
    add_check(app, status);
    add_rules(app, status);
    add_explain(app, status);
    add_inventory(app, status);
    add_init(app, status);
    add_completion(app, status);
    if (arguments.empty()) {
        print(app.help());
        return kUsage;
    }
    try {
        std::ranges::reverse(arguments);  // CLI11 takes them from the back
        app.parse(arguments);
    } catch (const CLI::ParseError& error) {
        return report_usage(app, error);
    }
    return status;
}

}  // namespace gpulint::cli
