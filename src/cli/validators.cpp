#include <fmt/format.h>

#include <algorithm>

#include "cli/app.h"
#include "cli/command.h"

namespace gpulint::cli {

std::string braced(const std::vector<std::string>& words) {
    return fmt::format("{{{}}}", fmt::join(words, ","));
}

void limit_to(CLI::Option& option, std::vector<std::string> words) {
    option.type_name(braced(words));
    option.check([words = std::move(words)](const std::string& written) {
        if (std::ranges::find(words, written) != words.end()) return std::string();
        const std::vector<std::string_view> known(words.begin(), words.end());
        return fmt::format("\"{}\" is not known here\n{}", written, suggest(written, known));
    });
}

}  // namespace gpulint::cli
