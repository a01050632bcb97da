// Any bytes as a shell script: every word lies inside it, in order, and what a container starts is
// found without a crash.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/require.h"
#include "model/model_name.h"
#include "shell/script.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gpulint;
    const std::string script(reinterpret_cast<const char*>(data), size);
    const auto variables = [](std::string_view name) {
        return name.size() % 2 == 0 ? std::nullopt : std::optional<std::string>("a b");
    };
    for (const shell::Command& command : shell::find_commands(script, variables)) {
        GPULINT_REQUIRE(!command.empty());
        std::size_t place = 0;
        for (const shell::Word& word : command) {
            GPULINT_REQUIRE(place <= word.begin && word.begin <= word.end);
            GPULINT_REQUIRE(word.end <= script.size());
            place = word.begin;
            model::find_model(word.text);
        }
    }
    return 0;
}
