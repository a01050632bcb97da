#include "support/shared_data.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace gpulint::test {
namespace fs = std::filesystem;

fs::path source_dir() {
    const char* chosen = std::getenv("GPULINT_SOURCE_DIR");
    return chosen != nullptr ? chosen : GPULINT_SOURCE_DIR;
}

fs::path shared_dir() {
    const char* chosen = std::getenv("GPULINT_SHARED");
    return chosen != nullptr ? fs::path(chosen) : source_dir().parent_path() / "shared";
}

bool has_shared() { return fs::exists(shared_dir() / "oracle"); }

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::vector<fs::path> files_below(const fs::path& directory) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace gpulint::test
