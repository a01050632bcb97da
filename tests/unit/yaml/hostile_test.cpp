// Texts made to break a reader: each ends soon, with a place, and in memory in proportion to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>

#include "support/yaml_text.h"

namespace gpulint::yaml {
namespace {

using test::ParsedText;

constexpr std::size_t kSize = 1'000'000;

std::string repeat(std::string_view text, std::size_t size = kSize) {
    std::string all;
    while (all.size() < size) all += text;
    return all;
}

std::string number_off(const std::function<std::string(std::string)>& line) {
    std::string all;
    for (int i = 0; all.size() < kSize; ++i) all += line(std::to_string(i));
    return all;
}

struct Hostile {
    const char* name;
    std::function<std::string()> make;
    std::optional<ProblemKind> problem;  ///< that must be among those found
};

void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.name; }

const std::vector<Hostile>& hostile_texts() {
    static const std::vector<Hostile> kTexts{
        {"LongLine", [] { return "a: " + std::string(kSize, 'x'); }, {}},
        {"LongKey", [] { return std::string(kSize, 'x') + ": 1"; }, ProblemKind::kSyntax},
        {"LongAnchor", [] { return "a: &" + std::string(kSize, 'x') + " 1"; }, {}},
        {"LongTag", [] { return "a: !" + std::string(kSize, 'x') + " 1"; }, {}},
        {"OpenBrackets", [] { return std::string(kSize, '['); }, ProblemKind::kTooDeep},
        {"OpenBraces", [] { return std::string(kSize, '{'); }, ProblemKind::kTooDeep},
        {"OpenBracketLines", [] { return repeat("- [\n"); }, ProblemKind::kSyntax},
        {"Dashes", [] { return repeat("- "); }, ProblemKind::kTooDeep},
        {"QuestionMarks", [] { return repeat("? "); }, ProblemKind::kTooDeep},
        {"DeepJson", [] { return repeat("{\"a\":"); }, ProblemKind::kTooDeep},
        {"TinyItems", [] { return "[" + repeat("a,") + "]"; }, ProblemKind::kTooManyAliases},
        {"TinyJson", [] { return "[" + repeat("1,") + "1]"; }, ProblemKind::kTooManyAliases},
        {"TinyLists", [] { return "[" + repeat("[],") + "]"; }, ProblemKind::kTooManyAliases},
        {"ManyKeys", [] { return number_off([](auto i) { return "key" + i + ": value\n"; }); }, {}},
        {"RepeatedKeys", [] { return repeat("key: a value\n"); }, ProblemKind::kDuplicateKey},
        {"ManyAnchors",
         [] { return number_off([](auto i) { return "- &anchor" + i + " x\n"; }); },
         {}},
        {"ManyTags",
         [] { return number_off([](auto i) { return "%TAG !" + i + "! x\n"; }) + "---\na"; },
         ProblemKind::kSyntax},
        {"ManyMerges", [] { return "x: &x {a: 1}\n" + repeat("<<: *x\n"); },
         ProblemKind::kTooManyAliases},
        {"EmptyMerges",
         [] {
             return number_off([](auto i) { return "key" + i + ": value\n"; }) +
                    repeat("<<: {}    \n");
         },
         {}},
        {"UnclosedQuote", [] { return "a: \"" + repeat("x\n  "); }, ProblemKind::kSyntax},
        {"Quotes", [] { return repeat("a: 'b\n"); }, ProblemKind::kSyntax},
        {"Escapes", [] { return "a: \"" + repeat("\\'") + "\""; }, {}},
        {"BrokenLines", [] { return repeat("a: b: c\n"); }, ProblemKind::kSyntax},
        {"BrokenAtTheEnd",
         [] { return number_off([](auto i) { return "key" + i + ": x\n"; }) + "a: 'b"; },
         ProblemKind::kSyntax},
        {"Tabs", [] { return "a:\n" + repeat("\tb: c\n"); }, ProblemKind::kSyntax},
        {"Nuls", [] { return "a: b" + std::string(kSize, '\0'); }, ProblemKind::kSyntax},
        {"OpenExpressions", [] { return repeat("{{ "); }, ProblemKind::kTooDeep},
        {"OpenExpressionsOfTwoKinds", [] { return repeat("{{ {% ") + "}}"; }, {}},
        {"ExpressionsOnOneLine", [] { return "a: {{x}}" + repeat("{{ x }}"); },
         ProblemKind::kTemplate},
        {"ExpressionLines", [] { return "a: 1\n" + repeat("{{ if x }}\n"); },
         ProblemKind::kTemplate},
        {"Conflicts", [] { return repeat("<<<<<<< a\na: 1\n=======\na: 2\n>>>>>>> b\n"); },
         ProblemKind::kConflictMarker},
        {"ByteOrderMarks", [] { return repeat("\xEF\xBB\xBF\n"); }, {}},
        {"Blanks", [] { return "a:" + std::string(kSize, ' ') + "1"; }, {}},
        {"EmptyLines", [] { return "a:" + std::string(kSize, '\n') + " 1"; }, {}},
        {"Comments", [] { return repeat("#\n") + "a: 1"; }, {}},
        {"Documents", [] { return repeat("---\n"); }, {}},
        {"JsonStream", [] { return repeat("{} "); }, {}},
        {"BrokenJsonStream", [] { return repeat("{} ") + "}"; }, ProblemKind::kIgnoredRest},
    };
    return kTexts;
}

class HostileText : public testing::TestWithParam<Hostile> {};

TEST_P(HostileText, EndsSoonWithAPlace) {
    const std::string text = GetParam().make();
    const std::clock_t start = std::clock();
    const ParsedText parsed(text);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    // A tenth of a second without sanitizers.
    EXPECT_LT(seconds, 8);
    std::size_t most_nodes = 0;  // of one document: the linter holds one tree at a time
    bool is_found = !GetParam().problem;
    for (const auto& document : parsed.documents()) {
        most_nodes = std::max(most_nodes, document->node_count());
        EXPECT_LE(document->problems().size(), 2100U);
        for (const Problem& problem : document->problems()) {
            EXPECT_TRUE(parsed.file().whole().contains(problem.span));
            EXPECT_FALSE(problem.message.empty());
            is_found = is_found || problem.kind == GetParam().problem;
        }
        find_comments(*document);
        to_json(document->root());
    }
    EXPECT_TRUE(is_found);
    EXPECT_LE(most_nodes * sizeof(NodeData), 20 * text.size());
}

INSTANTIATE_TEST_SUITE_P(Yaml, HostileText, testing::ValuesIn(hostile_texts()),
                         [](const auto& tested) { return tested.param.name; });

std::string laughs(const std::string& first, const std::function<std::string(std::string)>& more) {
    std::string text = "a0: &a0 " + first + "\n";
    for (int i = 1; i < 30; ++i) {
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " " +
                more("*a" + std::to_string(i - 1)) + "\n";
    }
    return text;
}

TEST(Hostile, AnAliasBombIsDroppedAsGoYamlDropsIt) {
    const ParsedText bomb(laughs("[x, x, x]", [](const std::string& alias) {
        return "[" + alias + ", " + alias + ", " + alias + "]";
    }));
    ASSERT_EQ(bomb.document().problems().size(), 1U);
    EXPECT_EQ(bomb.document().problems()[0].kind, ProblemKind::kTooManyAliases);
    EXPECT_EQ(bomb.at(bomb.document().problems()[0].span).substr(0, 2), "*a");
    EXPECT_FALSE(bomb.root());
    // A list that is used a hundred times is none.
    EXPECT_TRUE(ParsedText("a: &a [x, y]\nb: [" + repeat("*a, ", 400) + "]\n")
                    .document()
                    .problems()
                    .empty());
}

TEST(Hostile, AMergeBombIsBounded) {
    const ParsedText bomb(laughs("{a: 1, b: 2}", [](const std::string& alias) {
        return "{<<: [" + alias + ", " + alias + "], c: 1}";
    }));
    EXPECT_LE(bomb.document().node_count(), 100'000U);
}

TEST(Hostile, AChainOfAliasesIsNotFollowedTooDeep) {
    std::string text = "- &a0 [x]\n";
    for (int i = 1; i < 5000; ++i) {
        text += "- &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    }
    const ParsedText chain(text);
    EXPECT_TRUE(std::ranges::any_of(chain.document().problems(), [](const Problem& problem) {
        return problem.kind == ProblemKind::kTooDeep;
    }));
    EXPECT_FALSE(to_json(chain.root()).empty());
}

}  // namespace
}  // namespace gpulint::yaml
