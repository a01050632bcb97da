#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

bool has_problem(const yaml::Document& document, bool strict) {
    return std::ranges::any_of(document.problems(), [strict](const yaml::Problem& problem) {
        switch (problem.kind) {
            case yaml::ProblemKind::kDuplicateKey:
            case yaml::ProblemKind::kMergeOverride: return strict;
            case yaml::ProblemKind::kIgnoredRest:
            case yaml::ProblemKind::kTemplate: return false;
            case yaml::ProblemKind::kSyntax:
            case yaml::ProblemKind::kConflictMarker:
            case yaml::ProblemKind::kNotJson:
            case yaml::ProblemKind::kTooDeep:
            case yaml::ProblemKind::kTooManyAliases: return true;
        }
        return true;
    });
}

/// The JSON of a text, or what is wrong with it.
std::string read(const std::string& text, bool strict) {
    const test::ParsedText parsed(text);
    for (const auto& document : parsed.documents()) {
        if (!has_problem(*document, strict)) continue;
        return "refused: " + document->problems().front().message;
    }
    // Kubernetes' reader of one text takes its first document, a marker line in front of it aside.
    for (const auto& document : parsed.documents()) {
        const bool is_before_marker =
            document->index() == 0 && parsed.documents().size() > 1 && !document->root();
        if (!is_before_marker) return yaml::to_json(document->root());
    }
    return "null";
}

/// Equal as JSON values, numbers by their text where that is longer than a double can tell.
bool is_same_json(const std::string& got, const nlohmann::json& want) {
    const nlohmann::json value = nlohmann::json::parse(got, nullptr, false);
    return !value.is_discarded() && value == want;
}

TEST(RecordedYaml, IsReadAlike) {
    test::Agreement agreement("yaml.jsonl", "strict");
    test::Agreement lenient("yaml.jsonl", "lenient");
    for (const nlohmann::json& row : test::read_recorded("yaml.jsonl")) {
        const auto text = row["text"].get<std::string>();
        const auto id = row["id"].get<std::string>();
        const std::string got = read(text, true);
        const bool is_equal =
            row["ok"].get<bool>() ? is_same_json(got, row["json"]) : got.starts_with("refused");
        agreement.add(is_equal, id, fmt::format("{}: {}", row.dump(), got));
        if (!row.contains("lenient")) continue;
        const std::string loose = read(text, false);
        const bool is_alike = is_same_json(loose, row["lenient"]);
        lenient.add(is_alike, id, fmt::format("{}: {}", row.dump(), loose));
    }
    EXPECT_GT(agreement.rows(), 400U);
}

}  // namespace
}  // namespace gpulint
