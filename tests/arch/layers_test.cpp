// Every #include "…" of src/ goes along an edge of src/LAYERS, no two folders or files include each
// other in a circle, and third-party headers stay in their homes.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "support/shared_data.h"

namespace gpulint {
namespace {

namespace fs = std::filesystem;
using Graph = std::map<std::string, std::set<std::string>>;

Graph read_layers() {
    Graph layers;
    std::istringstream lines(test::read_file(test::source_dir() / "src/LAYERS"));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t colon = line.find(':');
        std::istringstream names(line.substr(colon + 1));
        std::set<std::string>& may = layers[line.substr(0, colon)];
        for (std::string name; names >> name;) may.insert(name);
    }
    return layers;
}

struct Include {
    std::string from;  // "yaml/node.cpp"
    std::string target;
    bool is_quoted;
};

std::vector<Include> read_includes() {
    static const std::regex kInclude(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
    std::vector<Include> includes;
    const fs::path src = test::source_dir() / "src";
    for (const fs::path& path : test::files_below(src)) {
        if (path.extension() != ".h" && path.extension() != ".cpp") continue;
        std::istringstream lines(test::read_file(path));
        for (std::string line; std::getline(lines, line);) {
            std::smatch match;
            if (std::regex_search(line, match, kInclude)) {
                includes.push_back({fs::relative(path, src).string(), match[2], match[1] == "\""});
            }
        }
    }
    return includes;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.find('/')); }

/// A way round in the graph, as "a b c a", or "".
std::string find_cycle(const Graph& graph) {
    std::map<std::string, int> state;  // 1: on the way, 2: done
    std::string way;
    const std::function<bool(const std::string&)> visit = [&](const std::string& node) {
        state[node] = 1;
        const auto next = graph.find(node);
        if (next != graph.end()) {
            for (const std::string& target : next->second) {
                if (target == node) continue;
                if (state[target] == 1 || (state[target] == 0 && visit(target))) {
                    way = node + " -> " + target + (way.empty() ? "" : "; ") + way;
                    return true;
                }
            }
        }
        state[node] = 2;
        return false;
    };
    for (const auto& [node, targets] : graph) {
        if (state[node] == 0 && visit(node)) return way;
    }
    return "";
}

TEST(Layers, EveryIncludeFollowsAnEdge) {
    const Graph layers = read_layers();
    ASSERT_FALSE(layers.empty());
    for (const Include& include : read_includes()) {
        const std::string from = folder_of(include.from);
        ASSERT_TRUE(layers.contains(from)) << from << " is not in src/LAYERS";
        if (!include.is_quoted) continue;
        const std::string to = folder_of(include.target);
        const bool is_allowed = to == from || layers.at(from).contains(to);
        EXPECT_TRUE(is_allowed) << include.from << " includes " << include.target;
        EXPECT_TRUE(fs::exists(test::source_dir() / "src" / include.target))
            << include.from << " includes " << include.target << ", which is not there";
    }
}

TEST(Layers, NoFoldersIncludeEachOtherInACircle) { EXPECT_EQ(find_cycle(read_layers()), ""); }

TEST(Layers, NoFilesIncludeEachOtherInACircle) {
    Graph files;
    for (const Include& include : read_includes()) {
        if (include.is_quoted) files[include.from].insert(include.target);
    }
    EXPECT_EQ(find_cycle(files), "");
}

TEST(Layers, ACircleIsFound) {
    EXPECT_NE(find_cycle({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}}), "");
}

TEST(Layers, ThirdPartyHeadersStayAtHome) {
    const std::map<std::string, std::set<std::string>> homes = {
        {"yaml.h", {"yaml"}},
        {"yaml-cpp/", {"yaml"}},
        {"tree_sitter/", {"yaml", "shell"}},
        {"CLI/", {"cli"}},
        {"re2/", {"k8s", "gpu", "model", "policy"}},
        {"rapidjson/", {"yaml", "report", "lsp"}},
        {"nlohmann/", {"yaml", "report", "lsp"}},
    };
    for (const Include& include : read_includes()) {
        if (include.is_quoted) continue;
        for (const auto& [prefix, folders] : homes) {
            if (!include.target.starts_with(prefix)) continue;
            EXPECT_TRUE(folders.contains(folder_of(include.from)))
                << include.from << " includes <" << include.target << ">";
        }
    }
}

TEST(Layers, HeadersAndSourcesStayShort) {
    // A longer file says why in a comment that holds the words "longer than".
    for (const fs::path& path : test::files_below(test::source_dir() / "src")) {
        const std::string text = test::read_file(path);
        const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
        std::size_t most = 0;
        if (path.extension() == ".h") most = 200;
        if (path.extension() == ".cpp")
            most = path.string().find("/src/rules/") != std::string::npos ? 120 : 500;
        if (most == 0 || text.find("longer than") != std::string::npos) continue;
        EXPECT_LE(lines, most) << path;
    }
}

}  // namespace
}  // namespace gpulint
