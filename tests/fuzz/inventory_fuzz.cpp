// Any bytes as an inventory: it is refused with a cause, or every node is in one shape and can be
// shown.
#include <cstddef>
#include <cstdint>

#include "cluster/inventory.h"
#include "cluster/render.h"
#include "fuzz/require.h"
#include "gpu/catalog.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gpulint;
    static const gpu::Catalog kCatalog;
    text::SourceSet sources;
    const auto id = sources.add("fuzz.yaml", {reinterpret_cast<const char*>(data), size});
    if (!id) return 0;
    const auto inventory = cluster::parse_inventory({&sources.file(*id)}, kCatalog);
    if (!inventory) {
        GPULINT_REQUIRE(!inventory.error().message.empty());
        return 0;
    }
    std::size_t in_shapes = 0;
    for (const cluster::NodeShape& shape : (*inventory)->shapes()) in_shapes += shape.nodes.size();
    GPULINT_REQUIRE(in_shapes == (*inventory)->nodes().size());
    GPULINT_REQUIRE(!cluster::render_inventory(**inventory).empty() || in_shapes == 0);
    return 0;
}
