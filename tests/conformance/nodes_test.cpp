// Every node dump of the corpus loads, or is refused in words that say what is missing; what it
// comes to was looked at file by file and is kept in data/nodes.txt.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cluster/inventory.h"
#include "cluster/render.h"
#include "gpu/catalog.h"
#include "support/shared_data.h"
#include "text/source.h"

namespace gpulint {
namespace {

std::string read(const std::filesystem::path& path) {
    text::SourceSet sources;
    const Result<text::FileId> id = sources.add(path.filename().string(), test::read_file(path));
    if (!id) return "refused: " + id.error().message;
    const gpu::Catalog catalog;
    const auto inventory = cluster::parse_inventory({&sources.file(*id)}, catalog);
    if (!inventory) return "refused: " + inventory.error().message;
    std::string text;
    for (const cluster::ShapeSummary& shape : cluster::summarise(**inventory)) {
        text += fmt::format("  {}x {}", shape.count, shape.product.empty() ? "-" : shape.product);
        for (const auto& amount : shape.amounts) {
            if (amount.resource.find('/') == std::string::npos) continue;
            text += fmt::format(" {}={}/{}", amount.resource, amount.allocatable.canonical(),
                                amount.capacity.canonical());
            if (amount.has_usage) text += fmt::format("({} used)", amount.used.canonical());
        }
        text += fmt::format(" taints={}", shape.has_taints ? shape.taints.size() : 0);
        text += '\n';
    }
    return text;
}

TEST(Nodes, OfTheCorpusAreReadRight) {
    GPULINT_NEEDS_SHARED();
    std::string found;
    for (const std::filesystem::path& path :
         test::files_below(test::shared_dir() / "corpus/nodes")) {
        if (path.filename() == "INDEX.csv") continue;
        found += path.filename().string() + '\n' + read(path);
    }
    const std::filesystem::path golden = test::source_dir() / "tests/conformance/data/nodes.txt";
    if (std::getenv("GPULINT_UPDATE_GOLDEN") != nullptr) test::write_file(golden, found);
    EXPECT_EQ(found, test::read_file(golden));
}

}  // namespace
}  // namespace gpulint
