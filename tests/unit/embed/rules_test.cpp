#include <gtest/gtest.h>

#include "embed/generators.h"
#include "support/yaml_text.h"

namespace gpulint::embed {
namespace {

const std::string kPath = "/src/rules/requests/a-rule.yaml";
const std::string kExamples = "examples:\n  - {bad: a}\n  - {good: b}\n";
const std::string kGood =
    "id: GPU399\nname: a-rule\ntitle: A \"title\"\nscope: container\nseverity: error\n"
    "outcome: rejected\nsince: 0.1.0\nlesson: \"3.1\"\nwhy: because\ndo: something\n" +
    kExamples;

Result<std::string> generate(const std::string& text, const std::string& path = kPath) {
    const test::ParsedText file(text, path);
    return generate_rules({{path, &file.document()}});
}

std::string error_of(const std::string& text, const std::string& path = kPath) {
    const Result<std::string> generated = generate(text, path);
    return generated ? "no error" : generated.error().message;
}

/// The good rule with one line replaced, or left out when `line` is "".
std::string with(const std::string& key, const std::string& line) {
    std::string text = kGood;
    const std::size_t begin = text.find(key + ":");
    text.replace(begin, text.find('\n', begin) - begin + 1, line);
    return text;
}

TEST(GenerateRules, WritesATableThatNamesTheFunction) {
    const Result<std::string> text = generate(kGood);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_NE(text->find("void a_rule(const lint::RuleContext& context, const k8s::Container& "),
              std::string::npos);
    EXPECT_NE(text->find("&a_rule"), std::string::npos);
    EXPECT_NE(text->find("A \\\"title\\\""), std::string::npos);
}

TEST(GenerateRules, SortsById) {
    const std::string early = "id: GPU301\n" + with("id", "").replace(0, 12, "name: b-rule");
    const test::ParsedText first(kGood, kPath);
    const test::ParsedText second(early, "/src/rules/requests/b-rule.yaml");
    const auto text = generate_rules(
        {{kPath, &first.document()}, {"/src/rules/requests/b-rule.yaml", &second.document()}});
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_LT(text->find("\"GPU301\", \"b-rule\""), text->find("\"GPU399\", \"a-rule\""));
}

TEST(GenerateRules, TwoRulesDoNotShareIdOrName) {
    const test::ParsedText rule(kGood, kPath);
    const auto same = generate_rules({{kPath, &rule.document()}, {kPath, &rule.document()}});
    ASSERT_FALSE(same);
    EXPECT_EQ(same.error().message, kPath + ":2: another rule has this name");
    const std::string path = "/src/rules/requests/b-rule.yaml";
    const test::ParsedText other(with("name", "name: b-rule\n"), path);
    const auto shared = generate_rules({{kPath, &rule.document()}, {path, &other.document()}});
    ASSERT_FALSE(shared);
    EXPECT_EQ(shared.error().message, path + ":1: another rule has this id");
}

TEST(GenerateRules, SaysWhatIsWrongAndWhere) {
    const auto at = [](int line, const char* message) {
        return kPath + ":" + std::to_string(line) + ": " + message;
    };
    EXPECT_EQ(error_of(kGood + "extra: 1\n"), at(14, "unknown key \"extra\""));
    EXPECT_EQ(error_of(with("why", "why: ''\n")), at(1, "needs \"why\""));
    EXPECT_EQ(error_of(with("since", "")), at(1, "needs \"since\""));
    EXPECT_EQ(error_of(with("id", "id: GPU99\n")), at(1, "\"GPU99\" is no id"));
    EXPECT_EQ(error_of(with("id", "id: GPU499\n")),
              at(2, "belongs into rules/targeting/a-rule.yaml"));
    EXPECT_EQ(error_of(with("name", "name: a_rule\n")), at(2, "\"a_rule\" is no name"));
    EXPECT_EQ(error_of(with("name", "name: b-rule\n")),
              at(2, "belongs into rules/requests/b-rule.yaml"));
    EXPECT_EQ(error_of(with("scope", "scope: file\n")), at(4, "\"file\" is no scope"));
    EXPECT_EQ(error_of(with("severity", "severity: bad\n")), at(5, "\"bad\" is no severity"));
    EXPECT_EQ(error_of(with("outcome", "outcome: bad\n")), at(6, "\"bad\" is no outcome"));
    EXPECT_EQ(error_of(with("since", "since: 0.1.0\nneeds: nodes\n")),
              at(8, "\"nodes\" is no needs"));
    EXPECT_EQ(error_of(with("since", "since: 0.1.0\nfix: maybe\n")), at(8, "\"maybe\" is no fix"));
    EXPECT_EQ(error_of(with("since", "since: 0.1.0\nconfidence: 1\n")),
              at(8, "\"1\" is no confidence"));
}

TEST(GenerateRules, WantsAStepOfTheLesson) {
    for (const char* step : {"1.1", "1.3", "2.3", "3.2", "4.4", "5.3", "6.6", "7.2"}) {
        EXPECT_EQ(error_of(with("lesson", "lesson: \"" + std::string(step) + "\"\n")), "no error");
    }
    for (const char* step : {"0.1", "1.0", "1.4", "3.3", "8.1", "3", "3.10", "a.b"}) {
        EXPECT_EQ(error_of(with("lesson", "lesson: \"" + std::string(step) + "\"\n")),
                  kPath + ":8: \"" + step + "\" is no lesson");
    }
}

TEST(GenerateRules, LooksAtTheExamples) {
    const auto with_examples = [](const std::string& head, const std::string& examples) {
        std::string text = kGood;
        text.resize(text.find("examples:"));
        return text + head + examples;
    };
    const auto error = [&](const std::string& head, const std::string& examples) {
        const std::string message = error_of(with_examples(head, examples));
        return message == "no error" ? message : message.substr(message.rfind(": ") + 2);
    };
    EXPECT_EQ(error("", ""), "needs a bad and a good example");
    EXPECT_EQ(error("", "examples: [{bad: a}]\n"), "needs a bad and a good example");
    EXPECT_EQ(error("", "examples: [{bad: a, good: b}]\n"), "an example is either bad or good");
    EXPECT_EQ(error("", "examples: [{profile: strict}]\n"), "an example is either bad or good");
    EXPECT_EQ(error("", "examples: [{good: b, fixed: c}]\n"), "what is good needs no fix");
    EXPECT_EQ(error("", "examples: [{bad: a, cluster: b}]\n"), "unknown key \"cluster\"");
    EXPECT_EQ(error("", "examples: [{bad: a, fixed: c}, {good: b}]\n"),
              "an example is fixed, but \"fix\" does not say so");
    EXPECT_EQ(error("fix: safe\n", kExamples), "needs an example that is fixed");
    EXPECT_EQ(error("fix: display\n", kExamples), "no error");
    EXPECT_EQ(error("fix: unsafe\n", "examples: [{bad: a, fixed: c}, {good: b}]\n"), "no error");
}

TEST(GenerateRules, LooksAtReferencesAndOptions) {
    EXPECT_EQ(error_of(kGood + "references: [{title: a, url: http://b}]\n"),
              kPath + ":14: a reference is an https:// address");
    EXPECT_EQ(error_of(kGood + "references: [{title: a}]\n"), kPath + ":14: needs \"url\"");
    EXPECT_EQ(error_of(kGood + "options: [{name: a, default: b}]\n"),
              kPath + ":14: needs \"help\"");
    const auto text = generate(kGood +
                               "options: [{name: a, default: \"\", help: b}]\n"
                               "references: [{title: a, url: 'https://b'}]\n");
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_NE(text->find("kOptionsGPU399[] = {{\"a\", \"\", \"b\"}, }"), std::string::npos);
    EXPECT_NE(text->find("kReferencesGPU399[] = {{\"a\", \"https://b\"}, }"), std::string::npos);
}

TEST(GenerateRules, OfTheEngineHaveNoFunction) {
    const auto text = generate(with("scope", "scope: engine\n"));
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(text->find("void a_rule"), std::string::npos);
    EXPECT_NE(text->find("std::monostate{}"), std::string::npos);
}

TEST(CppString, EscapesWhatCppWouldRead) {
    EXPECT_EQ(cpp_string("a \"b\" \\ c"), R"("a \"b\" \\ c")");
    EXPECT_EQ(cpp_string("a\nb\t?"), "\"a\\n\"\n\"b\\t\\?\"");
}

}  // namespace
}  // namespace gpulint::embed
