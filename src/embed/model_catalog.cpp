// rules/catalog/models.yaml, weight-formats.yaml and engines.yaml
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "embed/gpu_catalog.h"

namespace gpulint::embed {
namespace {

/// Words of the files and what they are in C++.
using Words = std::span<const std::pair<std::string_view, std::string_view>>;

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEvidence{
    {{"A", "Evidence::kRead"}, {"B", "Evidence::kReencoded"}, {"C", "Evidence::kRecalled"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMemory{
    {{"total", "MemoryUse::kShareOfTotal"},
     {"all", "MemoryUse::kAll"},
     {"spills", "MemoryUse::kSpills"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kGpus{
    {{"one", "false"}, {"visible", "true"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kRoles{
    {{"model", "Role::kModel"},
     {"tensor", "Role::kTensor"},
     {"pipeline", "Role::kPipeline"},
     {"data", "Role::kData"},
     {"expert", "Role::kExpert"},
     {"quantization", "Role::kQuantization"},
     {"dtype", "Role::kDtype"},
     {"load", "Role::kLoad"},
     {"share", "Role::kShare"},
     {"offload", "Role::kOffload"},
     {"length", "Role::kLength"},
     {"kv", "Role::kKv"},
     {"file", "Role::kFile"},
     {"device", "Role::kDevice"},
     {"name", "Role::kName"}}};

/// What the word of `row[key]` is in C++, or an error that lists the words there are.
Result<std::string> cpp_word(const CatalogReader& file, yaml::Node row, std::string_view key,
                             Words words) {
    const auto word = std::ranges::find(words, row[key].text(), &Words::value_type::first);
    if (word != words.end()) return std::string(word->second);
    std::string known;
    for (const auto& [name, unused] : words) known += fmt::format(" {}", name);
    return file.error(row, fmt::format("`{}` is one of{}", key, known));
}

class ModelWriter {
  public:
    Result<Done> read(const CatalogReader& file) {
        for (const yaml::Node row : file.root()["models"].items()) {
            if (const Result<Done> done = add_model(file, row); !done) return done;
        }
        for (const yaml::Node row : file.root()["formats"].items()) {
            if (const Result<Done> done = add_format(file, row); !done) return done;
        }
        for (const yaml::Node row : file.root()["engines"].items()) {
            if (const Result<Done> done = add_engine(file, row); !done) return done;
        }
        return Done{};
    }

    std::string write() const {
        return lists_.text() + cpp_table("ModelRow", "kModels", models_) +
               cpp_table("WeightFormat", "kFormats", formats_) +
               cpp_table("EngineRow", "kEngines", engines_) +
               "}  // namespace\n\n"
               "std::span<const ModelRow> models() { return kModels; }\n"
               "std::span<const WeightFormat> weight_formats() { return kFormats; }\n"
               "std::span<const EngineRow> engines() { return kEngines; }\n\n";
    }

  private:
    Result<Done> add_model(const CatalogReader& file, yaml::Node row) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        const Result<std::string> evidence = cpp_word(file, row, "evidence", kEvidence);
        if (!evidence) return evidence.error();
        std::vector<std::string> variants;
        for (const yaml::Node variant : row["variants"].items()) {
            variants.push_back(fmt::format("{{{}, {}, {}}}", cpp_string(variant["id"].text()),
                                           cpp_string(variant["format"].text()),
                                           cpp_optional(variant["weight_files_gib"])));
        }
        const bool is_text_only =
            row["params_method"].text().find("text stack only") != std::string_view::npos;
        models_ +=
            fmt::format("    {{{}, {}, {}, {}, {}, {}", cpp_string(row["id"].text()),
                        lists_.add_texts(row["aliases"]), lists_.add("ModelVariant", variants),
                        *evidence, cpp_bool(row["is_checked"]), is_text_only);
        models_ += fmt::format(", {}, {}, {}, {}", cpp_optional(row["params"]),
                               cpp_optional(row["expert_params"]), cpp_known_string(row["dtype"]),
                               cpp_optional(row["weight_files_gib"]));
        for (const std::string_view key :
             {"layers", "hidden_size", "attention_heads", "kv_heads", "head_dim",
              "intermediate_size", "max_position_embeddings", "vocab_size"}) {
            models_ += ", " + cpp_optional(row[key]);
        }
        models_ += fmt::format(", {}, {}}},\n", cpp_string(row["attention"]["kind"].text()),
                               cpp_optional(row["kv_bytes_per_token"]));
        return Done{};
    }

    Result<Done> add_format(const CatalogReader& file, yaml::Node row) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        formats_ +=
            fmt::format("    {{{}, {}, {}, {}, {}}},\n", cpp_string(row["name"].text()),
                        row["bytes"].text(), cpp_bool(row["keeps_embeddings"]),
                        lists_.add_texts(row["suffixes"]), lists_.add_texts(row["quantization"]));
        return Done{};
    }

    Result<Done> add_engine(const CatalogReader& file, yaml::Node row) {
        if (const Result<Done> done = file.check_source(row); !done) return done;
        const Result<std::string> memory = cpp_word(file, row, "memory", kMemory);
        const Result<std::string> gpus = cpp_word(file, row, "gpus", kGpus);
        if (!memory) return memory.error();
        if (!gpus) return gpus.error();
        std::vector<std::string> flags;
        for (const yaml::Node flag : row["flags"].items()) {
            const Result<std::string> role = cpp_word(file, flag, "role", kRoles);
            if (!role) return role.error();
            flags.push_back(fmt::format("{{{}, {}, {}, {}}}", lists_.add_texts(flag["names"]),
                                        cpp_string(flag["env"].text()), *role,
                                        cpp_bool(flag["switch"])));
        }
        const yaml::Node share = row["default_share"];
        engines_ +=
            fmt::format("    {{{}, {}, {}, {}, {}, {}, {}}},\n", cpp_string(row["name"].text()),
                        lists_.add_texts(row["programs"]), cpp_bool(row["model_first"]), *memory,
                        share ? share.text() : "1.0", *gpus, lists_.add("EngineFlag", flags));
        return Done{};
    }

    ListWriter lists_{"ModelList"};
    std::string models_;
    std::string formats_;
    std::string engines_;
};

}  // namespace

Result<std::string> generate_model_catalog(const std::vector<Input>& inputs) {
    ModelWriter writer;
    for (const Input& input : inputs) {
        const CatalogReader file(input);
        if (const Result<Done> done = file.check_as_of(); !done) return done.error();
        if (const Result<Done> done = writer.read(file); !done) return done.error();
    }
    return "#include \"model/catalog.h\"\n\nnamespace gpulint::model {\nnamespace {\n\n" +
           writer.write() + "}  // namespace gpulint::model\n";
}

}  // namespace gpulint::embed
