// Every fact under rules/catalog says where it comes from and when it was looked up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "base/ascii.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

std::vector<std::filesystem::path> catalog_files() {
    return test::files_below(test::source_dir() / "rules" / "catalog");
}

/// The keys of the file's `sources` that a source's text names: "GUIDE, CFG" names two. Text that
/// begins otherwise is an address or a sentence.
std::vector<std::string> keys_named_in(std::string_view source) {
    static const std::regex kKey(R"(^[A-Z][A-Z0-9-]*\b)");
    std::vector<std::string> keys;
    for (const std::string_view part : ascii::split(source, ',')) {
        const std::string text(ascii::trim(part));
        std::smatch match;
        const bool is_key = std::regex_search(text, match, kKey);
        // A word in front of a sentence may be a key or not; one alone, or with a remark, is.
        const bool is_alone = is_key && (match.length() == static_cast<int>(text.size()) ||
                                         text.substr(match.length()).starts_with(" ("));
        if (is_alone) keys.push_back(match.str());
    }
    return keys;
}

/// Checks one source: a text, a list of them, or a mapping from what to where.
void expect_known(yaml::Node source, yaml::Node sources, const std::string& place) {
    for (const yaml::Entry entry : source.entries()) expect_known(entry.value, sources, place);
    for (const yaml::Node item : source.items()) expect_known(item, sources, place);
    if (!source.is_string()) return;
    EXPECT_FALSE(source.text().empty()) << place;
    if (!sources) return;
    for (const std::string& key : keys_named_in(source.text())) {
        EXPECT_TRUE(sources.has(key)) << place << ": \"" << key << "\" is none of the sources";
    }
}

/// Checks a group of facts: all of them by one `source`, or each by its own.
std::size_t expect_sources(yaml::Node group, yaml::Node sources, const std::string& place) {
    if (const yaml::Node source = group["source"]) {
        expect_known(source, sources, place);
        return 1;
    }
    std::size_t facts = 0;
    const auto check = [&](yaml::Node fact, const std::string& name) {
        ++facts;
        EXPECT_TRUE(fact["source"]) << name << " has no source";
        expect_known(fact["source"], sources, name);
    };
    for (const yaml::Node item : group.items()) check(item, fmt::format("{}[{}]", place, facts));
    for (const yaml::Entry entry : group.entries()) {
        check(entry.value, fmt::format("{}.{}", place, entry.key()));
    }
    EXPECT_GT(facts, 0U) << place;
    return facts;
}

TEST(Catalog, EveryFileSaysWhenItWasLookedUp) {
    static const std::regex kDate(R"(20[0-9]{2}-[01][0-9]-[0-3][0-9])");
    ASSERT_GE(catalog_files().size(), 8U);
    for (const std::filesystem::path& path : catalog_files()) {
        const test::ParsedText file(test::read_file(path), path.filename().string());
        const std::string date(file.root()["as_of"].text());
        EXPECT_TRUE(std::regex_match(date, kDate)) << path << ": " << date;
    }
}

TEST(Catalog, EveryFactHasASource) {
    std::size_t facts = 0;
    for (const std::filesystem::path& path : catalog_files()) {
        const test::ParsedText file(test::read_file(path), path.filename().string());
        const yaml::Node root = file.root();
        if (root["source"]) continue;  // the whole file comes from one place
        for (const yaml::Entry group : root.entries()) {
            if (group.key() == "as_of" || group.key() == "sources") continue;
            facts += expect_sources(group.value, root["sources"],
                                    fmt::format("{}: {}", path.filename().string(), group.key()));
        }
        for (const yaml::Entry source : root["sources"].entries()) {
            const yaml::Node text = source.value["what"] ? source.value["what"] : source.value;
            EXPECT_FALSE(text.text().empty()) << path << ": " << source.key();
        }
    }
    EXPECT_GT(facts, 500U);
}

TEST(Catalog, ReadsTheKeysOfSources) {
    EXPECT_EQ(keys_named_in("GUIDE, CFG"), (std::vector<std::string>{"GUIDE", "CFG"}));
    EXPECT_EQ(keys_named_in("DERIVED (as A100 40GB)"), (std::vector<std::string>{"DERIVED"}));
    EXPECT_TRUE(keys_named_in("https://github.com/NVIDIA").empty());
    EXPECT_TRUE(keys_named_in("PCI lists it, says one").empty());
}

}  // namespace
}  // namespace gpulint
