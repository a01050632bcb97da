#include "model/weights.h"

#include <algorithm>
#include <cmath>

#include "base/ascii.h"

namespace gpulint::model {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

/// The format of a checkpoint by its dtype; null for mixtures of several.
const WeightFormat* native_format(const ModelRow& row) {
    if (const WeightFormat* format = find_weight_format(row.dtype)) return format;
    // "float16 in TEI": what an engine makes of a checkpoint on disk.
    return find_weight_format(row.dtype.substr(0, row.dtype.find(' ')));
}

bool is_unquantized(const WeightFormat& format) { return format.bytes_per_parameter >= 2; }

/// What `--quantization` makes of a 16-bit checkpoint, or null.
const WeightFormat* find_made_format(std::string_view quantization) {
    for (const WeightFormat& format : weight_formats()) {
        if (std::ranges::find(format.quantizations, quantization) != format.quantizations.end()) {
            return &format;
        }
    }
    return nullptr;
}

bool is_set(std::string_view value) { return !value.empty() && value != "auto"; }

}  // namespace

std::optional<double> count_weights(const ModelRow& row, const WeightFormat& format) {
    if (!row.params) return std::nullopt;
    double bytes = static_cast<double>(*row.params) * format.bytes_per_parameter;
    if (format.keeps_embeddings && row.vocab_size && row.hidden_size) {
        const double table = static_cast<double>(*row.vocab_size * *row.hidden_size);
        bytes += count_embeddings(row) * table * (2 - format.bytes_per_parameter);
    }
    return bytes;
}

int count_embeddings(const ModelRow& row) {
    const bool is_known = row.params && row.layers && row.hidden_size && row.attention_heads &&
                          row.kv_heads && row.head_dim && row.intermediate_size && row.vocab_size;
    if (!is_known) return 1;
    const std::int64_t hidden = *row.hidden_size;
    const std::int64_t attention = 2 * hidden * *row.attention_heads * *row.head_dim +
                                   2 * hidden * *row.kv_heads * *row.head_dim;
    const std::int64_t layer = attention + 3 * hidden * *row.intermediate_size;
    const std::int64_t rest = *row.params - *row.layers * layer;
    const double tables = static_cast<double>(rest) / static_cast<double>(*row.vocab_size * hidden);
    return tables >= 1.5 && tables < 2.5 ? 2 : 1;
}

std::optional<Weights> find_weights(const ModelMatch& model, std::string_view quantization,
                                    std::string_view dtype) {
    if (!model) return std::nullopt;
    const ModelRow& row = *model.row;
    const WeightFormat* format = native_format(row);
    if (model.variant != nullptr) format = find_weight_format(model.variant->format);
    if (model.format != nullptr) format = model.format;
    const bool is_published = model.format == nullptr;
    std::optional<double> files =
        model.variant != nullptr ? model.variant->weight_files_gib : row.weight_files_gib;
    if (!is_published) files = std::nullopt;
    // A quantized checkpoint is loaded as it is, whatever quantization is named for it.
    const bool is_plain = format != nullptr && is_unquantized(*format);
    if (is_plain && is_set(quantization)) {
        format = find_made_format(quantization);
        files = std::nullopt;
        if (format == nullptr) return std::nullopt;
    } else if (is_plain && is_set(dtype)) {
        const bool is_wide = dtype == "float32" || dtype == "float";
        const WeightFormat* wanted = find_weight_format(is_wide ? "float32" : "bfloat16");
        if (wanted->bytes_per_parameter != format->bytes_per_parameter) files = std::nullopt;
        format = wanted;
    } else if (is_plain && format->bytes_per_parameter > 2) {
        // Engines load 32-bit checkpoints in 16 bit.
        format = find_weight_format("float16");
        files = std::nullopt;
    }
    Weights weights;
    weights.format = format != nullptr ? format->name : row.dtype;
    weights.is_certain = !model.is_guess && (row.evidence != Evidence::kRecalled || row.is_checked);
    if (files) {
        weights.bytes = *files * kGib;
        weights.is_from_files = true;
        return weights;
    }
    if (format == nullptr) return std::nullopt;
    const std::optional<double> bytes = count_weights(row, *format);
    if (!bytes) return std::nullopt;
    weights.bytes = *bytes;
    return weights;
}

}  // namespace gpulint::model
