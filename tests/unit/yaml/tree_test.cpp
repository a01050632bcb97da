#include <gtest/gtest.h>

#include "support/yaml_text.h"

namespace gpulint::yaml {
namespace {

using test::ParsedText;

TEST(Tree, SpansCoverKeysValuesAndEntries) {
    const ParsedText text(
        "a: 1\n"
        "list:\n"
        "- x\n"
        "-   &anchor \"y z\" # comment\n"
        "-\n"
        "map:\n"
        "  empty:\n"
        "  flow: {k: [1, two], bare}\n"
        "  block: |\n"
        "    line 1\n"
        "    line 2\n"
        "\n"
        "end: !!str 12\n");
    const Node root = text.root();
    ASSERT_TRUE(root.is_mapping());
    EXPECT_EQ(root.size(), 4U);
    EXPECT_EQ(text.at(root["a"].span()), "1");
    EXPECT_EQ(text.at(root["a"].key_span()), "a");
    EXPECT_EQ(text.at(root["a"].entry_span()), "a: 1");
    EXPECT_EQ(text.at(root["list"][0].entry_span()), "- x");
    EXPECT_EQ(text.at(root["list"][1].span()), "\"y z\"");
    EXPECT_EQ(root["list"][1].text(), "y z");
    EXPECT_EQ(text.at(root["list"][1].entry_span()), "-   &anchor \"y z\"");
    EXPECT_TRUE(root["list"][2].is_null());
    EXPECT_EQ(text.at(root["list"].span()), "- x\n-   &anchor \"y z\" # comment\n-");
    EXPECT_TRUE(root["map"]["empty"]);
    EXPECT_FALSE(root["map"]["empty"].has_value());
    EXPECT_EQ(text.at(root["map"]["empty"].entry_span()), "empty:");
    EXPECT_EQ(text.at(root["map"]["flow"].span()), "{k: [1, two], bare}");
    EXPECT_EQ(text.at(root["map"]["flow"]["k"].entry_span()), "k: [1, two]");
    EXPECT_EQ(text.at(root["map"]["flow"]["bare"].entry_span()), "bare");
    EXPECT_EQ(root["map"]["block"].text(), "line 1\nline 2\n");
    EXPECT_EQ(text.at(root["map"]["block"].span()), "|\n    line 1\n    line 2");
    EXPECT_EQ(root["end"].type(), ScalarType::kString);
    EXPECT_EQ(text.at(root["end"].span()), "12");
    EXPECT_FALSE(root["missing"]["further"][3]);
}

TEST(Tree, SpansCountBytesAfterWideCharacters) {
    const ParsedText text("caf\u00e9: \u20ac1 # \U0001F600\nnext: {\u00fc: v}\r\nlast: x");
    EXPECT_EQ(text.at(text.root()["caf\u00e9"].span()), "\u20ac1");
    EXPECT_EQ(text.at(text.root()["next"]["\u00fc"].entry_span()), "\u00fc: v");
    EXPECT_EQ(text.at(text.root()["last"].entry_span()), "last: x");
}

TEST(Tree, AliasesAndMergesAreSeenThrough) {
    const ParsedText text(
        "base: &base {cpu: 1, gpu: 2}\n"
        "use: *base\n"
        "merged:\n"
        "  <<: *base\n"
        "  gpu: 3\n");
    const Node root = text.root();
    EXPECT_EQ(root["use"]["gpu"].text(), "2");
    EXPECT_TRUE(root["use"].is_alias());
    EXPECT_EQ(text.at(root["use"].span()), "*base");
    EXPECT_EQ(text.at(root["use"].anchor().span()), "{cpu: 1, gpu: 2}");
    EXPECT_EQ(root["merged"]["gpu"].text(), "3");
    EXPECT_EQ(root["merged"]["cpu"].text(), "1");
    EXPECT_TRUE(root["merged"]["cpu"].is_merged());
    EXPECT_EQ(root["merged"].size(), 2U);
    EXPECT_FALSE(root["merged"].has("<<"));
    EXPECT_EQ(to_json(root["merged"]), R"({"gpu":3,"cpu":1})");
}

TEST(Tree, OfARepeatedKeyTheLastCountsAndIsFlagged) {
    const ParsedText text("a: 1\nb: 2\na: 3\n");
    EXPECT_EQ(text.root()["a"].text(), "3");
    EXPECT_EQ(text.root().size(), 2U);
    ASSERT_EQ(text.document().problems().size(), 1U);
    const Problem& problem = text.document().problems().front();
    EXPECT_EQ(problem.kind, ProblemKind::kDuplicateKey);
    EXPECT_EQ(text.file().position(problem.span.begin).line, 3U);
    EXPECT_EQ(text.file().position(problem.related.begin).line, 1U);
}

TEST(Tree, RoutesReadAsTheApiServerWritesThem) {
    const ParsedText text("spec: {containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}\n");
    const Node gpu = text.root()["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"];
    EXPECT_EQ(gpu.route(), "spec.containers[0].resources.limits[nvidia.com/gpu]");
    EXPECT_EQ(gpu.json_pointer(), "/spec/containers/0/resources/limits/nvidia.com~1gpu");
}

TEST(Split, CountsPartsBetweenMarkers) {
    const ParsedText text("---\na: 1\n---\n# only a comment\n--- {b: 2}\n...\n");
    ASSERT_EQ(text.documents().size(), 4U);
    EXPECT_FALSE(text.documents()[0]->root());
    EXPECT_EQ(text.documents()[1]->root()["a"].text(), "1");
    EXPECT_FALSE(text.documents()[2]->root());
    EXPECT_EQ(text.documents()[3]->root()["b"].text(), "2");
}

TEST(Tree, DeepNestingIsRefusedWithAPlace) {
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += '[';
    const ParsedText text("a: " + deep);
    ASSERT_FALSE(text.document().problems().empty());
    EXPECT_EQ(text.document().problems().front().kind, ProblemKind::kTooDeep);
}

}  // namespace
}  // namespace gpulint::yaml
