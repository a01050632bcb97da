#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "embed/gpu_catalog.h"

namespace gpulint::embed {
namespace {

/// The text that all matches of a pattern begin with: up to the first special character.
std::string literal_start(std::string_view pattern) {
    std::string start;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\' && i + 1 < pattern.size()) {
            start += pattern[++i];
        } else if (ascii::is_alnum(c) || c == '/' || c == '-' || c == '_') {
            start += c;
        } else {
            // A quantifier makes the character before it uncertain.
            const bool is_quantifier = c == '?' || c == '*' || c == '{';
            if (is_quantifier && !start.empty()) start.pop_back();
            break;
        }
    }
    return start;
}

}  // namespace

Result<Done> ResourceWriter::read(const CatalogReader& file) {
    for (const yaml::Node vendor : file.root()["vendors"].items()) {
        if (const Result<Done> done = file.check_source(vendor); !done) return done;
        vendors_ +=
            fmt::format("    {{{}, {}, {}}},\n", cpp_string(vendor["key"].text()),
                        cpp_string(vendor["name"].text()), cpp_string(vendor["prefix"].text()));
    }
    for (const yaml::Node row : file.root()["resources"].items()) {
        if (const Result<Done> done = add_resource(file, row); !done) return done;
    }
    for (const yaml::Node row : file.root()["misspelt"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        misspelt_ += fmt::format("    {{{}, {}, {}}},\n", cpp_string(row["wrong"].text()),
                                 cpp_string(row["meant"].text()), cpp_bool(row["certain"]));
    }
    return Done{};
}

Result<Done> ResourceWriter::add_resource(const CatalogReader& file, yaml::Node row) {
    static constexpr std::array<std::array<std::string_view, 2>, 6> kKinds{
        {{"whole", "kWhole"},
         {"partition", "kPartition"},
         {"shared", "kShared"},
         {"auxiliary", "kAuxiliary"},
         {"other", "kOther"},
         {"retired", "kRetired"}}};
    const auto kind =
        std::ranges::find(kKinds, row["kind"].text(), [](const auto& pair) { return pair[0]; });
    if (kind == kKinds.end()) return file.error(row, "unknown kind of resource");
    if (const Result<Done> done = file.check_source(row); !done) return done;
    const std::string text = fmt::format(
        "    {{{}, {}, {}, {}, ResourceKind::{}, {}, {}}},\n", cpp_string(row["name"].text()),
        cpp_string(row["pattern"].text()), cpp_string(literal_start(row["pattern"].text())),
        cpp_string(row["vendor"].text()), (*kind)[1], cpp_string(row["title"].text()),
        cpp_string(row["note"].text()));
    if (row.has("pattern")) {
        patterns_.push_back(text);
    } else {
        plain_.emplace_back(std::string(row["name"].text()), text);
    }
    return Done{};
}

std::string ResourceWriter::write() {
    // Plain names first, sorted for binary search; then the patterns in their order.
    std::ranges::stable_sort(plain_);
    std::string rows;
    for (const auto& [name, row] : plain_) rows += row;
    for (const std::string& row : patterns_) rows += row;
    return cpp_table("Vendor", "kVendors", vendors_) +
           cpp_table("ResourceRow", "kResources", rows) +
           cpp_table("MisspeltRow", "kMisspelt", misspelt_) +
           fmt::format(
               "}}  // namespace\n\n"
               "std::span<const Vendor> Catalog::vendors() {{ return kVendors; }}\n"
               "std::span<const ResourceRow> Catalog::resources() {{ return kResources; }}\n"
               "std::span<const ResourceRow> Catalog::plain_resources() {{\n"
               "    return std::span(kResources).first({});\n}}\n"
               "std::span<const ResourceRow> Catalog::pattern_resources() {{\n"
               "    return std::span(kResources).subspan({});\n}}\n"
               "std::span<const MisspeltRow> Catalog::misspelt() {{ return kMisspelt; }}\n\n"
               "namespace {{\n\n",
               plain_.size(), plain_.size());
}

}  // namespace gpulint::embed
