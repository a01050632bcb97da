#include <fmt/format.h>

#include <algorithm>

#include "cli/app.h"
#include "cli/command.h"

namespace gpulint::cli {

CLI::Validator one_of(std::vector<std::string> words) {
    return CLI::Validator(
        [words = std::move(words)](const std::string& written) {
            if (std::ranges::find(words, written) != words.end()) return std::string();
            const std::vector<std::string_view> known(words.begin(), words.end());
            return fmt::format("\"{}\" is not known here\n{}", written, suggest(written, known));
        },
        "");
}

}  // namespace gpulint::cli
