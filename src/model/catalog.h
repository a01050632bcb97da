#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Models, the formats they are published in and the programs that serve them: the facts of
/// rules/catalog/{models,weight-formats,engines}.yaml. A value that no source gives is std::nullopt
/// or "".
namespace gpulint::model {

/// A repository with a model in another format than the model's own.
struct ModelVariant {
    std::string_view id;
    std::string_view format;  ///< WeightFormat::name
    std::optional<double> weight_files_gib;
};

/// How much of what is known about a model was read, and how much is recalled.
enum class Evidence : std::uint8_t { kRead, kReencoded, kRecalled };

struct ModelRow {
    std::string_view id;  ///< repository on the Hugging Face hub
    std::span<const std::string_view> aliases;
    std::span<const ModelVariant> variants;
    Evidence evidence = Evidence::kRecalled;
    bool is_checked = false;             ///< shape and published total agree to the last parameter
    bool is_text_only = false;           ///< `params` leaves out a vision or other tower
    std::optional<std::int64_t> params;  ///< all of them, resting experts included
    std::optional<std::int64_t> expert_params;  ///< in the format of the experts, if it is another
    std::string_view dtype;                     ///< of the checkpoint
    std::optional<double> weight_files_gib;     ///< sum of the weight files, in 2^30 bytes
    std::optional<std::int64_t> layers;
    std::optional<std::int64_t> hidden_size;
    std::optional<std::int64_t> attention_heads;
    std::optional<std::int64_t> kv_heads;
    std::optional<std::int64_t> head_dim;
    std::optional<std::int64_t> intermediate_size;
    std::optional<std::int64_t> max_position_embeddings;
    std::optional<std::int64_t> vocab_size;
    std::string_view attention;                      ///< "GQA", "MLA", …
    std::optional<std::int64_t> kv_bytes_per_token;  ///< all layers, 16 bit, before parallelism
};

std::span<const ModelRow> models();

/// Bytes of a parameter in one format.
struct WeightFormat {
    std::string_view name;                            ///< "fp8", "awq-int4-g128"
    double bytes_per_parameter;                       ///< scales included
    bool keeps_embeddings;                            ///< they stay in 16 bit beside it
    std::span<const std::string_view> suffixes;       ///< ends of repository names, lower case
    std::span<const std::string_view> quantizations;  ///< values of --quantization that make it
};

std::span<const WeightFormat> weight_formats();
/// By its name, or null.
const WeightFormat* find_weight_format(std::string_view name);

/// What a flag sets; see rules/catalog/engines.yaml.
enum class Role : std::uint8_t {
    kModel,
    kTensor,
    kPipeline,
    kData,
    kExpert,
    kQuantization,
    kDtype,
    kLoad,
    kShare,
    kOffload,
    kLength,
    kKv,
    kFile,
    kDevice,
    kName,
};

struct EngineFlag {
    std::span<const std::string_view> names;  ///< "--tensor-parallel-size", "-tp"
    std::string_view variable;                ///< read in place of the flag, or ""
    Role role;
    bool is_switch;  ///< takes no value
};

/// How much of a GPU an engine may fill with weights.
enum class MemoryUse : std::uint8_t {
    kShareOfTotal,  ///< a share, by a flag or default_share, of what the CUDA runtime sees
    kAll,
    kSpills,  ///< what does not fit goes to host memory
};

struct EngineRow {
    std::string_view name;                       ///< ImageUse::engine
    std::span<const std::string_view> programs;  ///< words a command line starts with
    bool takes_model_first;                      ///< the word after the program may be the model
    MemoryUse memory;
    double default_share;
    bool uses_visible_gpus;  ///< all that the container sees, when nothing says otherwise; else one
    std::span<const EngineFlag> flags;
};

std::span<const EngineRow> engines();
/// By its name, or null.
const EngineRow* find_engine(std::string_view name);

}  // namespace gpulint::model
