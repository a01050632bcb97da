#include "lint/config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/session.h"
#include "base/ascii.h"
#include "lint/profile.h"
#include "support/shared_data.h"

namespace gpulint::lint {
namespace {

class MemoryReader : public text::FileReader {
  public:
    explicit MemoryReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}
    Result<std::string> read(const std::string& path) override {
        const auto file = files_.find(path);
        if (file == files_.end()) return Error{"cannot read " + path, ""};
        return file->second;
    }

  private:
    std::map<std::string, std::string> files_;
};

Result<ConfigFile> parse(std::string text, std::map<std::string, std::string> others = {}) {
    MemoryReader reader(std::move(others));
    text::SourceSet sources;
    const auto id = sources.add("gpulint.yaml", std::move(text));
    return parse_config(sources.file(*id), app::builtin_rules(), reader);
}

ConfigFile parse_good(std::string text, std::map<std::string, std::string> others = {}) {
    Result<ConfigFile> file = parse(std::move(text), std::move(others));
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file ? *std::move(file) : ConfigFile();
}

std::string error_of(std::string text, std::map<std::string, std::string> others = {}) {
    const Result<ConfigFile> file = parse(std::move(text), std::move(others));
    return file ? "no error" : file.error().message + " | " + file.error().hint;
}

bool is_on(const Config& config, std::string_view rule, std::string_view path = "") {
    for (const Rule* enabled : config.enabled_rules(path)) {
        if (enabled->meta.id == rule) return true;
    }
    return false;
}

Config with(const std::string& text, Selection command_line = {}) {
    return {app::builtin_rules(), parse_good(text), std::move(command_line)};
}

TEST(ConfigFile, ReadsEveryKey) {
    const ConfigFile file = parse_good(
        "profile: serving\nselect: GPU3\nextend-select: [input]\nignore: [GPU302, yaml-syntax]\n"
        "severity: {fractional-gpu: warning}\nexclude: vendor\ninventory: [a.yaml, b.yaml]\n"
        "kubernetes: 1.30\ndocs-url: https://docs.example.com\n"
        "kinds: [{group: example.com, kind: Trainer, pod-spec: spec.pod}]\n"
        "resources: [{name: example.com/npu, vendor: example}]\n"
        "overrides: [{paths: train/**, ignore: GPU301, severity: {GPU303: note}}]\n");
    EXPECT_EQ(file.selection.profile, "serving");
    EXPECT_EQ(file.selection.select, std::vector<std::string>{"GPU3"});
    EXPECT_EQ(file.selection.extend_select, std::vector<std::string>{"input"});
    EXPECT_EQ(file.selection.ignore, (std::vector<std::string>{"GPU302", "yaml-syntax"}));
    EXPECT_EQ(file.severity.at("GPU301"), diag::Severity::kWarning);
    EXPECT_EQ(file.exclude, std::vector<std::string>{"vendor"});
    EXPECT_EQ(file.inventories, (std::vector<std::string>{"a.yaml", "b.yaml"}));
    EXPECT_EQ(file.kubernetes, "1.30");
    EXPECT_EQ(file.docs_url, "https://docs.example.com");
    ASSERT_EQ(file.kinds.size(), 1U);
    EXPECT_EQ(file.kinds[0].pod_spec, "spec.pod");
    ASSERT_EQ(file.resources.size(), 1U);
    EXPECT_EQ(file.resources[0].kind, "whole");
    ASSERT_EQ(file.overrides.size(), 1U);
    EXPECT_EQ(file.overrides[0].severity.at("GPU303"), diag::Severity::kNote);
}

TEST(ConfigFile, MayBeEmpty) {
    parse_good("");
    parse_good("# nothing yet\n");
    parse_good("select: []\nseverity: {}\n");
}

TEST(ConfigFile, MistakesHaveAPlaceAndASuggestion) {
    EXPECT_EQ(error_of("profil: strict\n"),
              "gpulint.yaml:1:1: unknown key \"profil\" | did you mean profile?");
    EXPECT_EQ(error_of("profile: serve\n"),
              "gpulint.yaml:1:10: there is no profile \"serve\" | the profiles are recommended, "
              "strict, learn, serving, training, multi-tenant");
    EXPECT_EQ(error_of("ignore:\n  - GPU302\n  - gpu-request-without-limits\n"),
              "gpulint.yaml:3:5: no rule is called \"gpu-request-without-limits\" | did you mean "
              "gpu-request-without-limit?");
    EXPECT_EQ(error_of("severity: {GPU302: fatal}\n"),
              "gpulint.yaml:1:20: \"fatal\" is no severity | a severity is error, warning or note; "
              "to silence a rule use ignore");
    EXPECT_EQ(error_of("severity:\n  GPU3O2: error\n"),
              "gpulint.yaml:2:3: no rule is called \"GPU3O2\" | did you mean GPU302?");
    EXPECT_EQ(error_of("rules: {GPU302: {level: 1}}\n"),
              "gpulint.yaml:1:9: rule GPU302 has no options | its severity is set under severity:");
    EXPECT_EQ(error_of("resources: [{name: a.b/c, kind: hole}]\n"),
              "gpulint.yaml:1:33: \"hole\" is no kind of resource | did you mean whole?");
    EXPECT_EQ(error_of("overrides: [{ignore: GPU302}]\n"),
              "gpulint.yaml:1:13: an override needs paths | paths: [train/**]");
    EXPECT_EQ(error_of("kinds: [{kind: Trainer}]\n"),
              "gpulint.yaml:1:9: \"pod-spec\" is missing here | add it");
}

TEST(ConfigFile, NothingOfTheWrongShapeIsPassedOver) {
    for (const char* text : {"- profile\n",
                             "strict\n",
                             "profile: [strict]\n",
                             "select: {GPU302: true}\n",
                             "select: [[GPU302]]\n",
                             "select: [~]\n",
                             "severity: [GPU302]\n",
                             "rules: GPU302\n",
                             "overrides: {paths: a}\n",
                             "overrides: [a]\n",
                             "overrides: [~]\n",
                             "exclude: 3\n",
                             "kinds: Trainer\n",
                             "resources: {name: a}\n",
                             "kubernetes: new\n",
                             "kubernetes: 1\n",
                             "docs-url: [a]\n",
                             "extends: {a: b}\n",
                             "profile: strict\n---\nprofile: learn\n",
                             "profile: strict\nprofile: learn\n",
                             "profile: {\n",
                             "ignore: GPU302\n\tselect: x\n"}) {
        EXPECT_NE(error_of(text), "no error") << text;
    }
}

TEST(ConfigFile, BuildsOnOthers) {
    const ConfigFile file = parse_good(
        "extends: [base/one.yaml, base/two.yaml]\nignore: [GPU303]\nseverity: {GPU302: note}\n",
        {{"base/one.yaml",
          "profile: strict\nignore: [GPU301]\nseverity: {GPU302: error, GPU301: "
          "note}\nkubernetes: \"1.30\"\ninventory: [one.yaml]\n"},
         {"base/two.yaml", "profile: learn\nextends: deep/three.yaml\ninventory: [two.yaml]\n"},
         {"base/deep/three.yaml", "exclude: [vendor]\n"}});
    EXPECT_EQ(file.selection.profile, "learn");  // the later of the two
    EXPECT_EQ(file.selection.ignore, (std::vector<std::string>{"GPU301", "GPU303"}));
    EXPECT_EQ(file.severity.at("GPU302"), diag::Severity::kNote);
    EXPECT_EQ(file.severity.at("GPU301"), diag::Severity::kNote);
    EXPECT_EQ(file.kubernetes, "1.30");
    EXPECT_EQ(file.exclude, std::vector<std::string>{"vendor"});
    // Where two.yaml says it is.
    EXPECT_EQ(file.inventories, std::vector<std::string>{"base/two.yaml"});
}

TEST(ConfigFile, MayBuildOnOneThingTwiceButNotOnItself) {
    parse_good("extends: [a.yaml, b.yaml]\n", {{"a.yaml", "extends: c.yaml\n"},
                                               {"b.yaml", "extends: c.yaml\n"},
                                               {"c.yaml", "profile: strict\n"}});
    EXPECT_EQ(error_of("extends: a.yaml\n", {{"a.yaml", "profile: strict\nextends: gpulint.yaml\n"},
                                             {"gpulint.yaml", "extends: a.yaml\n"}}),
              "a.yaml:2:10: `extends` leads round in a circle | let one of the files stand alone");
    EXPECT_EQ(error_of("extends: gone.yaml\n"),
              "gpulint.yaml:1:10: cannot read gone.yaml | a path in `extends` is relative to the "
              "file it is in");
    EXPECT_EQ(error_of("extends: a.yaml\n", {{"a.yaml", "profile: strict\nselct: all\n"}}),
              "a.yaml:2:1: unknown key \"selct\" | did you mean select?");
}

TEST(Config, TheRecommendedRulesAreOnByDefault) {
    const Config config = with("");
    EXPECT_TRUE(is_on(config, "GPU302"));
    EXPECT_FALSE(is_on(config, "GPU312"));
    EXPECT_TRUE(is_on(with("profile: strict\n"), "GPU312"));
    EXPECT_TRUE(is_on(with("profile: strict\n"), "GPU302"));
    EXPECT_FALSE(is_on(with("profile: learn\n"), "GPU312"));
}

TEST(Config, SelectsByIdNamePrefixFamilyAndAll) {
    for (const char* words : {"GPU302", "gpu302", "gpu-request-without-limit", "GPU3", "requests",
                              "all", "[GPU101, GPU302]"}) {
        EXPECT_TRUE(is_on(with(std::string("select: ") + words), "GPU302")) << words;
        EXPECT_FALSE(is_on(with(std::string("ignore: ") + words), "GPU302")) << words;
    }
    EXPECT_FALSE(is_on(with("select: GPU301\n"), "GPU302"));
    EXPECT_FALSE(is_on(with("select: GPU30\nignore: GPU302\n"), "GPU302"));
    EXPECT_TRUE(is_on(with("extend-select: GPU312\n"), "GPU312"));
}

TEST(Config, TheCloserWordWins) {
    EXPECT_TRUE(is_on(with("ignore: requests\nselect: GPU302\n"), "GPU302"));
    EXPECT_FALSE(is_on(with("ignore: requests\nselect: GPU302\n"), "GPU301"));
    EXPECT_TRUE(is_on(with("ignore: all\nextend-select: GPU3\n"), "GPU302"));
    EXPECT_FALSE(is_on(with("ignore: GPU302\nselect: GPU302\n"), "GPU302"));
}

TEST(Config, TheCommandLineHasTheLastWord) {
    EXPECT_TRUE(is_on(with("ignore: GPU302\n", {std::nullopt, {"GPU302"}, {}, {}}), "GPU302"));
    EXPECT_FALSE(is_on(with("select: GPU302\n", {std::nullopt, {}, {}, {"GPU302"}}), "GPU302"));
    EXPECT_TRUE(is_on(with("profile: learn\n", {"strict", {}, {}, {}}), "GPU312"));
}

TEST(Config, OverridesHoldForTheirPathsOnly) {
    const Config config = with(
        "overrides:\n  - {paths: ['train/**'], ignore: GPU302, severity: {GPU301: note}}\n"
        "  - {paths: ['train/big/*'], extend-select: GPU302, profile: strict}\n");
    EXPECT_TRUE(is_on(config, "GPU302", "serve/a.yaml"));
    EXPECT_FALSE(is_on(config, "GPU302", "train/a.yaml"));
    EXPECT_TRUE(is_on(config, "GPU302", "train/big/a.yaml"));
    EXPECT_TRUE(is_on(config, "GPU312", "train/big/a.yaml"));
    EXPECT_FALSE(is_on(config, "GPU312", "train/a.yaml"));
    const Rule& rule = *app::builtin_rules().find("GPU301");
    EXPECT_EQ(config.severity(rule, diag::Severity::kError, "train/a.yaml"), diag::Severity::kNote);
    EXPECT_EQ(config.severity(rule, diag::Severity::kError, "a.yaml"), diag::Severity::kError);
}

TEST(Rules, NameProfilesThatAreThere) {
    std::set<std::string_view> known;
    for (const Profile& profile : kProfiles) known.insert(profile.name);
    for (const Rule& rule : app::builtin_rules().rules()) {
        for (const std::string_view name : ascii::split(rule.meta.profiles, ' ')) {
            EXPECT_TRUE(known.contains(name)) << rule.meta.id << ": " << name;
        }
    }
}

/// The keys that an error about an unknown one lists.
std::set<std::string> keys_in(const std::string& hint) {
    std::set<std::string> keys;
    const std::size_t begin = hint.find("the keys here are ") + 18;
    for (const std::string_view key : ascii::split(std::string_view(hint).substr(begin), ',')) {
        keys.emplace(ascii::trim(key));
    }
    return keys;
}

std::set<std::string> properties_of(const nlohmann::json& schema) {
    std::set<std::string> keys;
    for (const auto& [key, value] : schema.at("properties").items()) keys.insert(key);
    return keys;
}

TEST(ConfigSchema, KnowsTheKeysTheProgramKnows) {
    const auto schema = nlohmann::json::parse(
        test::read_file(test::source_dir() / "docs/schemas/gpulint-config.schema.json"));
    const auto hint = [](const char* text) { return parse(text).error().hint; };
    EXPECT_EQ(properties_of(schema), keys_in(hint("nonsense-key: 1\n")));
    const nlohmann::json& properties = schema.at("properties");
    EXPECT_EQ(properties_of(properties.at("overrides").at("items")),
              keys_in(hint("overrides: [{nonsense-key: 1}]\n")));
    EXPECT_EQ(properties_of(properties.at("kinds").at("items")),
              keys_in(hint("kinds: [{nonsense-key: 1}]\n")));
    EXPECT_EQ(properties_of(properties.at("resources").at("items")),
              keys_in(hint("resources: [{nonsense-key: 1}]\n")));
    std::set<std::string> profiles;
    for (const Profile& profile : kProfiles) profiles.emplace(profile.name);
    EXPECT_EQ(schema.at("$defs").at("profile").at("enum").get<std::set<std::string>>(), profiles);
}

}  // namespace
}  // namespace gpulint::lint
