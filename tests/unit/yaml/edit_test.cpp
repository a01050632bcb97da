#include "yaml/edit.h"

#include <gtest/gtest.h>

#include <functional>

#include "support/edit_checks.h"
#include "support/yaml_text.h"

namespace gpulint::yaml {
namespace {

using Path = std::vector<std::string_view>;

constexpr const char* kNoEdit = "(no edit)";

std::string applied(const test::ParsedText& text, const std::vector<text::Edit>& edits) {
    if (edits.empty()) return kNoEdit;
    return *text::apply_edits(text.file().text(), edits);
}

/// The node that keys and numbers lead to.
Node follow(Node node, const Path& path) {
    for (const std::string_view step : path) {
        node = node.is_sequence() ? node[std::stoul(std::string(step))] : node[step];
    }
    return node;
}

/// One edit of the node at `path`, and the text that it must make.
struct Case {
    const char* text;
    Path path;
    const char* want;
};

using Edits = std::function<std::vector<text::Edit>(Node)>;

void expect_edits(const std::vector<Case>& cases, const Edits& edits) {
    for (const Case& c : cases) {
        const test::ParsedText text(c.text);
        const Node node = follow(text.root(), c.path);
        ASSERT_TRUE(node) << c.text;
        EXPECT_EQ(applied(text, edits(node)), c.want) << c.text;
    }
}

TEST(InsertKey, GoesBehindTheLastEntryOfABlock) {
    expect_edits(
        {
            {"a: 1", {}, "a: 1\ne:\n  f: 9"},
            {"a: 1 # one\n# two\n", {}, "a: 1 # one\ne:\n  f: 9\n# two\n"},
            {"c:\n  d: 3 # three\nx: 1\n", {"c"}, "c:\n  d: 3 # three\n  e:\n    f: 9\nx: 1\n"},
            {"c:\r\n  d: 3\r\n", {"c"}, "c:\r\n  d: 3\r\n  e:\r\n    f: 9\r\n"},
            {"- a: 1\n  b: 2\n- c: 3\n", {"0"}, "- a: 1\n  b: 2\n  e:\n    f: 9\n- c: 3\n"},
            {"- - a: 1\n", {"0", "0"}, "- - a: 1\n    e:\n      f: 9\n"},
            {"c:\n- x\n- y\n", {}, "c:\n- x\n- y\ne:\n  f: 9\n"},
            {"c:\n  d:\n", {"c"}, "c:\n  d:\n  e:\n    f: 9\n"},
            {"c:\n  d: [1,\n   2] # two\n", {"c"}, "c:\n  d: [1,\n   2] # two\n  e:\n    f: 9\n"},
            {"c:\n  d: one\n    two\n", {"c"}, "c:\n  d: one\n    two\n  e:\n    f: 9\n"},
            // The anchor of a key stands in the column of its siblings.
            {"- &k a: 1\n  b: 2\n", {"0"}, "- &k a: 1\n  b: 2\n  e:\n    f: 9\n"},
            {"? a\n: b: 1\n", {}, "? a\n: b: 1\ne:\n  f: 9\n"},
            {"? a\n: b: 1\n", {"a"}, "? a\n: b: 1\n  e:\n    f: 9\n"},
            {"\u00fc: 1\n", {}, "\u00fc: 1\ne:\n  f: 9\n"},
            // Two documents: only the place that is meant changes.
            {"a: 1\n---\nb: 1\n", {}, "a: 1\ne:\n  f: 9\n---\nb: 1\n"},
        },
        [](Node node) {
            return insert_key(node, {"e", "f"}, "9");
        });
}

TEST(InsertKey, KeepsBlockScalarsAsTheyAre) {
    expect_edits(
        {
            {"a: |\n  x\n\n\n", {}, "a: |\n  x\ne: 9\n\n\n"},
            {"a: |+\n  x\n\n\n", {}, "a: |+\n  x\n\n\ne: 9\n"},
            {"c:\n  a: |+\n    x\n\n  # z\nd: 1\n",
             {"c"},
             "c:\n  a: |+\n    x\n\n  e: 9\n  # z\nd: 1\n"},
            // The line break that has to be added would become part of the text.
            {"a: |\n  x", {}, kNoEdit},
            {"a: |+\n  x", {}, kNoEdit},
        },
        [](Node node) { return insert_key(node, {"e"}, "9"); });
}

TEST(InsertKey, KnowsFlowStyle) {
    expect_edits(
        {
            {"c: {d: 3} # c\n", {"c"}, "c: {d: 3, e: {f: 9}} # c\n"},
            {"c: { d: 3 }\n", {"c"}, "c: { d: 3, e: {f: 9} }\n"},
            {"c: {}\n", {"c"}, "c: {e: {f: 9}}\n"},
            {"c: {#\n  }\n", {"c"}, "c: {e: {f: 9} #\n  }\n"},
            {"c: {d: 3,}\n", {"c"}, "c: {d: 3, e: {f: 9},}\n"},
            {"c: {d}\n", {"c"}, "c: {d, e: {f: 9}}\n"},
            {"c: {d: }\n", {"c"}, "c: {d: , e: {f: 9} }\n"},
            {"c: {\"d\"#\n}\n", {"c"}, "c: {\"d\", e: {f: 9} #\n}\n"},
            {"c: {\n  d: 3 # three\n}\n", {"c"}, "c: {\n  d: 3, # three\n  e: {f: 9}\n}\n"},
            {"c: {\n  d: 3, # three\n}\n", {"c"}, "c: {\n  d: 3, # three\n  e: {f: 9},\n}\n"},
            {"c: {\r\n  d: 3\r\n}\r\n", {"c"}, "c: {\r\n  d: 3,\r\n  e: {f: 9}\r\n}\r\n"},
            {"c: {\n  d: 3}\n", {"c"}, "c: {\n  d: 3, e: {f: 9}}\n"},
            {"c: [d: 3]\n", {"c", "0"}, kNoEdit},
            {"c: {d: !!null }\n", {"c"}, kNoEdit},
        },
        [](Node node) {
            return insert_key(node, {"e", "f"}, "9");
        });
}

TEST(InsertKey, WritesJsonInJson) {
    expect_edits(
        {
            {"{}", {}, "{\"e\": {\"f\": \"x y\"}}"},
            {"{\"a\": 1}\n", {}, "{\"a\": 1, \"e\": {\"f\": \"x y\"}}\n"},
            {"{\n  \"a\": {\n    \"b\": []\n  }\n}\n",
             {"a"},
             "{\n  \"a\": {\n    \"b\": [],\n    \"e\": {\"f\": \"x y\"}\n  }\n}\n"},
            {"[{\"a\":null}]", {"0"}, "[{\"a\":null, \"e\": {\"f\": \"x y\"}}]"},
        },
        [](Node node) {
            return insert_key(node, {"e", "f"}, "x y");
        });
    const test::ParsedText text("{\"a\": null}");
    ASSERT_TRUE(text.document().is_json());
    EXPECT_EQ(applied(text, insert_key(text.root(), {"a", "b"}, "'it''s'")),
              "{\"a\": {\"b\": \"it's\"}}");
    EXPECT_EQ(applied(text, insert_key(text.root(), {"b"}, "{c: [yes, 0x10, ~]}")),
              "{\"a\": null, \"b\": {\"c\":[true,16,null]}}");
    EXPECT_EQ(applied(text, insert_key(text.root(), {"b"}, "{c")), kNoEdit);
}

TEST(InsertKey, GoesIntoWhatIsThere) {
    expect_edits(
        {
            {"c:\n", {}, "c:\n  e: 9\n"},
            {"c: # why\n# z\nd: 1\n", {}, "c: # why\n  e: 9\n# z\nd: 1\n"},
            {"- c:\n", {"0"}, "- c:\n    e: 9\n"},
            {"c: null\n", {}, "c: {e: 9}\n"},
            {"x: {c: }\n", {"x"}, "x: {c: {e: 9} }\n"},
            {"x: {c}\n", {"x"}, "x: {c: {e: 9}}\n"},
            {"c:\n  d: 1\n", {}, "c:\n  d: 1\n  e: 9\n"},
            {"c: {d: 1}\n", {}, "c: {d: 1, e: 9}\n"},
            {"c: {e: 1}\n", {}, kNoEdit},
            {"c: 1\n", {}, kNoEdit},
            {"c: !!null\n", {}, kNoEdit},
            {"? c\n", {}, kNoEdit},
        },
        [](Node node) {
            return insert_key(node, {"c", "e"}, "9");
        });
}

TEST(InsertKey, QuotesKeysThatNeedIt) {
    const test::ParsedText text("a: 1\n");
    EXPECT_EQ(applied(text, insert_key(text.root(), {"yes", "a: b"}, "9")),
              "a: 1\n\"yes\":\n  \"a: b\": 9\n");
    EXPECT_EQ(applied(text, insert_key(text.root(), {"nvidia.com/gpu"}, "9")),
              "a: 1\nnvidia.com/gpu: 9\n");
    EXPECT_EQ(applied(text, insert_key(text.root(), {std::string(2000, 'k')}, "9")), kNoEdit);
    EXPECT_EQ(applied(text, insert_key(text.root(), {"b"}, "|\n  x")), kNoEdit);
    EXPECT_EQ(applied(text, insert_key(text.root(), {}, "9")), kNoEdit);
}

TEST(RemoveEntry, TakesItsLinesAndTheCommentBehind) {
    expect_edits(
        {
            {"a: 1 # one\nb: 2\n", {"a"}, "b: 2\n"},
            {"a: 1\r\nb: 2\r\nc: 3\r\n", {"b"}, "a: 1\r\nc: 3\r\n"},
            {"a: 1\nb:\n  c:\n  - 2\n", {"b"}, "a: 1\n"},
            {"a: 1\nb: 2", {"b"}, "a: 1\n"},
            {"a: 1\n# about b\nb: 2\n", {"b"}, "a: 1\n# about b\n"},
            {"a: 1\n\nb: 2\n\nc: 3\n", {"b"}, "a: 1\n\n\nc: 3\n"},
            {"a: [1,\n  2] # two\nb: 2\n", {"a"}, "b: 2\n"},
            {"a: |\n  x\nb: 2\n", {"a"}, "b: 2\n"},
            {"a: |+\n  x\n\nb: 2\n", {"a"}, "b: 2\n"},
            {"a: |\n  x\nb: 2\nc: 3\n", {"b"}, "a: |\n  x\nc: 3\n"},
            {"a: |\n  x\nb: 2", {"b"}, "a: |\n  x\n"},
            // What comes next would be read as part of the block scalar before.
            {"a: |+\n  x\nb: 2\n\nc: 3\n", {"b"}, kNoEdit},
            {"a: |\n  x\nb: 2\n  # c\nc: 3\n", {"b"}, kNoEdit},
            {"a: 1\nb: # b\nc: 3\n", {"b"}, "a: 1\nc: 3\n"},
            {"? a\n: 1\n? b\n: 2\n", {"a"}, "? b\n: 2\n"},
            {"&k a: 1\nb: 2\n", {"a"}, "b: 2\n"},
            {"x:\n- 1\n- 2 # two\n- 3\n", {"x", "1"}, "x:\n- 1\n- 3\n"},
        },
        remove_entry);
}

TEST(RemoveEntry, MovesTheNextOneUpToTheDash) {
    expect_edits(
        {
            {"- a: 1 # one\n  b: 2\n", {"0", "a"}, "- b: 2\n"},
            {"-   a: 1\n\n    b: 2\n", {"0", "a"}, "-   b: 2\n"},
            {"- a:\n    c: 1\n  &k b: 2\n", {"0", "a"}, "- &k b: 2\n"},
            {"- - 1\n  - 2\n", {"0", "0"}, "- - 2\n"},
            {"- a: 1 # one\n  # about b\n  b: 2\n", {"0", "a"}, "-\n  # about b\n  b: 2\n"},
            {"- a: 1\r\n  # about b\r\n  b: 2\r\n", {"0", "a"}, "-\r\n  # about b\r\n  b: 2\r\n"},
        },
        remove_entry);
}

TEST(RemoveEntry, TakesWhatWouldBeLeftEmpty) {
    expect_edits(
        {
            {"y: 1\nx:\n  a: 1\n", {"x", "a"}, "y: 1\n"},
            {"y: 1\nx:\n  - a: {b: 1}\n", {"x", "0", "a", "b"}, "y: 1\n"},
            {"- a: 1\n- b: 2\n", {"0", "a"}, "- b: 2\n"},
            {"x:\n  a: 1\n", {"x", "a"}, kNoEdit},
            {"a: 1\n", {}, kNoEdit},
        },
        remove_entry);
}

TEST(RemoveEntry, KnowsFlowStyleAndJson) {
    expect_edits(
        {
            {"x: {a: 1, b: 2, c: 3}\n", {"x", "a"}, "x: {b: 2, c: 3}\n"},
            {"x: {a: 1, b: 2, c: 3}\n", {"x", "b"}, "x: {a: 1, c: 3}\n"},
            {"x: {a: 1, b: 2, c: 3}\n", {"x", "c"}, "x: {a: 1, b: 2}\n"},
            {"x: {a: 1, b: 2,}\n", {"x", "b"}, "x: {a: 1,}\n"},
            {"x: [a, b]\n", {"x", "0"}, "x: [b]\n"},
            {"x: {a, b: }\n", {"x", "a"}, "x: {b: }\n"},
            {"x: {a: , b}\n", {"x", "b"}, "x: {a: }\n"},
            {"x: {a, b: }\n", {"x", "b"}, "x: {a }\n"},
            {"x: {&k a: 1, b: 2}\n", {"x", "a"}, "x: {b: 2}\n"},
            {"x: {a: 1, &k b: 2}\n", {"x", "a"}, "x: {&k b: 2}\n"},
            {"{\n  \"a\": 1,\n  \"b\": 2\n}\n", {"a"}, "{\n  \"b\": 2\n}\n"},
            {"{\n  \"a\": 1,\n  \"b\": 2\n}\n", {"b"}, "{\n  \"a\": 1\n}\n"},
            {"{\"a\":1,\"b\":[2]}", {"a"}, "{\"b\":[2]}"},
            {"x: {\n  a: 1, # one\n  b: 2 # two\n}\n", {"x", "a"}, "x: {\n  b: 2 # two\n}\n"},
            {"x: {\n  a: 1, # one\n  b: 2 # two\n}\n", {"x", "b"}, "x: {\n  a: 1 # one\n}\n"},
            {"x: {a: 1, # one\n  b: 2}\n", {"x", "a"}, "x: {b: 2}\n"},
            {"x: {a: 1, # one\n  # about b\n  b: 2}\n", {"x", "a"}, "x: {\n  # about b\n  b: 2}\n"},
            {"x: {a: 1 # one\n  , b: 2}\n", {"x", "a"}, kNoEdit},
            {"x: [{a: 1}, b: 2]\n", {"x", "1", "b"}, "x: [{a: 1}]\n"},
        },
        remove_entry);
}

TEST(SetValue, ReplacesScalarsOnly) {
    expect_edits(
        {
            {"a: 1 # one\n", {"a"}, "a: 2 # one\n"},
            {"a: \"x\"\n", {"a"}, "a: 2\n"},
            {"a: \"x\"#one\n", {"a"}, "a: 2 #one\n"},
            {"a: one\n  two\n", {"a"}, "a: 2\n"},
            {"a:\n", {"a"}, "a: 2\n"},
            {"a:   # one\n", {"a"}, "a: 2   # one\n"},
            {"-\n- x\n", {"0"}, "- 2\n- x\n"},
            {"a: {b}\n", {"a", "b"}, "a: {b: 2}\n"},
            {"a: {b-}\n", {"a", "b-"}, "a: {b-: 2}\n"},
            {"a: {b: }\n", {"a", "b"}, "a: {b: 2 }\n"},
            {"{\"a\":\"x\"}", {"a"}, "{\"a\":2}"},
            {"a: |\n  x\n", {"a"}, kNoEdit},
            {"a: !!str x\n", {"a"}, kNoEdit},
            {"a: &x\n", {"a"}, kNoEdit},
            {"? a\n", {"a"}, kNoEdit},
            {"a: {b: 1}\n", {"a"}, kNoEdit},
        },
        [](Node node) { return set_value(node, "2"); });
    const test::ParsedText json("{\"a\": 1}");
    EXPECT_EQ(applied(json, set_value(json.root()["a"], "1Gi")), "{\"a\": \"1Gi\"}");
}

TEST(QuoteValue, KeepsTheText) {
    expect_edits(
        {
            {"a: 1e3 # one\n", {"a"}, "a: \"1e3\" # one\n"},
            {"a: yes\n", {"a"}, "a: \"yes\"\n"},
            {"a: ~\n", {"a"}, "a: \"~\"\n"},
            {"a:\n", {"a"}, "a: \"\"\n"},
            {"{\"a\": 10}", {"a"}, "{\"a\": \"10\"}"},
            {"a: \"1\"\n", {"a"}, kNoEdit},
            {"a: !!int 1\n", {"a"}, kNoEdit},
        },
        quote_value);
}

TEST(RenameKey, KeepsQuotes) {
    expect_edits(
        {
            {"a: 1\n", {"a"}, "nvidia.com/gpu: 1\n"},
            {"'a': 1\n", {"a"}, "\"nvidia.com/gpu\": 1\n"},
            {"{\"a\":1}", {"a"}, "{\"nvidia.com/gpu\":1}"},
            {"? a\n: 1\n", {"a"}, "? nvidia.com/gpu\n: 1\n"},
            {"a: {b: 1}\n", {"a"}, "nvidia.com/gpu: {b: 1}\n"},
            {"a: 1\nnvidia.com/gpu: 2\n", {"a"}, kNoEdit},
            {"&k a: 1\nb: *k\n", {"a"}, kNoEdit},
            {"x: &k a\n*k : 1\n", {"a"}, kNoEdit},
            {"- 1\n", {"0"}, kNoEdit},
        },
        [](Node node) { return rename_key(node, "nvidia.com/gpu"); });
}

TEST(Edit, NeverReachesThroughAliasesAndMerges) {
    const test::ParsedText text(
        "base: &base\n  cpu: {a: 1}\n  gpu: 2\n"
        "alias: *base\n"
        "merged:\n  <<: *base\n  gpu: 3\n"
        "free: &unused {a: 1, b: 2}\n"
        "twice: 1\ntwice: 2\nother: 3\n");
    const Node root = text.root();
    const Node merged = root["merged"];
    for (const Node node : {root["alias"]["cpu"]["a"], root["base"]["gpu"], root["base"]["cpu"],
                            merged["cpu"], merged["cpu"]["a"]}) {
        EXPECT_EQ(applied(text, set_value(node, "9")), kNoEdit);
        EXPECT_EQ(applied(text, remove_entry(node)), kNoEdit);
        EXPECT_EQ(applied(text, rename_key(node, "x")), kNoEdit);
        EXPECT_EQ(applied(text, insert_key(node, {"x"}, "9")), kNoEdit);
    }
    EXPECT_EQ(applied(text, insert_key(root["alias"], {"x"}, "9")), kNoEdit);
    EXPECT_EQ(applied(text, insert_key(root, {"alias", "x"}, "9")), kNoEdit);
    EXPECT_EQ(applied(text, remove_entry(root["alias"])), kNoEdit);
    EXPECT_EQ(applied(text, remove_entry(root["base"])), kNoEdit);
    // Without the entry that counts the other one would.
    EXPECT_EQ(applied(text, remove_entry(merged["gpu"])), kNoEdit);
    EXPECT_EQ(applied(text, remove_entry(root["twice"])), kNoEdit);
    EXPECT_EQ(applied(text, rename_key(root["twice"], "x")), kNoEdit);
    // Its own text, and no second place.
    EXPECT_NE(applied(text, set_value(merged["gpu"], "9")), kNoEdit);
    EXPECT_NE(applied(text, insert_key(merged, {"x"}, "9")), kNoEdit);
    EXPECT_NE(applied(text, set_value(root["free"]["a"], "9")), kNoEdit);
    EXPECT_NE(applied(text, remove_entry(root["free"])), kNoEdit);
    EXPECT_NE(applied(text, remove_entry(root["other"])), kNoEdit);
}

TEST(Edit, OfARepeatedKeyTheOneThatDoesNotCountCanGo) {
    const test::ParsedText text("a: 1\nb: 2\na: 3\n");
    for (const Entry entry : text.root().written_entries()) {
        if (!entry.value.is_overridden()) continue;
        EXPECT_EQ(applied(text, remove_entry(entry.value)), "b: 2\na: 3\n");
        EXPECT_EQ(applied(text, set_value(entry.value, "9")), kNoEdit);
    }
}

TEST(Edit, AddsAndRemovesNoLinesWhereSomeAreHidden) {
    for (const char* hiding :
         {"a: 1\nb: {{ .x }}\n{{- if .y }}\nc: 3\n{{- end }}\n", "a: 1\nb: [\nc: 3\n",
          "a: 1\n<<<<<<< one\nb: 1\n=======\nb: 2\n>>>>>>> two\nc: 3\n"}) {
        const test::ParsedText text(hiding);
        const Node root = text.root();
        ASSERT_TRUE(root["a"]) << hiding;
        EXPECT_EQ(applied(text, insert_key(root, {"x"}, "9")), kNoEdit) << hiding;
        EXPECT_EQ(applied(text, remove_entry(root["a"])), kNoEdit) << hiding;
        // In place there is nothing to go wrong.
        EXPECT_EQ(applied(text, set_value(root["a"], "9")), "a: 9" + std::string(hiding + 4));
        EXPECT_EQ(applied(text, rename_key(root["a"], "z")), "z: 1" + std::string(hiding + 4));
    }
    const test::ParsedText text("a: {{ .x }}\n{{ .key }}: 1\n");
    EXPECT_EQ(applied(text, set_value(text.root()["a"], "9")), kNoEdit);
    for (const Entry entry : text.root().entries()) {
        if (entry.key() == "a") continue;
        EXPECT_EQ(applied(text, rename_key(entry.value, "z")), kNoEdit);
    }
}

TEST(QuoteString, ReadsBackAsTheSameText) {
    using namespace std::string_literals;
    for (const std::string& text : {"plain"s,      "nvidia.com/gpu"s,
                                    "yes"s,        "1"s,
                                    ""s,           "a: b"s,
                                    "#x"s,         "1e3"s,
                                    "a\nb"s,       "\"q\\\""s,
                                    "~"s,          "-x"s,
                                    "{a}"s,        "010"s,
                                    "null"s,       "a#b"s,
                                    "1.5.2"s,      "2024-01-01"s,
                                    "<<"s,         "\t"s,
                                    "\x01\x7f"s,   "\u0085\u00a0\u2028\ufeff"s,
                                    "\U0001F600"s, "\r\n"s,
                                    "=="s,         "a "s}) {
        for (const std::string& document :
             {"k: " + quote_string(text) + "\n", "[{\"k\": " + quote_string(text) + "}]"}) {
            const test::ParsedText parsed(document);
            const Node root = parsed.root();
            const Node value = root.is_sequence() ? root[0]["k"] : root["k"];
            EXPECT_TRUE(value.is_string()) << document;
            EXPECT_EQ(value.text(), text) << document;
        }
    }
}

/// Texts in which every edit that can be tried is.
TEST(Edit, ReadsBackAsMeantInOddTexts) {
    std::size_t made = 0;
    for (const char* text : {
             "a: &x 1\nb: *x\nc: [*x, {d: *x}]\n",
             "? a\n: - b\n  - c: d\n? e\n",
             "- - - a\n    - b\n  - c\n-\n  # x\n  d:\n  # y\n",
             "{a: {b: [c, {d: }]}, 'e': \"f\", g}\n",
             "[a: 1, b: 2, {c: 3, }, ]\n",
             "a: >-\n  x\n\n  y\n\n\nb: |2+\n    z\n\n\nc: 'it''s\n\n  d'\n",
             "a: !!str 1\nb: !x {c: !!int 2}\nd: !!binary aGk=\n",
             "<<: {a: 1, b: 2}\nc: {<<: {d: 1}, e: 2}\n",
             "1: one\nyes: two\n~x: three\n1.5: {null: x}\n",
             "\xEF\xBB\xBF# bom\na: 1\r\nb:\r\n- c\r\n",
             "a:\t1\nb:\t\n  c: 2\t# x\n",
             "a: 1\nb:\n  - c\n  # d\n  - e\n\n# f\n...\n# g\n---\nh: 1\n",
             "{\"a\": [1, {\"b\": null}, [], {}], \"c\": \"d\\ne\"}\n{\"f\": 1}\n",
             "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t],\n\t\"b\": {}\n}",
             "a: \"x\n  y\"\nb: x\n y # z\nc: ''\n",
         }) {
        const test::ReadText read(text);
        for (const auto& document : read.documents) {
            test::EditChecker checker(read, *document, [] { return true; });
            checker.run();
            made += checker.made();
            for (const std::string& fault : checker.faults()) ADD_FAILURE() << fault;
        }
    }
    EXPECT_GT(made, 150U);
}

}  // namespace
}  // namespace gpulint::yaml
