// What NVIDIA's device plugin and feature discovery made of mocked nodes, against what gpulint
// derives from the same GPUs and settings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "gpu/advertise.h"
#include "gpu/mps.h"
#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

using nlohmann::json;

/// Labels that say nothing about the GPUs themselves.
bool is_of_machine(std::string_view key) {
    static const std::set<std::string_view> kKeys{"nvidia.com/gpu.machine", "nvidia.com/gpu.mode",
                                                  "nvidia.com/gpu.clique",
                                                  "nvidia.com/gfd.timestamp"};
    return kKeys.contains(key) || key.starts_with("nvidia.com/cuda.");
}

std::string qualified(std::string_view name) {
    const bool has_prefix = name.starts_with("nvidia.com/");
    return has_prefix ? std::string(name) : "nvidia.com/" + std::string(name);
}

/// The sharing of a configuration file; MPS wins where both are given.
gpu::Sharing read_sharing(yaml::Node config) {
    gpu::Sharing sharing;
    for (const auto& [key, kind] :
         {std::pair{"timeSlicing", "time-slicing"}, std::pair{"mps", "mps"}}) {
        const yaml::Node block = config["sharing"][key];
        if (!block) continue;
        sharing.kind = kind;
        sharing.names.clear();
        sharing.rename = block["renameByDefault"].as_bool().value_or(false);
        for (const yaml::Node resource : block["resources"].items()) {
            sharing.names.push_back({qualified(resource["name"].text()),
                                     resource["replicas"].as_integer().value_or(1)});
        }
    }
    return sharing;
}

gpu::NvidiaInstance read_instance(const json& mock) {
    const auto number = [&](const char* key) { return mock.value(key, 0); };
    gpu::NvidiaInstance instance;
    instance.profile = mock["profile"];
    instance.memory_mib = mock["memory"].get<std::int64_t>();
    instance.multiprocessors = number("multiprocessors");
    instance.gpu_slices = number("gi");
    instance.compute_slices = number("ci");
    instance.engines = {number("copy"), number("decoder"), number("encoder"), number("jpeg"),
                        number("ofa")};
    return instance;
}

gpu::NvidiaGpu read_gpu(const json& mock) {
    gpu::NvidiaGpu gpu;
    gpu.name = mock["name"];
    if (mock["memory"] != 0) gpu.memory_mib = mock["memory"].get<std::int64_t>();
    gpu.compute_capability = {mock["compute_capability"][0], mock["compute_capability"][1]};
    gpu.is_mig_capable = mock["mig_capable"];
    gpu.is_mig_enabled = !mock["mig"].is_null();
    if (gpu.is_mig_enabled) {
        for (const json& instance : mock["mig"]) gpu.instances.push_back(read_instance(instance));
    }
    return gpu;
}

/// Why a row is about something else than GPUs and sharing, or "".
std::string why_not_judged(const json& row) {
    const std::string id = row["id"];
    if (id.starts_with("driver-") && !row["ok"]) return "a driver version that cannot be read";
    if (id.starts_with("strategy-bad") || id.starts_with("strategy-empty")) {
        return "settings the loader refuses";
    }
    if (id.starts_with("disc-")) return "the way devices are discovered";
    std::set<std::string> names;
    for (const json& gpu : row["input"]["node"]["gpus"]) names.insert(gpu["name"]);
    if (names.size() > 1) return "two products: one of them gives the labels, at random";
    if (id == "same-name-mem") return "GPUs of one name that differ: one gives the labels";
    return "";
}

std::string find_label_difference(const json& row) {
    gpu::NvidiaNode node;
    for (const json& mock : row["input"]["node"]["gpus"]) node.gpus.push_back(read_gpu(mock));
    std::string strategy = "none";
    if (row["input"]["config"].is_string()) {
        const test::ParsedText config(row["input"]["config"].get<std::string>());
        node.sharing = read_sharing(config.root());
        const yaml::Node written = config.root()["flags"]["migStrategy"];
        if (written) strategy = written.text();
    }
    const json& args = row["input"]["args"];
    const auto flag = std::find(args.begin(), args.end(), "--mig-strategy");
    if (flag != args.end()) strategy = *(flag + 1);
    node.mig_strategy = strategy;
    const auto labels = gpu::nvidia_labels(node);
    if (labels.has_value() != row["ok"]) {
        return row["ok"] ? "refused: " + labels.error().message : "accepted";
    }
    if (!labels) return "";
    std::string difference;
    for (const auto& [key, value] : row["labels"].items()) {
        if (is_of_machine(key)) continue;
        const auto derived = labels->find(key);
        if (derived == labels->end()) {
            difference += fmt::format("lacks {}={}; ", key, value.get<std::string>());
        } else if (derived->second != value) {
            difference +=
                fmt::format("{}={}, not {}; ", key, derived->second, value.get<std::string>());
        }
    }
    for (const auto& [key, value] : *labels) {
        if (!row["labels"].contains(key)) difference += fmt::format("adds {}={}; ", key, value);
    }
    return difference;
}

TEST(NvidiaNode, FeatureDiscoveryWritesTheseLabels) {
    test::Agreement agreement("gfd-labels.jsonl", "labels");
    for (const json& row : test::read_recorded("gfd-labels.jsonl")) {
        if (const std::string why = why_not_judged(row); !why.empty()) {
            agreement.add_not_judged(why);
            continue;
        }
        const std::string difference = find_label_difference(row);
        agreement.add(difference.empty(), row["id"], difference);
    }
    EXPECT_EQ(agreement.rows(), 357U);
}

gpu::NvidiaGpu make_a100(bool is_cut, std::initializer_list<const char*> profiles) {
    gpu::NvidiaGpu gpu;
    gpu.name = "NVIDIA A100-SXM4-40GB";
    gpu.is_mig_capable = true;
    gpu.is_mig_enabled = is_cut;
    for (const char* profile : profiles) {
        gpu.instances.emplace_back();
        gpu.instances.back().profile = profile;
    }
    return gpu;
}

/// The seven mocked nodes of device-plugin.jsonl, by name.
std::map<std::string, std::vector<gpu::NvidiaGpu>> mocked_nodes() {
    const auto full = [] { return make_a100(false, {}); };
    return {
        {"two-full", {full(), full()}},
        {"mig-on-but-empty", {make_a100(true, {}), make_a100(true, {"3g.20gb"})}},
        {"one-full-one-mig",
         {full(), make_a100(true, {"3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb+me"})}},
        {"one-full-one-mig-uniform", {full(), make_a100(true, {"3g.20gb", "3g.20gb"})}},
        {"two-mig-compute-slice-1c.3g.20gb",
         {make_a100(true, {"1c.3g.20gb"}), make_a100(true, {"1c.3g.20gb"})}},
        {"two-mig-uniform-3g.20gb",
         {make_a100(true, {"3g.20gb", "3g.20gb"}), make_a100(true, {"3g.20gb", "3g.20gb"})}},
        {"two-mig-unlike", {make_a100(true, {"3g.20gb", "2g.10gb"}), make_a100(true, {"3g.20gb"})}},
    };
}

gpu::Sharing read_effective_sharing(const json& effective) {
    gpu::Sharing sharing;
    const std::string strategy = effective["strategy"];
    if (strategy == "none") return sharing;
    sharing.kind = strategy == "mps" ? "mps" : "time-slicing";
    sharing.rename = effective["renameByDefault"];
    for (const json& resource : effective["resources"]) {
        sharing.names.push_back({resource["name"], resource["replicas"]});
    }
    return sharing;
}

TEST(NvidiaNode, TheDevicePluginAdvertisesTheseResources) {
    test::Agreement agreement("device-plugin.jsonl", "nodes");
    const auto nodes = mocked_nodes();
    for (const json& row : test::read_recorded("device-plugin.jsonl")) {
        if (!row["ok"]) {
            agreement.add_not_judged("settings the loader refuses");
            continue;
        }
        std::string difference;
        const std::string strategy = row["effective"]["migStrategy"];
        for (const auto& [name, answer] : row["effective"]["nodes"].items()) {
            gpu::NvidiaNode node;
            node.gpus = nodes.at(name);
            node.mig_strategy = strategy;
            node.sharing = read_effective_sharing(row["effective"]);
            const auto derived = gpu::nvidia_resources(node);
            std::map<std::string, std::int64_t> wanted;
            if (answer.contains("resources")) {
                for (const auto& [resource, what] : answer["resources"].items()) {
                    wanted[resource] = what["count"];
                }
            }
            const bool is_equal =
                answer.contains("error") ? !derived.has_value() : derived && *derived == wanted;
            if (!is_equal) difference += fmt::format("{}: {}; ", name, answer.dump());
        }
        agreement.add(difference.empty(), row["id"], difference);
    }
    EXPECT_EQ(agreement.rows(), 415U);
}

std::optional<std::pair<int, int>> parse_capability(const std::string& text) {
    std::pair<int, int> capability;
    char dot = 0;
    std::istringstream stream(text);
    if (!(stream >> capability.first >> dot >> capability.second)) return std::nullopt;
    return capability;
}

/// What the daemon is set to, written as the recorded rows write it.
json mps_answer(const json& gpus) {
    std::vector<std::int64_t> replicas;
    json answer{{"pinned_memory_limits", json::object()}, {"refused", false}};
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        replicas.push_back(gpus[i]["replicas"]);
        const auto memory = gpu::mps_memory_mib(gpus[i]["memory_mib"], replicas.back());
        if (memory) answer["pinned_memory_limits"][std::to_string(i)] = fmt::format("{}M", *memory);
        const int most = gpu::most_mps_replicas(parse_capability(gpus[i]["compute_capability"]));
        if (replicas.back() > most) answer["refused"] = true;
    }
    const auto percentage = gpu::mps_thread_percentage(replicas);
    answer["active_thread_percentage"] = percentage ? std::to_string(*percentage) : "";
    return answer;
}

TEST(NvidiaNode, TheMpsDaemonSetsTheseLimits) {
    test::Agreement agreement("mps-limits.jsonl", "limits");
    for (const json& row : test::read_recorded("mps-limits.jsonl")) {
        const json wanted{{"pinned_memory_limits", row["pinned_memory_limits"]},
                          {"refused", row.contains("refused")},
                          {"active_thread_percentage", row["active_thread_percentage"]}};
        const json derived = mps_answer(row["gpus"]);
        agreement.add(derived == wanted, row["gpus"].dump(), derived.dump());
    }
    EXPECT_EQ(agreement.rows(), 166U);
}

}  // namespace
}  // namespace gpulint
