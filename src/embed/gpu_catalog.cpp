#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "embed/generators.h"

namespace gpulint::embed {
namespace {

/// Collects the tables of all catalogue files about accelerators.
class GpuCatalogWriter {
  public:
    Result<Done> read(const Input& input) {
        const yaml::Node root = input.document->root();
        if (!root["as_of"].is_string()) return error_at(input, root, "needs as_of");
        for (const yaml::Node vendor : root["vendors"].items()) {
            vendors_ +=
                fmt::format("    {{{}, {}, {}}},\n", cpp_string(vendor["key"].text()),
                            cpp_string(vendor["name"].text()), cpp_string(vendor["prefix"].text()));
        }
        for (const yaml::Node row : root["resources"].items()) {
            if (const Result<Done> done = add_resource(input, root, row); !done) return done;
        }
        for (const yaml::Node row : root["misspelt"].items()) {
            misspelt_ += fmt::format("    {{{}, {}, {}}},\n", cpp_string(row["wrong"].text()),
                                     cpp_string(row["meant"].text()),
                                     row["certain"].as_bool().value_or(false));
        }
        for (const yaml::Node gpu : root["gpus"].items()) {
            if (!gpu["source"]) return error_at(input, gpu, "a product needs a source");
            add_product(gpu);
        }
        for (const yaml::Node product : root["products"].items()) add_mig_product(product);
        for (const yaml::Entry model : root["models"].entries()) add_amd_model(model);
        return Done{};
    }

    std::string write() {
        // "MI300A" before "MI300": the longest name that a label contains is the model.
        std::ranges::stable_sort(amd_models_, std::greater(),
                                 [](const auto& model) { return model.first.size(); });
        std::string models;
        for (const auto& [name, row] : amd_models_) models += row;
        // Plain names first, sorted for binary search; then the patterns in their order.
        std::ranges::stable_sort(plain_);
        std::string rows;
        for (const auto& [name, row] : plain_) rows += row;
        for (const std::string& row : patterns_) rows += row;
        return "#include \"gpu/catalog.h\"\n\nnamespace gpulint::gpu {\nnamespace {\n\n" + lists_ +
               table("Vendor", "kVendors", vendors_) + table("ResourceRow", "kResources", rows) +
               table("MisspeltRow", "kMisspelt", misspelt_) +
               table("Product", "kProducts", products_) +
               table("MigProduct", "kMigProducts", mig_products_) +
               table("AmdModel", "kAmdModels", models) +
               "}  // namespace\n\n"
               "std::span<const Vendor> Catalog::vendors() { return kVendors; }\n"
               "std::span<const ResourceRow> Catalog::resources() { return kResources; }\n"
               "std::span<const MisspeltRow> Catalog::misspelt() { return kMisspelt; }\n"
               "std::span<const Product> Catalog::products() { return kProducts; }\n"
               "std::span<const MigProduct> Catalog::mig_products() { return kMigProducts; }\n"
               "std::span<const AmdModel> Catalog::amd_models() { return kAmdModels; }\n\n"
               "}  // namespace gpulint::gpu\n";
    }

  private:
    static std::string table(std::string_view type, std::string_view name,
                             const std::string& rows) {
        return fmt::format("constexpr {} {}[] = {{\n{}}};\n\n", type, name, rows);
    }

    Result<Done> add_resource(const Input& input, yaml::Node root, yaml::Node row) {
        static constexpr std::array<std::array<std::string_view, 2>, 6> kKinds{
            {{"whole", "kWhole"},
             {"partition", "kPartition"},
             {"shared", "kShared"},
             {"auxiliary", "kAuxiliary"},
             {"other", "kOther"},
             {"retired", "kRetired"}}};
        const auto kind =
            std::ranges::find(kKinds, row["kind"].text(), [](const auto& pair) { return pair[0]; });
        if (kind == kKinds.end()) return error_at(input, row, "unknown kind of resource");
        if (!root["sources"].has(row["source"].text())) {
            return error_at(input, row, "a resource needs one of the sources");
        }
        const std::string text = fmt::format(
            "    {{{}, {}, {}, ResourceKind::{}, {}}},\n", cpp_string(row["name"].text()),
            cpp_string(row["pattern"].text()), cpp_string(row["vendor"].text()), (*kind)[1],
            cpp_string(row["title"].text()));
        if (row.has("pattern")) {
            patterns_.push_back(text);
        } else {
            plain_.emplace_back(std::string(row["name"].text()), text);
        }
        return Done{};
    }

    std::string add_labels(yaml::Node labels) {
        const std::string name = fmt::format("kLabels{}", lists_written_++);
        std::string items;
        std::size_t count = 0;
        const auto add = [&](yaml::Node label) {
            items += cpp_string(label.text()) + ", ";
            ++count;
        };
        for (const yaml::Node label : labels.items()) add(label);
        if (labels.is_string()) add(labels);
        if (count == 0) return "{}";
        lists_ += fmt::format("constexpr std::string_view {}[] = {{{}}};\n", name, items);
        return name;
    }

    void add_product(yaml::Node gpu) {
        const yaml::Node labels =
            gpu["gfd_product_labels"] ? gpu["gfd_product_labels"] : gpu["amd_gpu_product_label"];
        const yaml::Node capability = gpu["compute_capability"];
        products_ += fmt::format(
            "    {{{}, {}, {}, {}, {}, {}, {}, {}}},\n", cpp_string(gpu["vendor"].text()),
            cpp_string(gpu["name"].text()), add_labels(labels), cpp_string(gpu["resource"].text()),
            gpu["memory_mib"].as_integer().value_or(0), cpp_string(gpu["architecture"].text()),
            cpp_string(capability.text() == "unknown" ? "" : capability.text()),
            gpu["mig_capable"].as_bool().value_or(false));
    }

    void add_mig_product(yaml::Node product) {
        std::string profiles;
        for (const yaml::Node profile : product["profiles"].items()) {
            const double gib = profile["memory_gib"].as_number().value_or(0);
            profiles +=
                fmt::format("    {{{}, {}, {}, {}, {}}},\n", cpp_string(profile["name"].text()),
                            profile["compute_slices"].as_integer().value_or(0),
                            profile["memory_slices"].as_integer().value_or(0),
                            profile["max_instances"].as_integer().value_or(0),
                            static_cast<std::int64_t>(gib * 1024));
        }
        std::string name = "{}";
        if (!profiles.empty()) {
            name = fmt::format("kProfiles{}", lists_written_++);
            lists_ += fmt::format("constexpr MigProfile {}[] = {{\n{}}};\n", name, profiles);
        }
        mig_products_ +=
            fmt::format("    {{{}, {}, {}, {}}},\n", add_labels(product["gfd_product_labels"]),
                        product["compute_slices"].as_integer().value_or(0),
                        product["memory_slices"].as_integer().value_or(0), name);
    }

    void add_amd_model(const yaml::Entry& model) {
        std::string partitions;
        for (const yaml::Node combo : model.value["combos"].items()) {
            partitions += fmt::format("    {{{}, {}, {}}},\n", cpp_string(combo["compute"].text()),
                                      cpp_string(combo["memory"].text()),
                                      combo["logical_gpus"].as_integer().value_or(1));
        }
        std::string name = "{}";
        if (!partitions.empty()) {
            name = fmt::format("kPartitions{}", lists_written_++);
            lists_ += fmt::format("constexpr AmdPartition {}[] = {{\n{}}};\n", name, partitions);
        }
        amd_models_.emplace_back(
            std::string(model.key()),
            fmt::format("    {{{}, {}, {}}},\n", cpp_string(model.key()),
                        model.value["memory_gb"].as_integer().value_or(0), name));
    }

    std::vector<std::pair<std::string, std::string>> amd_models_;
    std::string vendors_;
    std::vector<std::pair<std::string, std::string>> plain_;
    std::vector<std::string> patterns_;
    std::string misspelt_;
    std::string lists_;
    std::string products_;
    std::string mig_products_;
    std::size_t lists_written_ = 0;
};

}  // namespace

Result<std::string> generate_gpu_catalog(const std::vector<Input>& inputs) {
    GpuCatalogWriter writer;
    for (const Input& input : inputs) {
        if (const Result<Done> done = writer.read(input); !done) return done.error();
    }
    return writer.write();
}

}  // namespace gpulint::embed
