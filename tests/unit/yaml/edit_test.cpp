#include "yaml/edit.h"

#include <gtest/gtest.h>

#include "support/yaml_text.h"

namespace gpulint::yaml {
namespace {

std::string applied(const test::ParsedText& text, const std::vector<text::Edit>& edits) {
    if (edits.empty()) return "(no edit)";
    return *text::apply_edits(text.file().text(), edits);
}

TEST(Edit, InsertsIntoBlockFlowAndJson) {
    struct Case {
        const char* text;
        std::vector<std::string_view> path;
        const char* want;
    };
    for (const Case& c : {
             Case{"a: 1\nb: 2 # two\nc:\n  d: 3\n", {"e"}, "a: 1\nb: 2 # two\nc:\n  d: 3\ne: 9\n"},
             Case{"c:\n  d: 3 # three\n", {"c", "e", "f"}, "c:\n  d: 3 # three\n  e:\n    f: 9\n"},
             Case{"c:\r\n  d: 3\r\n", {"c", "e"}, "c:\r\n  d: 3\r\n  e: 9\r\n"},
             Case{"c:\n", {"c", "e"}, "c:\n  e: 9\n"},
             Case{"c: {d: 3}\n", {"c", "nvidia.com/gpu"}, "c: {d: 3, nvidia.com/gpu: 9}\n"},
             Case{"c: {}\n", {"c", "e", "f"}, "c: {e: {f: 9}}\n"},
             Case{"c: null\n", {"c", "e"}, "c: {e: 9}\n"},
             Case{"a: 1", {"b"}, "a: 1\nb: 9"},
             Case{"a: &x {b: 1}\nc: *x\n", {"c", "d"}, "(no edit)"},
         }) {
        const test::ParsedText text(c.text);
        EXPECT_EQ(applied(text, insert_key(text.root(), c.path, "9")), c.want) << c.text;
    }
    const test::ParsedText items("- name: x\n  image: y\n");
    EXPECT_EQ(applied(items, insert_key(items.root()[0], {"env"}, "9")),
              "- name: x\n  image: y\n  env: 9\n");
}

TEST(Edit, RemovesEntriesAndWhatIsLeftEmpty) {
    struct Case {
        const char* text;
        const char* key;
        const char* want;
    };
    for (const Case& c : {
             Case{"x: {a: 1, b: 2, c: 3}\n", "a", "x: {b: 2, c: 3}\n"},
             Case{"x: {a: 1, b: 2}\n", "b", "x: {a: 1}\n"},
             Case{"x:\n  a: 1 # one\n  b: 2\n", "a", "x:\n  b: 2\n"},
             Case{"x:\n  a: 1\n  b:\n    c: 2\n", "b", "x:\n  a: 1\n"},
             Case{"x:\n  a: 1\n  b: 2", "b", "x:\n  a: 1"},
             Case{"y: 1\nx:\n  a: 1\n", "a", "y: 1\n"},
         }) {
        const test::ParsedText text(c.text);
        EXPECT_EQ(applied(text, remove_entry(text.root()["x"][c.key])), c.want) << c.text;
    }
    const test::ParsedText items("- name: x\n  image: y\n");
    EXPECT_EQ(applied(items, remove_entry(items.root()[0]["name"])), "- image: y\n");
    EXPECT_EQ(applied(items, remove_entry(items.root()[0])), "(no edit)");
}

TEST(Edit, SetsQuotesAndRenames) {
    const test::ParsedText text("a: 1\nb: \"x\"\nc:\nd: |\n  y\n'e': yes\n");
    const Node root = text.root();
    EXPECT_EQ(applied(text, set_value(root["a"], "2")),
              "a: 2\nb: \"x\"\nc:\nd: |\n  y\n'e': yes\n");
    EXPECT_EQ(applied(text, set_value(root["c"], "2")),
              "a: 1\nb: \"x\"\nc: 2\nd: |\n  y\n'e': yes\n");
    EXPECT_EQ(applied(text, set_value(root["d"], "2")), "(no edit)");
    EXPECT_EQ(applied(text, quote_value(root["e"])),
              "a: 1\nb: \"x\"\nc:\nd: |\n  y\n'e': \"yes\"\n");
    EXPECT_EQ(applied(text, quote_value(root["b"])), "(no edit)");
    EXPECT_EQ(applied(text, rename_key(root["e"], "f")),
              "a: 1\nb: \"x\"\nc:\nd: |\n  y\n\"f\": yes\n");
    EXPECT_EQ(applied(text, rename_key(root["e"], "a")), "(no edit)");
}

TEST(QuoteString, ReadsBackAsTheSameText) {
    for (const char* text : {"plain", "nvidia.com/gpu", "yes", "1", "", "a: b", "#x", "1e3", "a\nb",
                             "\"q\"", "~", "-x", "{a}", "010", "null", "a#b", "1.5.2"}) {
        const test::ParsedText parsed("k: " + quote_string(text) + "\n");
        EXPECT_TRUE(parsed.root()["k"].is_string()) << text;
        EXPECT_EQ(parsed.root()["k"].text(), text);
    }
}

}  // namespace
}  // namespace gpulint::yaml
