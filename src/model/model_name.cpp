#include "model/model_name.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "base/ascii.h"

namespace gpulint::model {
namespace {

/// Lower-case names of the catalogue, whole and by their last part.
class NameIndex {
  public:
    NameIndex() {
        for (const ModelRow& row : models()) {
            add(row.id, {&row, nullptr, nullptr, false});
            for (const std::string_view alias : row.aliases) {
                add(alias, {&row, nullptr, nullptr, false});
            }
            for (const ModelVariant& variant : row.variants) {
                add(variant.id, {&row, &variant, nullptr, false});
            }
        }
    }

    ModelMatch find(std::string_view name) const {
        const auto place = whole_.find(name);
        return place == whole_.end() ? ModelMatch{} : place->second;
    }
    ModelMatch find_last_part(std::string_view name) const {
        const auto place = last_parts_.find(name);
        if (place == last_parts_.end()) return {};
        ModelMatch match = place->second;
        match.is_guess = true;
        return match;
    }

  private:
    void add(std::string_view id, const ModelMatch& match) {
        std::string name = ascii::to_lower(id);
        last_parts_.try_emplace(name.substr(name.rfind('/') + 1), match);
        whole_.try_emplace(std::move(name), match);
    }

    std::map<std::string, ModelMatch, std::less<>> whole_;
    std::map<std::string, ModelMatch, std::less<>> last_parts_;
};

const NameIndex& index() {
    static const NameIndex kIndex;
    return kIndex;
}

/// "org/name" out of ".../models--org--name/snapshots/…"; "" when it is no such path.
std::string find_cached_id(std::string_view path) {
    constexpr std::string_view kStart = "models--";
    const std::size_t start = path.find(kStart);
    if (start == std::string_view::npos) return "";
    std::string_view rest = path.substr(start + kStart.size());
    rest = rest.substr(0, rest.find('/'));
    const std::size_t dashes = rest.find("--");
    if (dashes == std::string_view::npos) return "";
    return std::string(rest.substr(0, dashes)) + '/' + std::string(rest.substr(dashes + 2));
}

/// The format whose suffix ends the name, the longest such suffix.
const WeightFormat* find_format_of_name(std::string_view name, std::size_t& length) {
    const WeightFormat* found = nullptr;
    length = 0;
    for (const WeightFormat& format : weight_formats()) {
        for (const std::string_view suffix : format.suffixes) {
            if (!name.ends_with(suffix) || suffix.size() <= length) continue;
            found = &format;
            length = suffix.size();
        }
    }
    return found;
}

}  // namespace

ModelMatch find_model(std::string_view name) {
    constexpr std::string_view kHub = "hf://";
    std::string key = ascii::to_lower(name);
    if (key.starts_with(kHub)) key.erase(0, kHub.size());
    while (key.ends_with('/')) key.pop_back();
    if (const std::string cached = find_cached_id(key); !cached.empty()) key = cached;
    if (const ModelMatch match = index().find(key)) return match;
    const std::string last = key.substr(key.rfind('/') + 1);
    if (const ModelMatch match = index().find_last_part(last)) return match;
    std::size_t length = 0;
    const WeightFormat* format = find_format_of_name(last, length);
    if (format == nullptr) return {};
    ModelMatch match = index().find_last_part(last.substr(0, last.size() - length));
    if (match && match.variant != nullptr) return {};
    match.format = format;
    return match;
}

}  // namespace gpulint::model
