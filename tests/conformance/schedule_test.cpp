// What kube-scheduler answered for 2,687 pods on small clusters, node by node.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "cluster/filters.h"
#include "cluster/inventory.h"
#include "k8s/workload.h"
#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

/// Filters that look at several pods or nodes at once; not foreseen yet.
const std::set<std::string>& group_filters() {
    static const std::set<std::string> kFilters{"NodePorts", "PodTopologySpread",
                                                "InterPodAffinity"};
    return kFilters;
}

std::string join(const std::vector<std::string>& reasons) {
    return fmt::format("{}", fmt::join(reasons, "; "));
}

/// "" when every node is refused by the same filter for the same reasons.
std::string find_difference(const nlohmann::json& row, test::Agreement& agreement) {
    nlohmann::json list{{"apiVersion", "v1"}, {"kind", "List"}, {"items", row["nodes"]}};
    for (const auto& pod : row["pods"]) list["items"].push_back(pod);
    const test::ParsedText nodes(list.dump(), "cluster.json");
    const gpu::Catalog catalog;
    const auto inventory = cluster::parse_inventory({&nodes.file()}, catalog);
    if (!inventory) return inventory.error().message;
    const test::ParsedText text(row["pod"].dump(), "pod.json");
    const k8s::KindTable kinds;
    const auto objects = k8s::find_objects(text.document(), kinds);
    const auto workload = k8s::find_workload(objects.at(0));
    const cluster::PodNeeds needs(*workload->templates().at(0));
    std::map<std::string, std::string> wanted;
    for (const auto& node : row["answer"]["nodes"]) {
        if (!node.contains("plugin") || node["plugin"].is_null()) continue;
        const auto plugin = node["plugin"].get<std::string>();
        if (group_filters().contains(plugin)) {
            agreement.add_not_judged(plugin + " not yet foreseen");
            return "-";
        }
        auto reasons = node["reasons"].get<std::vector<std::string>>();
        std::ranges::sort(reasons);
        const std::string name = plugin == "(prefilter)" ? "NodeAffinity" : plugin;
        wanted[node["node"].get<std::string>()] =
            fmt::format("{}: {}{}", name, join(reasons),
                        node.value("code", "") == "Unschedulable" ? "" : " (final)");
    }
    for (const cluster::Node& node : (*inventory)->nodes()) {
        const auto refusal = cluster::find_refusal(needs, node);
        const std::string found =
            refusal ? fmt::format("{}: {}{}", cluster::to_string(refusal->filter),
                                  join(refusal->reasons), refusal->is_final ? " (final)" : "")
                    : "";
        const std::string right = wanted.contains(node.name) ? wanted[node.name] : "";
        if (found != right) return fmt::format("{}: \"{}\", not \"{}\"", node.name, found, right);
    }
    return "";
}

/// All rows where they are at hand; else every eighth, which is kept here.
std::vector<nlohmann::json> read_rows() {
    const auto whole = test::shared_dir() / "oracle" / "schedule.jsonl";
    if (std::filesystem::exists(whole)) return test::read_json_lines(whole);
    return test::read_recorded("schedule-sample.jsonl");
}

TEST(RecordedScheduling, IsForeseen) {
    std::map<std::string, std::unique_ptr<test::Agreement>> topics;
    for (const nlohmann::json& row : read_rows()) {
        const auto id = row["id"].get<std::string>();
        const std::string topic = id.substr(0, id.find('-'));
        auto& agreement = topics[topic];
        if (!agreement) agreement = std::make_unique<test::Agreement>("schedule.jsonl", topic);
        const std::string difference = find_difference(row, *agreement);
        if (difference == "-") continue;
        agreement->add(difference.empty(), id, difference);
    }
    EXPECT_FALSE(topics.empty());
}

}  // namespace
}  // namespace gpulint
