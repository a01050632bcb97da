#pragma once

#include <string_view>

#include "model/catalog.h"

namespace gpulint::model {

/// A model of the catalogue, and in what form.
struct ModelMatch {
    const ModelRow* row = nullptr;          ///< null: not known
    const ModelVariant* variant = nullptr;  ///< the repository holds it in another format
    const WeightFormat* format = nullptr;   ///< what the end of the name says, without variant
    /// Found by the last part of the name alone: a path, or another publisher's copy.
    bool is_guess = false;
    explicit operator bool() const { return row != nullptr; }
};

/// By repository ("org/name", in any case, also "hf://org/name"), a path in a download cache
/// ("…/models--org--name/…"), or, as a guess, by the last part of any other path.
ModelMatch find_model(std::string_view name);

}  // namespace gpulint::model
