#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "embed/gpu_catalog.h"

namespace gpulint::embed {

Result<Done> ProductWriter::read(const CatalogReader& file) {
    const yaml::Node root = file.root();
    for (const yaml::Node gpu : root["gpus"].items()) {
        if (const Result<Done> done = add_product(file, gpu); !done) return done;
    }
    for (const yaml::Node product : root["products"].items()) {
        if (const Result<Done> done = add_mig_product(file, product); !done) return done;
    }
    for (const yaml::Entry model : root["models"].entries()) {
        if (const Result<Done> done = add_amd_model(file, model); !done) return done;
    }
    for (const yaml::Entry mode : root["nps_by_compute"].entries()) {
        if (mode.key() == "source") continue;
        for (const yaml::Node memory : mode.value.items()) {
            memory_modes_ +=
                fmt::format("    {{{}, {}}},\n", cpp_string(mode.key()), cpp_string(memory.text()));
        }
    }
    return Done{};
}

Result<Done> ProductWriter::add_product(const CatalogReader& file, yaml::Node gpu) {
    if (const Result<Done> done = file.check_source(gpu); !done) return done;
    products_ += fmt::format(
        "    {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
        cpp_string(gpu["vendor"].text()), cpp_string(gpu["name"].text()),
        lists_.add_texts(gpu["labels"]), cpp_string(gpu["model"].text()),
        cpp_string(gpu["resource"].text()), cpp_string(gpu["gke_accelerator"].text()),
        cpp_optional(gpu["memory_mib"]), cpp_optional(gpu["visible_mib"]),
        cpp_known_string(gpu["architecture"]), cpp_known_string(gpu["compute_capability"]),
        cpp_optional(gpu["bf16"]), cpp_optional(gpu["fp8"]), cpp_optional(gpu["fp4"]),
        cpp_bool(gpu["mig_capable"]));
    return Done{};
}

Result<Done> ProductWriter::add_mig_product(const CatalogReader& file, yaml::Node product) {
    if (const Result<Done> done = file.check_source(product); !done) return done;
    const auto engines = [](yaml::Node node) {
        return fmt::format("{{{}, {}, {}, {}, {}}}", cpp_optional(node["ce"]),
                           cpp_optional(node["dec"]), cpp_optional(node["enc"]),
                           cpp_optional(node["jpeg"]), cpp_optional(node["ofa"]));
    };
    std::vector<std::string> profiles;
    for (const yaml::Node row : product["profiles"].items()) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        profiles.push_back(
            fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}}",
                        cpp_string(row["name"].text()), cpp_optional(row["gi_profile_id"]),
                        row["compute_slices"].text(), cpp_optional(row["memory_slices"]),
                        cpp_optional(row["max_instances"]), cpp_optional(row["multiprocessors"]),
                        cpp_optional(row["memory_mib"]), cpp_bool(row["is_rounded"]),
                        engines(row["engines"]), lists_.add_integers(row["placements"]["starts"]),
                        cpp_optional(row["placements"]["size"])));
    }
    mig_products_ += fmt::format(
        "    {{{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", cpp_string(product["id"].text()),
        lists_.add_texts(product["labels"]), cpp_string(product["architecture"].text()),
        lists_.add_texts(product["pci_device_ids"]), cpp_optional(product["memory_mib"]),
        cpp_optional(product["compute_slices"]), cpp_optional(product["memory_slices"]),
        engines(product["engine_totals"]), lists_.add("MigProfile", profiles));
    return Done{};
}

Result<Done> ProductWriter::add_amd_model(const CatalogReader& file, const yaml::Entry& model) {
    const yaml::Node value = model.value;
    if (const Result<Done> done = file.check_source(value); !done) return done;
    std::vector<std::string> partitions;
    for (const yaml::Node row : value["partitions"].items()) {
        partitions.push_back(
            fmt::format("{{{}, {}, {}, {}, {}, {}}}", cpp_string(row["compute"].text()),
                        cpp_known_string(row["memory"]), row["logical_gpus"].text(),
                        cpp_optional(row["gb_each"]), cpp_optional(row["cu_each"]),
                        cpp_string(row["status"].text())));
    }
    const yaml::Node count = value["logical_gpus"];
    amd_models_.emplace_back(
        std::string(model.key()),
        fmt::format("    {{{}, {}, {}, {}, {}}},\n", cpp_string(model.key()),
                    cpp_optional(value["memory_gb"]), cpp_optional(value["cu"]),
                    count ? count.text() : "1", lists_.add("AmdPartition", partitions)));
    return Done{};
}

std::string ProductWriter::write() {
    // "MI300A" before "MI300": the longest name that a label contains is the model.
    std::ranges::stable_sort(amd_models_, std::greater(),
                             [](const auto& model) { return model.first.size(); });
    std::string models;
    for (const auto& [name, row] : amd_models_) models += row;
    return lists_.text() + cpp_table("Product", "kProducts", products_) +
           cpp_table("MigProduct", "kMigProducts", mig_products_) +
           cpp_table("AmdModel", "kAmdModels", models) +
           cpp_table("AmdModes", "kAmdModes", memory_modes_) +
           "}  // namespace\n\n"
           "std::span<const Product> Catalog::products() { return kProducts; }\n"
           "std::span<const MigProduct> Catalog::mig_products() { return kMigProducts; }\n"
           "std::span<const AmdModel> Catalog::amd_models() { return kAmdModels; }\n"
           "std::span<const AmdModes> Catalog::amd_modes() { return kAmdModes; }\n\n"
           "namespace {\n\n";
}

}  // namespace gpulint::embed
