#pragma once

#include <optional>
#include <string_view>

#include "model/model_name.h"

namespace gpulint::model {

/// The weights of a model, all GPUs together.
struct Weights {
    double bytes = 0;
    std::string_view format;     ///< WeightFormat::name
    bool is_from_files = false;  ///< the published files were added up; else counted from the shape
    bool is_certain = false;     ///< neither recalled nor guessed
};

/// How much a model's weights take when an engine loads them.
/// Counted: parameters times the format's bytes; formats that keep the embeddings in 16 bit have
/// vocabulary x hidden size parameters at 2 bytes, twice where the output layer is its own.
/// `quantization` and `dtype` are what the engine was told, "" or "auto" when nothing. Nothing when
/// the parameters are not known, or what the quantization makes of them.
std::optional<Weights> find_weights(const ModelMatch& model, std::string_view quantization,
                                    std::string_view dtype);

/// All parameters in one format, in bytes, by the formula above; nothing when they are not known.
std::optional<double> count_weights(const ModelRow& row, const WeightFormat& format);

/// How many tables of vocabulary x hidden size a dense model has: 1 when the output layer is tied
/// to the embeddings, else 2; the number with which the count from the shape comes closest to the
/// published total. 1, the cautious answer, where the shape is not known.
int count_embeddings(const ModelRow& row);

}  // namespace gpulint::model
