// What scalars mean where go-yaml is not as one would think. All answers are those of
// sigs.k8s.io/yaml 1.6.0; most others are in the recorded rows of tests/conformance.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/yaml_text.h"
#include "yaml/scalar.h"
#include "yaml/timestamp.h"

namespace gpulint::yaml {
namespace {

using test::ParsedText;

bool has_problem(const ParsedText& text, ProblemKind kind) {
    return std::ranges::any_of(text.documents(), [kind](const auto& document) {
        return std::ranges::any_of(document->problems(),
                                   [kind](const Problem& problem) { return problem.kind == kind; });
    });
}

TEST(Scalar, NumbersAsGoReadsThem) {
    EXPECT_EQ(to_json(ParsedText("[010, 08, 0x_1F, 0b-1, .5_0, ._5, 1__0, 0o17]").root()),
              R"([8,8,31,-1,0.5,"._5",10,15])");
    EXPECT_EQ(
        to_json(ParsedText("[18446744073709551615, 18446744073709551616, 1e21, 1e20]").root()),
        "[18446744073709551615,18446744073709552000,1e+21,100000000000000000000]");
}

TEST(Scalar, TagsWantWhatTheyName) {
    EXPECT_FALSE(has_problem(ParsedText("a: !!float 1"), ProblemKind::kNotJson));
    EXPECT_TRUE(has_problem(ParsedText("a: !!float 9223372036854775808"), ProblemKind::kNotJson));
    EXPECT_TRUE(has_problem(ParsedText("a: !!timestamp soon"), ProblemKind::kNotJson));
    EXPECT_FALSE(has_problem(ParsedText("a: !!timestamp 2001-01-01"), ProblemKind::kNotJson));
    EXPECT_EQ(to_json(ParsedText("a: !<!!int> 1").root()), R"({"a":"1"})");
    EXPECT_EQ(to_json(ParsedText("a: !!binary gICA").root()),
              "{\"a\":\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"}");
}

TEST(Scalar, InfinityIsAKeyAndNoValue) {
    EXPECT_EQ(to_json(ParsedText(".inf: a\n-.Inf: b\n1e308: c\n").root()),
              R"({"-.inf":"b",".inf":"c"})");
    EXPECT_FALSE(has_problem(ParsedText("!!float .nan: a"), ProblemKind::kNotJson));
    EXPECT_TRUE(has_problem(ParsedText("a: .inf"), ProblemKind::kNotJson));
    EXPECT_TRUE(has_problem(ParsedText("&x .inf: 1\nb: *x"), ProblemKind::kNotJson));
    EXPECT_FALSE(has_problem(ParsedText(".nan: 1\n.NaN: 2"), ProblemKind::kDuplicateKey));
}

TEST(Scalar, TimestampsAsGoParsesThem) {
    for (const char* text : {"2001-01-01", "2001-1-2", "2000-02-29", "2001-1-2T3:4:5Z",
                             "2001-1-2t03:04:05.6789+24:60", "2001-1-2   3:4:5,5"}) {
        EXPECT_TRUE(is_timestamp(text)) << text;
    }
    for (const char* text : {"", "2001", "201-1-1", "2001-13-1", "2001-02-29", "1900-02-29",
                             "2001-1-2T3:4:5", "2001-1-2 3:4:5Z", "2001-1-2T24:0:0Z",
                             "2001-1-2T3:4:5+25:00", "2001-1-2 ", "2001-1-2T3:4Z", "2001-1-0"}) {
        EXPECT_FALSE(is_timestamp(text)) << text;
    }
}

TEST(Scalar, MergeKeysAsGoYamlKnowsThem) {
    EXPECT_EQ(to_json(ParsedText("! '<<': {a: 1}").root()), R"({"a":1})");
    EXPECT_EQ(to_json(ParsedText("'<<': {a: 1}").root()), R"({"<<":{"a":1}})");
    const ParsedText several("x: &x {a: 1}\ny: &y {b: 2}\n<<: *x\n<<: *y\n'<<': 3\n");
    EXPECT_TRUE(several.document().problems().empty());
    EXPECT_EQ(several.root()["a"].text(), "1");
    EXPECT_EQ(several.root()["b"].text(), "2");
    EXPECT_EQ(several.root()["<<"].text(), "3");
    EXPECT_FALSE(has_problem(ParsedText("x: &x {a: 1}\n<<: [*x]"), ProblemKind::kNotJson));
    EXPECT_TRUE(has_problem(ParsedText("x: &x [{a: 1}]\n<<: *x"), ProblemKind::kNotJson));
}

TEST(Dialect, EscapesAsGoYamlKnowsThem) {
    const ParsedText text("a: \"it\\'s \\\\'\"\nb: 'x\\'\nc: \"\\'\"\nd: \\'\n");
    EXPECT_TRUE(text.document().problems().empty());
    EXPECT_EQ(text.root()["a"].text(), "it's \\'");
    EXPECT_EQ(text.root()["b"].text(), "x\\");
    EXPECT_EQ(text.root()["c"].text(), "'");
    EXPECT_EQ(text.root()["d"].text(), "\\'");
    EXPECT_EQ(text.at(text.root()["c"].span()), "\"\\'\"");
    EXPECT_TRUE(has_problem(ParsedText("a: \"b\\/c\""), ProblemKind::kSyntax));
    EXPECT_TRUE(has_problem(ParsedText("a: \"\\q\""), ProblemKind::kSyntax));
}

TEST(Dialect, AColonBeforeABracketIsText) {
    const ParsedText text("a: [port:, x:]\nb: {c:}\n");
    EXPECT_TRUE(text.document().problems().empty());
    EXPECT_EQ(to_json(text.root()), R"({"a":["port:","x:"],"b":{"c:":null}})");
    EXPECT_EQ(text.at(text.root()["a"][0].span()), "port:");
}

TEST(Dialect, AQuestionMarkEndsAPlainScalarBetweenBrackets) {
    const ParsedText text("ok: http://a?b\nargs: [http://a?b, c]\n");
    EXPECT_TRUE(has_problem(text, ProblemKind::kSyntax));
    EXPECT_EQ(text.root()["ok"].text(), "http://a?b");
    EXPECT_TRUE(ParsedText("args: ['http://a?b', {c: d}, [e], f]").document().problems().empty());
    EXPECT_TRUE(ParsedText("args: [[a], b]\nc: d?\n").document().problems().empty());
}

TEST(Dialect, AByteOrderMarkIsTextOnALaterLine) {
    const ParsedText text(
        "a: 1\n\xEF\xBB\xBF"
        "b: 2\n");
    EXPECT_EQ(text.root()["\xEF\xBB\xBF"
                          "b"]
                  .text(),
              "2");
    EXPECT_EQ(text.at(text.root()["\xEF\xBB\xBF"
                                  "b"]
                          .key_span()),
              "\xEF\xBB\xBF"
              "b");
    // At the start of a document it is none.
    EXPECT_EQ(ParsedText("---\n\xEF\xBB\xBF"
                         "b: 2\n")
                  .root()["b"]
                  .text(),
              "2");
}

TEST(Dialect, MarkersAsGoYamlKnowsThem) {
    EXPECT_TRUE(has_problem(ParsedText("...\na: 1\n"), ProblemKind::kSyntax));
    EXPECT_TRUE(has_problem(ParsedText("--- a: b\n"), ProblemKind::kSyntax));
    EXPECT_TRUE(has_problem(ParsedText("--- - a\n"), ProblemKind::kSyntax));
    EXPECT_EQ(ParsedText("--- {a: b}\n").root()["a"].text(), "b");
    EXPECT_EQ(ParsedText("---\ta\n").root().text(), "a");
    EXPECT_EQ(ParsedText("--- # comment\na: b\n").root()["a"].text(), "b");
    EXPECT_EQ(ParsedText("--- |\n a\n").root().text(), "a\n");
}

}  // namespace
}  // namespace gpulint::yaml
