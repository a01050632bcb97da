#include "support/json_lines.h"

#include <sstream>

#include "support/shared_data.h"

namespace gpulint::test {

std::vector<nlohmann::json> read_json_lines(const std::filesystem::path& path) {
    std::vector<nlohmann::json> rows;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) rows.push_back(nlohmann::json::parse(line));
    }
    return rows;
}

std::vector<nlohmann::json> read_recorded(const std::string& name) {
    return read_json_lines(source_dir() / "tests/conformance/data" / name);
}

}  // namespace gpulint::test
