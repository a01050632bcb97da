// What the API server said of 3,961 objects, against gpulint's findings of outcome "rejected".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/lint_text.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

/// Topics whose every row has to agree, also in the field that is named.
const std::set<std::string>& judged_topics() {
    static const std::set<std::string> kTopics{
        "resource-value", "resource-name",       "request-limit", "hugepages",
        "placement",      "pod-level",           "in-workload",   "shape",
        "several",        "toleration",          "args",          "label",
        "annotation",     "containers",          "node-selector", "affinity",
        "affinity-key",   "affinity-value",      "spread",        "claims-in-pod",
        "quota",          "limit-range",         "claim",         "claim-template",
        "device-class",   "runtime-class-object"};
    return kTopics;
}

bool is_about_resources(const std::string& field) {
    return field.find("resources") != std::string::npos;
}

/// A Pod's requests are copied from its limits before they are judged, so that the server repeats
/// what it says of a limit for the request that nobody wrote.
std::string written_field(const std::string& field, yaml::Node root) {
    const std::size_t requests = field.rfind(".requests[");
    if (requests == std::string::npos) return field;
    const std::string name = field.substr(requests + 10, field.size() - requests - 11);
    yaml::Node resources = root["spec"];
    for (const char* list : {"containers", "initContainers"}) {
        const std::string start = fmt::format("spec.{}[", list);
        if (!field.starts_with(start)) continue;
        const std::size_t index = std::stoul(field.substr(start.size()));
        resources = resources[list][index];
    }
    resources = resources["resources"];
    if (resources["requests"].has(name)) return field;
    return field.substr(0, requests) + ".limits[" + name + "]";
}

std::string joined(const std::set<std::string>& fields) {
    return fmt::format("{{{}}}", fmt::join(fields, ", "));
}

/// "" when gpulint says of this row what the server said.
std::string find_difference(const nlohmann::json& row) {
    const auto input = row["input"].get<std::string>();
    test::Linter linter({"", "", "1.36", ""});
    std::set<std::string> rejected;
    std::set<std::string> found;
    for (const diag::Finding& finding : linter.lint(input)) {
        if (finding.outcome != diag::Outcome::kRejected) continue;
        rejected.insert(finding.rule + " " + finding.route);
        if (is_about_resources(finding.route)) found.insert(finding.route);
    }
    const bool is_ok = row["ok"].get<bool>();
    if (is_ok != rejected.empty()) {
        return is_ok ? "accepted, but " + joined(rejected)
                     : "refused and nothing found: " + row["message"].get<std::string>();
    }
    if (is_ok || !row.contains("causes") || row["causes"].is_null()) return "";
    const test::ParsedText parsed(input);
    std::set<std::string> wanted;
    for (const nlohmann::json& cause : row["causes"]) {
        const auto field = cause["field"].get<std::string>();
        if (is_about_resources(field)) wanted.insert(written_field(field, parsed.root()));
    }
    // A request that repeats its limit's mistake is told together with the limit.
    std::erase_if(wanted, [&found](const std::string& field) {
        const std::size_t place = field.rfind(".requests[");
        if (place == std::string::npos || found.contains(field)) return false;
        return found.contains(field.substr(0, place) + ".limits" + field.substr(place + 9));
    });
    if (wanted.empty() || wanted == found) return "";
    return fmt::format("fields {}, not {}", joined(found), joined(wanted));
}

TEST(RecordedValidation, IsForeseen) {
    std::map<std::string, std::unique_ptr<test::Agreement>> topics;
    for (const nlohmann::json& row : test::read_recorded("validation.jsonl")) {
        const auto topic = row["topic"].get<std::string>();
        auto& agreement = topics[topic];
        if (!agreement) agreement = std::make_unique<test::Agreement>("validation.jsonl", topic);
        if (!judged_topics().contains(topic)) {
            agreement->add_not_judged("no rules yet");
            continue;
        }
        const auto input = row["input"].get<std::string>();
        const bool is_served = row.value("stage", "") != "no-such-kind";
        if (is_served && input.find("expression:") != std::string::npos && !row["ok"].get<bool>()) {
            agreement->add_not_judged("text of a device selector (CEL)");
            continue;
        }
        if (is_served && input.find("adminAccess") != std::string::npos) {
            agreement->add_not_judged("depends on the labels of the namespace");
            continue;
        }
        const std::string difference = find_difference(row);
        agreement->add(difference.empty(), row["id"].get<std::string>(),
                       difference + "\n" + row["input"].get<std::string>());
    }
    EXPECT_EQ(topics.size(), 39U);
}

}  // namespace
}  // namespace gpulint
