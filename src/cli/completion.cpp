#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/output.h"

namespace gpulint::cli {
namespace {

/// A sub-command with the long options it takes, read off the parser itself.
struct CommandWords {
    std::string name;
    std::string help;
    std::vector<std::string> options;
    std::vector<std::string> subcommands;
};

std::vector<CommandWords> read_commands(const CLI::App& app) {
    std::vector<CommandWords> commands;
    for (const CLI::App* sub : app.get_subcommands({})) {
        CommandWords words{sub->get_name(), sub->get_description(), {}, {}};
        for (const CLI::Option* option : sub->get_options()) {
            for (const std::string& name : option->get_lnames())
                words.options.push_back("--" + name);
        }
        for (const CLI::App* inner : sub->get_subcommands({})) {
            words.subcommands.push_back(inner->get_name());
        }
        commands.push_back(std::move(words));
    }
    return commands;
}

std::string names_of(const std::vector<CommandWords>& commands) {
    std::string names;
    for (const CommandWords& command : commands) names += command.name + " ";
    return names;
}

std::string bash(const std::vector<CommandWords>& commands) {
    std::string text =
        "_gpulint() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} words=\n"
        "    case \"${COMP_WORDS[1]}\" in\n";
    for (const CommandWords& command : commands) {
        text += fmt::format("        {}) words=\"{} {}\" ;;\n", command.name,
                            fmt::join(command.subcommands, " "), fmt::join(command.options, " "));
    }
    text += fmt::format(
        "    esac\n"
        "    [ \"$COMP_CWORD\" -eq 1 ] && words=\"{}\"\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n"
        "}}\n"
        "complete -o filenames -F _gpulint gpulint\n",
        names_of(commands));
    return text;
}

std::string zsh(const std::vector<CommandWords>& commands) {
    std::string text = "#compdef gpulint\n_gpulint() {\n    case \"${words[2]}\" in\n";
    for (const CommandWords& command : commands) {
        text += fmt::format("        {}) compadd -- {} {}; _files ;;\n", command.name,
                            fmt::join(command.subcommands, " "), fmt::join(command.options, " "));
    }
    text +=
        fmt::format("        *) compadd -- {}; _files ;;\n    esac\n}}\ncompdef _gpulint gpulint\n",
                    names_of(commands));
    return text;
}

std::string fish(const std::vector<CommandWords>& commands) {
    std::string text;
    for (const CommandWords& command : commands) {
        text += fmt::format("complete -c gpulint -n __fish_use_subcommand -a {} -d '{}'\n",
                            command.name, command.help);
        for (const std::string& option : command.options) {
            text += fmt::format("complete -c gpulint -n '__fish_seen_subcommand_from {}' -l {}\n",
                                command.name, option.substr(2));
        }
    }
    return text;
}

}  // namespace

void fill_completion(CLI::App& command, int& status) {
    auto shell = std::make_shared<std::string>();
    command.add_option("SHELL", *shell, "bash, zsh or fish")
        ->type_name("")
        ->required()
        ->check(one_of({"bash", "zsh", "fish"}));
    command.callback([shell, &status] {
        CLI::App app;
        int unused = kClean;
        fill_app(app, unused, "*");
        const std::vector<CommandWords> words = read_commands(app);
        if (*shell == "bash") status = print_all(bash(words));
        if (*shell == "zsh") status = print_all(zsh(words));
        if (*shell == "fish") status = print_all(fish(words));
    });
}

}  // namespace gpulint::cli
