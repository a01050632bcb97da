#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a shell script runs, as far as its text says. Nothing is executed.
namespace gpulint::shell {

/// One word of a command.
struct Word {
    std::string text;       ///< quotes removed, known variables put in
    std::size_t begin = 0;  ///< bytes of the script, quotes included
    std::size_t end = 0;
    /// False: some of it is a substitution of which the script does not tell the result.
    bool is_known = true;
    bool is_split = false;  ///< unquoted, so that a substitution in it may become several words
};

/// A simple command: the program and its arguments; assignments before it and redirections left
/// out.
using Command = std::vector<Word>;

/// The value of a variable that the script itself does not set; nothing when it is not known.
using Variables = std::function<std::optional<std::string>(std::string_view name)>;

/// Scripts longer than this are not read.
inline constexpr std::size_t kMaxScriptBytes = 64 * 1024;

/// Every simple command of a bash or POSIX script in order of appearance, those inside of
/// conditions, loops, functions and substitutions too. A variable counts as known when the script
/// sets it once, or never and `variables` knows it. Damaged places are passed over. None for a
/// script that is too long.
std::vector<Command> find_commands(std::string_view script, const Variables& variables);

}  // namespace gpulint::shell
