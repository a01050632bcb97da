#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/yaml_text.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

using test::ParsedText;

TEST(Json, SpansCoverKeysAndValues) {
    const ParsedText text(
        "\n{ \"a\" : [1, -2.5e3,true ,null,\"x\\ny\"],\n\t\"b\":{}, \"\\u0063\" : "
        "\"\\ud83d\\ude00\" }\n");
    const Node root = text.root();
    ASSERT_TRUE(root.is_mapping());
    EXPECT_TRUE(root.document().is_json());
    EXPECT_EQ(text.at(root["a"].entry_span()), "\"a\" : [1, -2.5e3,true ,null,\"x\\ny\"]");
    EXPECT_EQ(text.at(root["a"][0].span()), "1");
    EXPECT_EQ(text.at(root["a"][1].span()), "-2.5e3");
    EXPECT_EQ(root["a"][1].as_number(), -2500.0);
    EXPECT_EQ(root["a"][2].as_bool(), true);
    EXPECT_EQ(text.at(root["a"][3].span()), "null");
    EXPECT_TRUE(root["a"][3].is_null());
    EXPECT_EQ(root["a"][4].text(), "x\ny");
    EXPECT_EQ(text.at(root["a"][4].span()), "\"x\\ny\"");
    EXPECT_EQ(text.at(root["b"].span()), "{}");
    EXPECT_EQ(root["c"].text(), "\U0001F600");
    EXPECT_EQ(text.at(root["c"].key_span()), "\"\\u0063\"");
}

TEST(Json, NumbersInQuotesStayText) {
    const ParsedText text(R"({"a": "1", "b": "true", "c": 1})");
    EXPECT_EQ(text.root()["a"].type(), ScalarType::kString);
    EXPECT_EQ(text.root()["b"].type(), ScalarType::kString);
    EXPECT_EQ(text.root()["c"].type(), ScalarType::kInteger);
}

TEST(Json, EachTextOfAStreamIsADocument) {
    const ParsedText text("{\"a\": 1}\n{\"a\": {\"b\": 2}} [3]\n");
    ASSERT_EQ(text.documents().size(), 3U);
    EXPECT_EQ(text.documents()[0]->root()["a"].as_integer(), 1);
    EXPECT_EQ(text.documents()[1]->root()["a"]["b"].as_integer(), 2);
    EXPECT_EQ(text.at(text.documents()[1]->root()["a"].span()), "{\"b\": 2}");
    EXPECT_EQ(text.documents()[2]->root()[0].as_integer(), 3);
}

TEST(Json, WhatIsNoJsonIsReadAsYaml) {
    const ParsedText flow("{a: 1, 'b': [x, y]}\n");
    EXPECT_FALSE(flow.root().document().is_json());
    EXPECT_EQ(flow.root()["b"][1].text(), "y");

    const ParsedText stream("{\"a\": 1}\n---\nb: 2\n");
    ASSERT_EQ(stream.documents().size(), 2U);
    EXPECT_EQ(stream.documents()[1]->root()["b"].as_integer(), 2);
}

TEST(Json, BrokenAndDeepTextsEndInProblems) {
    const ParsedText broken("{\"a\": 1, \"b\": }");
    EXPECT_FALSE(broken.documents().empty());
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const ParsedText nested(deep);
    ASSERT_EQ(nested.documents().size(), 1U);
    EXPECT_FALSE(nested.documents()[0]->problems().empty());
}

/// What find_json_items finds, as the text of each item behind the list's kind.
std::optional<std::vector<std::string>> items_of(std::string_view text) {
    const text::SourceFile file({}, "list.json", std::string(text), text::Encoding::kUtf8);
    const auto items = find_json_items(file, split_documents(file).at(0));
    if (!items) return std::nullopt;
    std::vector<std::string> found{items->kind};
    for (const DocumentPart& part : items->parts) {
        found.emplace_back(file.text(part.span));
        EXPECT_TRUE(parse_document(file, part)->root().is_mapping());
    }
    return found;
}

TEST(Json, ItemsOfAListAreFoundWithoutATree) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(
        items_of(R"({"kind": "List", "items": [{"a": {"items": [1]}}, {}], "x": {"kind": 1}})"),
        (Texts{"List", R"({"a": {"items": [1]}})", "{}"}));
    EXPECT_EQ(items_of(R"( {"items": [], "kind": "NodeList"})"), Texts{"NodeList"});
    for (const std::string_view other :
         {R"({"kind": "Node"})", R"({"items": {}})", R"({"items": 1})", R"({"items": [1]})",
          R"({"items": [{}, null]})", R"({"items": [[]]})", R"([{"items": []}])",
          R"({"items": [{}], "items": [{}]})", R"({"items": [{}])", "items: []"}) {
        EXPECT_EQ(items_of(other), std::nullopt) << other;
    }
}

}  // namespace
}  // namespace gpulint::yaml
