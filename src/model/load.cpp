#include "model/load.h"

#include <optional>

#include "model/served.h"
#include "model/weights.h"

namespace gpulint::model {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

/// Where settings may hide that would change the sum.
bool hides_settings(const Served& served) {
    const std::optional<std::string_view> device = served.text_of(Role::kDevice);
    const std::optional<std::string_view> format = served.text_of(Role::kLoad);
    const bool is_on_gpu = device && (device->empty() || *device == "cuda" || *device == "auto");
    return served.is_open || served.find(Role::kFile) != nullptr || !is_on_gpu || !format ||
           *format == "gguf";
}

/// Over how many GPUs the weights are split; nothing when it is not known.
std::optional<std::int64_t> find_split(const Served& served, std::int64_t gpus) {
    const double visible = served.engine->uses_visible_gpus ? static_cast<double>(gpus) : 1;
    const auto tensor = served.number_of(Role::kTensor, visible);
    const auto pipeline = served.number_of(Role::kPipeline, 1);
    const auto data = served.number_of(Role::kData, 1);
    if (!tensor || !pipeline || !data) return std::nullopt;
    double split = *tensor * *pipeline;
    if (served.find(Role::kExpert) != nullptr) split *= *data;
    return split >= 1 ? std::optional(static_cast<std::int64_t>(split)) : std::nullopt;
}

std::optional<Load> find_load(const Served& served, std::int64_t gpus) {
    if (served.engine->memory == MemoryUse::kSpills || hides_settings(served)) return std::nullopt;
    const ModelMatch model = served.model();
    const auto quantization = served.text_of(Role::kQuantization);
    const auto dtype = served.text_of(Role::kDtype);
    const auto share = served.number_of(Role::kShare, served.engine->default_share);
    const auto offload = served.number_of(Role::kOffload, 0);
    const auto split = find_split(served, gpus);
    if (!model || !quantization || !dtype || !share || !offload || !split) return std::nullopt;
    const std::optional<Weights> weights = find_weights(model, *quantization, *dtype);
    if (!weights || *share <= 0 || *share > 1) return std::nullopt;
    Load load;
    load.engine = served.engine;
    load.model = model.row;
    load.model_span = served.find(Role::kModel)->span;
    load.format = weights->format;
    load.gpus = *split;
    load.gib_per_gpu = weights->bytes / kGib / static_cast<double>(*split) - *offload;
    load.share = *share;
    load.is_certain = weights->is_certain;
    return load;
}

}  // namespace

std::vector<Load> find_loads(const k8s::Container& container, std::int64_t gpus) {
    std::vector<Load> loads;
    for (const Served& served : find_served(container)) {
        if (const std::optional<Load> load = find_load(served, gpus)) loads.push_back(*load);
    }
    return loads;
}

}  // namespace gpulint::model
