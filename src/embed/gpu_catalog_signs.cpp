#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "embed/gpu_catalog.h"

namespace gpulint::embed {

Result<Done> SignWriter::read(const CatalogReader& file) {
    if (const Result<Done> done = read_labels(file); !done) return done;
    return read_images(file);
}

Result<Done> SignWriter::read_labels(const CatalogReader& file) {
    static constexpr std::array<std::array<std::string_view, 2>, 4> kKinds{
        {{"variable", "kVariable"},
         {"device", "kDevice"},
         {"annotation", "kAnnotation"},
         {"runtime-class", "kRuntimeClass"}}};
    const yaml::Node root = file.root();
    for (const yaml::Node row : root["labels"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        labels_.emplace_back(
            std::string(row["key"].text()),
            fmt::format("    {{{}, {}, {}, {}, {}, {}}},\n", cpp_string(row["key"].text()),
                        cpp_string(row["vendor"].text()), cpp_string(row["writer"].text()),
                        cpp_string(row["meaning"].text()), cpp_string(row["example"].text()),
                        lists_.add_texts(row["values"])));
    }
    for (const yaml::Node row : root["families"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        families_ += fmt::format("    {{{}, {}, {}}},\n", row["major"].text(), row["minor"].text(),
                                 cpp_string(row["family"].text()));
    }
    for (const yaml::Node row : root["taints"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        taints_ += fmt::format("    {{{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
                               cpp_string(row["key"].text()), cpp_string(row["value"].text()),
                               cpp_string(row["effect"].text()), cpp_string(row["vendor"].text()),
                               cpp_string(row["where"].text()), cpp_known_string(row["writer"]),
                               cpp_bool(row["is_for_gpus"]), cpp_bool(row["is_automatic"]),
                               cpp_string(row["note"].text()));
    }
    for (const yaml::Node row : root["signs"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        const auto kind =
            std::ranges::find(kKinds, row["kind"].text(), [](const auto& pair) { return pair[0]; });
        if (kind == kKinds.end()) return file.error(row, "unknown kind of sign");
        const bool hands_over = row["role"].text() == "handed-devices";
        signs_ += fmt::format("    {{VendorSign::Kind::{}, {}, {}, {}, {}, {}, {}}},\n", (*kind)[1],
                              cpp_string(row["name"].text()), cpp_string(row["vendor"].text()),
                              hands_over || row["role"].text() == "visible-devices", hands_over,
                              row["certainty"].text() == "strong", lists_.add_texts(row["none"]));
    }
    return Done{};
}

Result<Done> SignWriter::read_images(const CatalogReader& file) {
    for (const yaml::Node row : file.root()["images"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        images_ += fmt::format("    {{{}, {}, {}, {}, {}, {}}},\n",
                               cpp_string(row["repository"].text()), lists_.add_texts(row["words"]),
                               cpp_string(row["vendor"].text()), cpp_string(row["engine"].text()),
                               cpp_bool(row["needs_accelerator"]), cpp_bool(row["starts_engine"]));
    }
    for (const yaml::Node row : file.root()["words"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        words_ += fmt::format("    {{{}, {}}},\n", cpp_string(row["word"].text()),
                              cpp_string(row["vendor"].text()));
    }
    return Done{};
}

std::string SignWriter::write() {
    // Sorted for binary search.
    std::ranges::stable_sort(labels_);
    std::string labels;
    for (const auto& [key, row] : labels_) labels += row;
    return lists_.text() + cpp_table("NodeLabel", "kNodeLabels", labels) +
           cpp_table("GpuFamily", "kFamilies", families_) +
           cpp_table("NodeTaint", "kTaints", taints_) + cpp_table("VendorSign", "kSigns", signs_) +
           cpp_table("ImageRow", "kImages", images_) + cpp_table("ImageWord", "kWords", words_) +
           "}  // namespace\n\n"
           "std::span<const NodeLabel> node_labels() { return kNodeLabels; }\n"
           "std::span<const GpuFamily> gpu_families() { return kFamilies; }\n"
           "std::span<const NodeTaint> node_taints() { return kTaints; }\n"
           "std::span<const VendorSign> vendor_signs() { return kSigns; }\n"
           "std::span<const ImageRow> image_rows() { return kImages; }\n"
           "std::span<const ImageWord> image_words() { return kWords; }\n\n";
}

}  // namespace gpulint::embed
