#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "embed/gpu_catalog.h"

namespace gpulint::embed {

Result<Done> CudaWriter::read(const CatalogReader& file) {
    static constexpr std::array<std::array<std::string_view, 2>, 3> kKinds{
        {{"engine", "kEngine"}, {"command", "kCommand"}, {"image", "kImage"}}};
    const yaml::Node root = file.root();
    for (const yaml::Node row : root["releases"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        std::string cuda(row["cuda"].text());
        std::ranges::replace(cuda, '.', ',');
        releases_ += fmt::format("    {{{{{}}}, {}}},\n", cuda, cpp_string(row["driver"].text()));
    }
    for (const yaml::Node row : root["capabilities"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        capabilities_ += fmt::format("    {{{}, {}}},\n", cpp_string(row["name"].text()),
                                     cpp_string(row["gives"].text()));
    }
    for (const yaml::Node row : root["needs"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        const auto kind =
            std::ranges::find_if(kKinds, [&row](const auto& pair) { return row.has(pair[0]); });
        if (kind == kKinds.end()) return file.error(row, "needs `engine`, `command` or `image`");
        needs_ +=
            fmt::format("    {{CapabilityNeed::Kind::{}, {}, {}}},\n", (*kind)[1],
                        cpp_string(row[(*kind)[0]].text()), cpp_string(row["capability"].text()));
    }
    return Done{};
}

std::string CudaWriter::write() const {
    return "namespace {\n\n" + cpp_table("CudaRelease", "kReleases", releases_) +
           cpp_table("DriverCapability", "kCapabilities", capabilities_) +
           cpp_table("CapabilityNeed", "kNeeds", needs_) +
           "}  // namespace\n\n"
           "std::span<const CudaRelease> cuda_releases() { return kReleases; }\n"
           "std::span<const DriverCapability> driver_capabilities() { return kCapabilities; }\n"
           "std::span<const CapabilityNeed> capability_needs() { return kNeeds; }\n\n";
}

}  // namespace gpulint::embed
