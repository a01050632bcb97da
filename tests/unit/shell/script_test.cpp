#include "shell/script.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace gpulint::shell {
namespace {

/// Commands as text: words joined by '|', unknown ones as "?", "?..." where they may be several.
std::vector<std::string> commands_of(std::string_view script) {
    const std::map<std::string, std::string, std::less<>> values = {
        {"MODEL", "org/name"}, {"ARGS", "--a 1  --b"}, {"EMPTY", ""}};
    std::vector<std::string> out;
    for (const Command& command : find_commands(script, [&](std::string_view name) {
             const auto value = values.find(name);
             return value == values.end() ? std::nullopt : std::optional(value->second);
         })) {
        std::string text;
        for (const Word& word : command) {
            if (!text.empty()) text += '|';
            text += word.is_known ? word.text : word.is_split ? "?..." : "?";
        }
        out.push_back(text);
    }
    return out;
}

using Texts = std::vector<std::string>;

TEST(Script, FindsCommandsWhereverTheyStand) {
    EXPECT_EQ(commands_of("vllm serve a --tp 2"), Texts{"vllm|serve|a|--tp|2"});
    EXPECT_EQ(commands_of("a; b && c | d &\ne"), (Texts{"a", "b", "c", "d", "e"}));
    EXPECT_EQ(commands_of("if a; then b x; else c; fi"), (Texts{"a", "b|x", "c"}));
    EXPECT_EQ(commands_of("for i in 1 2; do run $i; done"), Texts{"run|?..."});
    EXPECT_EQ(commands_of("( cd /x; f() { g; }; )"), (Texts{"cd|/x", "g"}));
    EXPECT_EQ(commands_of("A=1 B=2 prog > out 2>&1"), Texts{"prog"});
    EXPECT_EQ(commands_of("vllm serve \\\n  org/m \\\n  --x=1\n"), Texts{"vllm|serve|org/m|--x=1"});
    EXPECT_EQ(commands_of("# vllm serve a\n"), Texts{});
    EXPECT_EQ(commands_of(""), Texts{});
}

TEST(Script, TakesQuotesOff) {
    EXPECT_EQ(commands_of("a 'b c' \"d e\" f\\ g h'i'\"j\""), Texts{"a|b c|d e|f g|hij"});
    EXPECT_EQ(commands_of("a \"x\\\"y\" '$MODEL'"), Texts{"a|x\"y|$MODEL"});
    EXPECT_EQ(commands_of("a '{\"k\": 1}'"), Texts{"a|{\"k\": 1}"});
}

TEST(Script, PutsKnownVariablesIn) {
    EXPECT_EQ(commands_of("a $MODEL \"${MODEL}\" /m/$MODEL \"x $MODEL y\""),
              Texts{"a|org/name|org/name|/m/org/name|x org/name y"});
    EXPECT_EQ(commands_of("a $ARGS \"$ARGS\""), Texts{"a|--a|1|--b|--a 1  --b"});
    EXPECT_EQ(commands_of("a ${EMPTY:-z} ${MODEL:-z}"), Texts{"a|z|org/name"});
    EXPECT_EQ(commands_of("M=q/r; a $M"), Texts{"a|q/r"});
    EXPECT_EQ(commands_of("export MODEL=own; a $MODEL"), Texts{"a|own"});
}

TEST(Script, KeepsTheUnknownUnknown) {
    EXPECT_EQ(commands_of("a $OTHER \"$OTHER\" --x=$OTHER"), Texts{"a|?...|?|?..."});
    EXPECT_EQ(commands_of("a ${OTHER:-z}"), Texts{"a|?..."});
    EXPECT_EQ(commands_of("a $(nproc)"), (Texts{"a|?...", "nproc"}));
    EXPECT_EQ(commands_of("a \"$@\""), Texts{"a|?"});
    EXPECT_EQ(commands_of("M=1\nif x; then M=2; fi\na $M"), (Texts{"x", "a|?..."}));
}

TEST(Script, PlacesWords) {
    const std::string script = "x; vllm  'a b' --c=\"d\"";
    const auto commands = find_commands(script, [](std::string_view) { return std::nullopt; });
    ASSERT_EQ(commands.size(), 2U);
    const Word& word = commands[1][1];
    EXPECT_EQ(script.substr(word.begin, word.end - word.begin), "'a b'");
    const Word& flag = commands[1][2];
    EXPECT_EQ(script.substr(flag.begin, flag.end - flag.begin), "--c=\"d\"");
}

TEST(Script, SurvivesDamageAndSize) {
    EXPECT_NO_THROW(commands_of("if then fi ) } a \"unclosed"));
    EXPECT_NO_THROW(commands_of(std::string(10000, '(')));
    EXPECT_NO_THROW(commands_of(std::string("a <<E") + std::string(3000, 'E') + "\nx\n"));
    EXPECT_EQ(commands_of(std::string(kMaxScriptBytes + 1, 'a')), Texts{});
    EXPECT_EQ(commands_of("a\nb ${x[\nc"), commands_of("a\nb ${x[\nc"));
}

}  // namespace
}  // namespace gpulint::shell
