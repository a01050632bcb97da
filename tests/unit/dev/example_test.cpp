#include "dev/example.h"

#include <gtest/gtest.h>

#include "support/yaml_text.h"

namespace gpulint::dev {
namespace {

TEST(ReadMarks, TakesTheLinesOfCaretsOut) {
    const MarkedText marked =
        read_marks("a: 1\n   ^ one is wrong\nb:\n  c: d\n  ^^^^ so is this\n");
    EXPECT_EQ(marked.text, "a: 1\nb:\n  c: d\n");
    ASSERT_EQ(marked.marks.size(), 2U);
    EXPECT_EQ(marked.marks[0].line, 1U);
    EXPECT_EQ(marked.marks[0].column, 3U);
    EXPECT_EQ(marked.marks[0].width, 1U);
    EXPECT_EQ(marked.marks[0].message, "one is wrong");
    EXPECT_EQ(marked.marks[1].line, 3U);
    EXPECT_EQ(marked.marks[1].width, 4U);
}

TEST(ReadMarks, SeveralMayStandBelowOneLine) {
    const MarkedText marked = read_marks("a: 1\n^ key\n   ^ value\n");
    ASSERT_EQ(marked.marks.size(), 2U);
    EXPECT_EQ(marked.marks[0].line, 1U);
    EXPECT_EQ(marked.marks[1].line, 1U);
}

TEST(ReadMarks, LeavesEverythingElse) {
    for (const char* text : {"", "a: ^b\n", "^\n", "^^^\n", "  \n\n", "# ^ no mark\n"}) {
        EXPECT_EQ(read_marks(text).text, text);
        EXPECT_TRUE(read_marks(text).marks.empty()) << text;
    }
}

TEST(ReadExamples, GivesWhatIsWritten) {
    const test::ParsedText rule(
        "examples:\n  - bad: |\n      a: 1\n    fixed: |\n      a: 2\n  - {good: x, profile: "
        "strict}\n");
    const std::vector<Example> examples = read_examples(rule.root());
    ASSERT_EQ(examples.size(), 2U);
    EXPECT_EQ(examples[0].bad, "a: 1\n");
    EXPECT_EQ(examples[0].fixed, "a: 2\n");
    EXPECT_EQ(examples[0].good, "");
    EXPECT_EQ(examples[1].good, "x");
    EXPECT_EQ(examples[1].profile, "strict");
    EXPECT_TRUE(read_examples(rule.root()["nothing"]).empty());
}

}  // namespace
}  // namespace gpulint::dev
