// Layouts that NVIDIA lists for the A100 40GB, and the places its library gives for instances.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "gpu/catalog.h"
#include "gpu/mig_layout.h"
#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/shared_data.h"

namespace gpulint {
namespace {

nlohmann::json read_whole(const char* name) {
    return nlohmann::json::parse(
        test::read_file(test::source_dir() / "tests/conformance/data" / name));
}

const gpu::MigProduct* find_by_device(const std::string& id) {
    for (const gpu::MigProduct& product : gpu::Catalog::mig_products()) {
        const auto& ids = product.pci_device_ids;
        if (std::ranges::find(ids, id) != ids.end()) return &product;
    }
    return nullptr;
}

using Layout = std::map<std::string, std::int64_t>;

/// Memory slices that instances cover, out of the library's own table of places.
int count_memory_slices(const Layout& layout, const nlohmann::json& board) {
    int slices = 0;
    for (const auto& [name, count] : layout) {
        for (const nlohmann::json& row : board["profiles"]) {
            if (row["name"] != name || row["placements"].empty()) continue;
            slices += static_cast<int>(count) * row["placements"][0][1].get<int>();
            break;
        }
    }
    return slices;
}

TEST(KnownMigCombinations, Fit) {
    test::Agreement agreement("mig-known-combinations.json", "whole instances");
    const nlohmann::json board = read_whole("nvml-placements.json")["A100_SXM4_40GB"];
    constexpr int kMemorySlices = 8;
    const nlohmann::json devices = read_whole("mig-known-combinations.json");
    for (const nlohmann::json& device : devices) {
        const auto id = device["device_id"].get<std::string>().substr(2, 4);
        const gpu::MigProduct* product = find_by_device(id);
        ASSERT_NE(product, nullptr) << id;
        for (const nlohmann::json& combination : device["combinations"]) {
            const auto layout = combination.get<Layout>();
            const bool has_parts = std::ranges::any_of(layout, [](const auto& entry) {
                return entry.first.find("c.") != std::string::npos;
            });
            if (has_parts) {
                agreement.add_not_judged("compute instances, added up as if each stood alone");
            } else if (count_memory_slices(layout, board) > kMemorySlices) {
                agreement.add_not_judged("listed by compute slices, without room in memory");
            } else {
                agreement.add(gpu::check_mig_layout(*product, layout).fits(), id,
                              combination.dump());
            }
        }
    }
}

TEST(RecordedMigPlacements, AreThoseOfTheCatalogue) {
    test::Agreement agreement("nvml-placements.json", "profiles");
    const nlohmann::json boards = read_whole("nvml-placements.json");
    for (const auto& [name, board] : boards.items()) {
        const gpu::MigProduct* product =
            find_by_device(board["pci_device_id"].get<std::string>().substr(2, 4));
        ASSERT_NE(product, nullptr) << name;
        for (const nlohmann::json& row : board["profiles"]) {
            const auto profile_name = row["name"].get<std::string>();
            const gpu::MigProfile* profile = product->find_profile(profile_name);
            std::vector<int> starts;
            for (const auto& placement : row["placements"])
                starts.push_back(placement[0].get<int>());
            const bool is_equal =
                profile != nullptr && std::ranges::equal(profile->starts, starts) &&
                profile->max_instances == row["instance_count"].get<int>() &&
                (starts.empty() || profile->placement_size == row["placements"][0][1].get<int>());
            agreement.add(is_equal, name + " " + profile_name, row["placements"].dump());
        }
    }
}

}  // namespace
}  // namespace gpulint
