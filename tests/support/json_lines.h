#pragma once

#include <filesystem>
#include <vector>

#include <nlohmann/json.hpp>

namespace gpulint::test {

/// Every line of a JSON Lines file.
std::vector<nlohmann::json> read_json_lines(const std::filesystem::path& path);
/// tests/conformance/data/<name>, a copy of recorded answers.
std::vector<nlohmann::json> read_recorded(const std::string& name);

}  // namespace gpulint::test
