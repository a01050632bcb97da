// What mig-parted said of configuration files, profiles and filters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/mig_config.h"
#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

std::uint32_t parse_id(const std::string& text) {
    return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
}

/// "devices of each entry; indices": what an entry takes of the sample devices and of -1 to 7.
std::string show_taken(const gpu::MigConfigEntry& entry) {
    std::vector<std::string> taken;
    for (const char* device :
         {"0x20B010DE:0x134F10DE", "0x20B210DE:0x146310DE", "0x233010DE:0x16C010DE",
          "0x233010DE:0x16C110DE", "0x290110DE:0x199910DE", "0x2BB510DE:0x204E10DE",
          "0x000010DE:0x000010DE", "0x00000000:0x00000000"}) {
        const std::string text(device);
        const std::size_t colon = text.find(':');
        if (entry.takes_device(parse_id(text.substr(0, colon)), parse_id(text.substr(colon + 1)))) {
            taken.push_back(text);
        }
    }
    for (int index = -1; index <= 7; ++index) {
        if (entry.takes_index(index)) taken.push_back(std::to_string(index));
    }
    return fmt::format("{}", fmt::join(taken, " "));
}

TEST(RecordedMigConfigs, TakeTheSameDevices) {
    test::Agreement agreement("mig-parted.jsonl", "filters and indices");
    for (const nlohmann::json& row : test::read_recorded("mig-parted.jsonl")) {
        if (!row.contains("match")) continue;
        const test::ParsedText text(row["input"].get<std::string>());
        for (const gpu::MigConfig& config :
             gpu::read_mig_config(text.documents().front()->root()).configs) {
            const auto& wanted = row["match"][std::string(config.label)];
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                std::vector<std::string> words;
                for (const auto& device : wanted[i].value("hardware", nlohmann::json::array())) {
                    words.push_back(device.get<std::string>());
                }
                for (const auto& index : wanted[i].value("indices", nlohmann::json::array())) {
                    words.push_back(std::to_string(index.get<int>()));
                }
                const std::string right = fmt::format("{}", fmt::join(words, " "));
                const std::string found = show_taken(config.entries.at(i));
                agreement.add(
                    found == right, row["id"].get<std::string>(),
                    fmt::format("{}\n{}\n not {}", row["input"].get<std::string>(), found, right));
            }
        }
    }
}

TEST(RecordedMigConfigs, AreTakenOrRefusedAlike) {
    test::Agreement agreement("mig-parted.jsonl", "accepted or refused");
    for (const nlohmann::json& row : test::read_recorded("mig-parted.jsonl")) {
        const test::ParsedText text(row["input"].get<std::string>());
        // The first part of a text may be what stands before the marker.
        const auto first = std::ranges::find_if(text.documents(), [](const auto& document) {
            return document->root() || document->find_refusal() != nullptr;
        });
        gpu::MigConfigFile file;
        if (first != text.documents().end()) file = gpu::read_mig_config((*first)->root());
        const bool is_taken = file.mistakes.empty() && (first == text.documents().end() ||
                                                        (*first)->find_refusal() == nullptr);
        agreement.add(is_taken == row["ok"].get<bool>(), row["id"].get<std::string>(),
                      fmt::format("{}\n{}\n{}", row["note"].get<std::string>(),
                                  row["input"].get<std::string>(),
                                  file.mistakes.empty() ? "" : file.mistakes.front().message));
    }
}

TEST(RecordedMigProfiles, AreWellFormedAlike) {
    test::Agreement agreement("mig-profiles.jsonl", "format");
    for (const nlohmann::json& row : test::read_recorded("mig-profiles.jsonl")) {
        const auto profile = row["profile"].get<std::string>();
        agreement.add(gpu::is_mig_profile_format(profile) == row["format_ok"].get<bool>(),
                      row["id"].get<std::string>(), profile);
    }
}

TEST(RecordedDeviceIds, AreReadAlike) {
    test::Agreement agreement("device-ids.jsonl", "all");
    for (const nlohmann::json& row : test::read_recorded("device-ids.jsonl")) {
        const auto text = row["text"].get<std::string>();
        const gpu::PciFilter filter = gpu::parse_pci_filter(text);
        std::string canonical = filter.id ? fmt::format("0x{:08X}", *filter.id) : "";
        if (filter.subsystem) canonical += fmt::format(":0x{:08X}", *filter.subsystem);
        const bool is_ok = row["ok"].get<bool>();
        const std::string wanted = is_ok ? row["canonical"].get<std::string>() : "";
        agreement.add(filter.id.has_value() == is_ok && canonical == wanted,
                      row["id"].get<std::string>(), text + ": " + canonical);
    }
}

}  // namespace
}  // namespace gpulint
