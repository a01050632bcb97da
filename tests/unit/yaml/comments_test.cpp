#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/yaml_text.h"

namespace gpulint::yaml {
namespace {

std::vector<std::string> comments_of(const test::ParsedText& text) {
    std::vector<std::string> comments;
    for (const auto& document : text.documents()) {
        for (const text::Span span : find_comments(*document)) comments.emplace_back(text.at(span));
    }
    return comments;
}

TEST(Comments, StandWhereNoScalarDoes) {
    using Texts = std::vector<std::string>;
    struct Case {
        const char* text;
        Texts want;
    };
    for (const Case& c : {
             Case{"# one\na: 1 # two\n  # three  \n#four", {"# one", "# two", "# three", "#four"}},
             Case{"a: \"# no\" # yes\nb: 'it''s # no' # yes\n", {"# yes", "# yes"}},
             Case{"a: x#no\nb: x #yes\n'# no': 1 # yes\n", {"#yes", "# yes"}},
             Case{"a: one\n  two # yes\n", {"# yes"}},
             Case{"a: \"one\n  # no\n  two\" # yes\n", {"# yes"}},
             Case{"a: | # header\n  # no\n# yes\nb: >- # header\n\n  x # no\n  # no\nc: 1\n",
                  {"# header", "# yes", "# header"}},
             Case{"a: |+ # header\n  # no\n\n# yes\n", {"# header", "# yes"}},
             Case{"a: [1, # one\n  '#', # two\n  x] # three\n", {"# one", "# two", "# three"}},
             Case{"a: [1,#one\n  2]#two\nb: \"x\"#three\n", {"#one", "#two", "#three"}},
             Case{"a: &x # anchor\n  b: 1\nc: *x # alias\n", {"# anchor", "# alias"}},
             Case{"<<: &x {a: 1} # one\nb: {<<: *x} # two\n", {"# one", "# two"}},
             Case{"? a # key\n: b # value\n", {"# key", "# value"}},
             Case{"? {a: '# no'} # key\n: 1\n", {"# key"}},
             Case{"a: # yes\n- # yes\n  b\n-\n", {"# yes", "# yes"}},
             Case{"a: 1 # one\r\nb: 2 # two\r\n", {"# one", "# two"}},
             Case{"--- # one\na: 1\n--- # two\n# three\n...\n# four\n",
                  {"# one", "# two", "# three"}},
             Case{"%YAML 1.1 # one\n--- # two\na: 1\n", {"# one", "# two"}},
             Case{"# alone", {"# alone"}},
             Case{"#\n#\ta\n", {"#", "#\ta"}},
             Case{"", {}},
         }) {
        EXPECT_EQ(comments_of(test::ParsedText(c.text)), c.want) << c.text;
    }
}

TEST(Comments, AreNotSoughtInTemplateExpressions) {
    const test::ParsedText text(
        "a: {{ .x }} # one\n"
        "{{- if eq .y \"#\" }} # two\n"
        "# {{ three }}\n"
        "{{/* # no */}}\n"
        "b: 1\n"
        "{{- end }}\n");
    ASSERT_TRUE(text.document().is_template());
    EXPECT_EQ(comments_of(text), (std::vector<std::string>{"# one", "# two", "# {{ three }}"}));
}

TEST(Comments, AreFoundInAWholeLongText) {
    std::string text;
    constexpr std::size_t kLines = 20'000;
    for (std::size_t i = 0; i < kLines; ++i) {
        text += "key" + std::to_string(i) + ": [a, '#'] # why\n";
    }
    EXPECT_EQ(comments_of(test::ParsedText(text)), std::vector<std::string>(kLines, "# why"));
}

}  // namespace
}  // namespace gpulint::yaml
