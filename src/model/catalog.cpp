#include "model/catalog.h"

#include <algorithm>

namespace gpulint::model {

const WeightFormat* find_weight_format(std::string_view name) {
    const auto formats = weight_formats();
    const auto place = std::ranges::find(formats, name, &WeightFormat::name);
    return place == formats.end() ? nullptr : &*place;
}

const EngineRow* find_engine(std::string_view name) {
    const auto rows = engines();
    const auto place = std::ranges::find(rows, name, &EngineRow::name);
    return place == rows.end() ? nullptr : &*place;
}

}  // namespace gpulint::model
