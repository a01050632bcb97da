#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/output.h"

namespace gpulint::cli {
namespace {

/// An option, or a positional argument, as the parser itself knows it.
struct Word {
    std::string name;  ///< "--fail-on"; "" for a positional argument
    std::string help;
    std::vector<std::string> values;  ///< what it may be, where that is a list
    bool takes_value = false;
};

struct CommandWords {
    std::string name;
    std::string help;
    std::vector<Word> words;
    std::vector<std::string> subcommands;
};

/// The words of "{error,warning,note}" in a type name; see braced().
std::vector<std::string> values_in(const std::string& type) {
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}', open);
    std::vector<std::string> values;
    if (open == std::string::npos || close == std::string::npos) return values;
    for (const std::string_view value :
         ascii::split(std::string_view(type).substr(open + 1, close - open - 1), ',')) {
        values.emplace_back(value);
    }
    return values;
}

std::vector<CommandWords> read_commands(const CLI::App& app) {
    std::vector<CommandWords> commands;
    for (const CLI::App* command : app.get_subcommands({})) {
        CommandWords found{command->get_name(), command->get_description(), {}, {}};
        for (const CLI::Option* option : command->get_options()) {
            Word word{"", option->get_description(), values_in(option->get_type_name()),
                      option->get_type_size() != 0};
            for (const std::string& name : option->get_lnames()) word.name = "--" + name;
            found.words.push_back(std::move(word));
        }
        for (const CLI::App* below : command->get_subcommands({})) {
            found.subcommands.push_back(below->get_name());
        }
        commands.push_back(std::move(found));
    }
    return commands;
}

std::string names_of(const std::vector<CommandWords>& commands) {
    std::vector<std::string_view> names;
    names.reserve(commands.size());
    for (const CommandWords& command : commands) names.push_back(command.name);
    return fmt::format("{}", fmt::join(names, " "));
}

/// Sub-commands, options, and the values of a positional argument.
std::string words_of(const CommandWords& command) {
    std::vector<std::string> words = command.subcommands;
    for (const Word& word : command.words) {
        if (!word.name.empty()) words.push_back(word.name);
        if (word.name.empty()) words.insert(words.end(), word.values.begin(), word.values.end());
    }
    return fmt::format("{}", fmt::join(words, " "));
}

/// Cases of a shell's `case "$command $previous"`: the values of options.
std::string value_cases(const std::vector<CommandWords>& commands, std::string_view action) {
    std::string text;
    for (const CommandWords& command : commands) {
        for (const Word& word : command.words) {
            if (word.name.empty() || word.values.empty()) continue;
            text += fmt::format("        \"{} {}\") {} ;;\n", command.name, word.name,
                                fmt::format(fmt::runtime(action), fmt::join(word.values, " ")));
        }
    }
    return text;
}

std::string command_cases(const std::vector<CommandWords>& commands, std::string_view action) {
    std::string text;
    for (const CommandWords& command : commands) {
        text += fmt::format("        {}) {} ;;\n", command.name,
                            fmt::format(fmt::runtime(action), words_of(command)));
    }
    return text;
}

std::string bash(const std::vector<CommandWords>& commands) {
    const std::string names = names_of(commands);
    return fmt::format(
        "_gpulint() {{\n"
        "    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
        "    local command=${{COMP_WORDS[1]}} words=\n"
        "    case \" {0} \" in *\" $command \"*) ;; *) command=check ;; esac\n"
        "    case \"$command $previous\" in\n"
        "{1}"
        "    esac\n"
        "    if [ -n \"$words\" ]; then\n"
        "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "        return\n"
        "    fi\n"
        "    case \"$command\" in\n"
        "{2}"
        "    esac\n"
        "    [ \"$COMP_CWORD\" -eq 1 ] && words=\"{0} $words\"\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n"
        "}}\n"
        "complete -o filenames -F _gpulint gpulint\n",
        names, value_cases(commands, "words=\"{}\""), command_cases(commands, "words=\"{}\""));
}

std::string zsh(const std::vector<CommandWords>& commands) {
    return fmt::format(
        "#compdef gpulint\n"
        "_gpulint() {{\n"
        "    local command=${{words[2]}} previous=${{words[CURRENT-1]}}\n"
        "    case \" {0} \" in *\" $command \"*) ;; *) command=check ;; esac\n"
        "    case \"$command $previous\" in\n"
        "{1}"
        "    esac\n"
        "    (( CURRENT == 2 )) && compadd -- {0}\n"
        "    case \"$command\" in\n"
        "{2}"
        "    esac\n"
        "    _files\n"
        "}}\n"
        "compdef _gpulint gpulint\n",
        names_of(commands), value_cases(commands, "compadd -- {}; return"),
        command_cases(commands, "compadd -- {}"));
}

/// Between single quotes.
std::string single_quoted(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return "'" + out + "'";
}

std::string fish(const std::vector<CommandWords>& commands) {
    std::string text;
    for (const CommandWords& command : commands) {
        text += fmt::format("complete -c gpulint -n __fish_use_subcommand -a {} -d {}\n",
                            command.name, single_quoted(command.help));
        const std::string is_on =
            command.name == "check"
                ? fmt::format("'not __fish_seen_subcommand_from {}'", names_of(commands).substr(6))
                : fmt::format("'__fish_seen_subcommand_from {}'", command.name);
        for (const std::string& below : command.subcommands) {
            text += fmt::format("complete -c gpulint -n {} -a {}\n", is_on, below);
        }
        for (const Word& word : command.words) {
            text += fmt::format("complete -c gpulint -n {}", is_on);
            if (!word.name.empty()) text += fmt::format(" -l {}", word.name.substr(2));
            if (!word.name.empty() && word.takes_value) text += word.values.empty() ? " -r" : " -x";
            if (!word.values.empty()) text += fmt::format(" -a '{}'", fmt::join(word.values, " "));
            text += fmt::format(" -d {}\n", single_quoted(word.help));
        }
    }
    return text;
}

}  // namespace

void fill_completion(CLI::App& command, int& status) {
    auto shell = std::make_shared<std::string>();
    limit_to(*command.add_option("SHELL", *shell, "for which shell")->required(),
             {"bash", "zsh", "fish"});
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
