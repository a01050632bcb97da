#include "dev/repository.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace gpulint::dev {

namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
        return Error{fmt::format("cannot read {}", path.string()),
                     "run this in the repository's root, or name that with --root"};
    }
    return text;
}

Result<Done> write_files(const fs::path& root, const std::vector<RepositoryFile>& files) {
    for (const std::string& path : find_stale(root, files)) {
        const auto file = std::ranges::find(files, path, &RepositoryFile::path);
        const fs::path target = root / path;
        std::error_code code;
        fs::create_directories(target.parent_path(), code);
        std::ofstream out(target, std::ios::binary);
        out << file->text;
        if (!out.flush()) {
            return Error{fmt::format("cannot write {}", target.string()),
                         "see whether the folder is there and may be written to"};
        }
    }
    return Done{};
}

std::vector<std::string> find_stale(const fs::path& root,
                                    const std::vector<RepositoryFile>& files) {
    std::vector<std::string> stale;
    for (const RepositoryFile& file : files) {
        const Result<std::string> text = read_file(root / file.path);
        if (!text || *text != file.text) stale.push_back(file.path);
    }
    return stale;
}

std::vector<std::string> list_files(const fs::path& root, const std::string& folder,
                                    const std::string& extension) {
    std::vector<std::string> paths;
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder, code)) {
        const fs::path name = entry.path().filename();
        if (name.extension() == extension) paths.push_back(folder + "/" + name.string());
    }
    std::ranges::sort(paths);
    return paths;
}

}  // namespace gpulint::dev
