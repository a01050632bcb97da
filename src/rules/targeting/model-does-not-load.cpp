#include <optional>
#include <string>

#include "cluster/gpu_memory.h"
#include "gpu/catalog.h"
#include "lint/rule.h"
#include "model/load.h"
#include "model/weights.h"

namespace gpulint::rules {
namespace {

using Basis = cluster::GpuMemory::Basis;

constexpr double kMibPerGib = 1024;

/// The accelerator resource of which the container asks some; nothing when there are several, or
/// when something else limits the memory, as HAMi's `gpumem` does.
std::optional<k8s::ResourceEntry> find_only_accelerator(const gpu::Catalog& catalog,
                                                        const k8s::Container& container) {
    std::optional<k8s::ResourceEntry> found;
    for (const std::string_view name : container.extended_resources()) {
        const auto amount = container.effective_request(name);
        if (!amount || amount->sign() <= 0) continue;
        if (found || !catalog.is_accelerator(name)) return std::nullopt;
        found = container.find_limit(name);
        if (!found) found = container.find_request(name);
    }
    return found;
}

/// "NVIDIA-L4", "a slice 1g.10gb", "even the largest GPU, GB300,".
std::string describe(const cluster::GpuMemory& memory) {
    switch (memory.basis) {
        case Basis::kResource: return fmt::format("a slice {}", memory.name);
        case Basis::kSelector:
        case Basis::kInventory: return memory.name;
        case Basis::kCatalog: return fmt::format("even the largest GPU, {},", memory.name);
    }
    return memory.name;
}

/// A format in which the weights would leave room, with what they then take; "" when none does.
std::string find_smaller_format(const model::Load& load, double share_gib) {
    constexpr double kGib = 1024.0 * 1024 * 1024;
    for (const std::string_view name : {"fp8", "awq-int4-g128"}) {
        const auto bytes = model::count_weights(*load.model, *model::find_weight_format(name));
        if (!bytes) return "";
        const double gib = *bytes / kGib / static_cast<double>(load.gpus);
        if (gib >= load.gib_per_gpu || gib > share_gib * model::kRoomForWeights) continue;
        return fmt::format(", or take a build in {} ({:.1f} GiB on each)", name, gib);
    }
    return "";
}

/// What would do: more GPUs, or a smaller format.
std::string advise(const model::Load& load, double share_gib) {
    const double all_gib = load.gib_per_gpu * static_cast<double>(load.gpus);
    std::int64_t count = load.gpus;
    constexpr std::int64_t kMost = 64;
    while (count < kMost &&
           all_gib / static_cast<double>(count) > share_gib * model::kRoomForWeights) {
        count *= 2;
    }
    const std::string split =
        load.engine->uses_visible_gpus ? "" : " and split the model over them";
    return fmt::format("ask for {} such GPUs{} ({:.1f} GiB on each){}", count, split,
                       all_gib / static_cast<double>(count), find_smaller_format(load, share_gib));
}

}  // namespace

void model_does_not_load(const lint::RuleContext& context, const k8s::Container& container) {
    const auto asked = find_only_accelerator(context.catalog(), container);
    if (!asked || container.pod().is_incomplete()) return;
    const std::int64_t count = container.effective_request(asked->name())->value();
    for (const model::Load& load : model::find_loads(container, count)) {
        const auto memory = cluster::find_gpu_memory(container.pod(), asked->name(),
                                                     context.inventory(), context.catalog());
        if (!memory) return;
        const double have_gib = memory->visible_mib / kMibPerGib;
        const double share_gib = have_gib * load.share;
        if (load.gib_per_gpu * model::kCautious <= share_gib) continue;
        auto finding = context.report(load.model_span);
        finding.message("{:.1f} GiB of weights for each GPU, and {} has {:.1f} GiB for them",
                        load.gib_per_gpu, describe(*memory), share_gib);
        finding.label("{} in {}", load.model->id, load.format);
        finding.related(asked->node().entry_span(), "the weights go to {}",
                        load.gpus > 1 ? fmt::format("{} GPUs", load.gpus) : "one GPU");
        if (memory->selector) {
            finding.related(memory->selector.entry_span(), "{:.1f} GiB in all", have_gib);
        } else if (memory->node != nullptr) {
            finding.related(memory->node->span,
                            "no GPU that the pod may get has more than {:.1f} GiB", have_gib);
        }
        finding.what_to_do("{}", advise(load, share_gib));
        // A larger product may be new to the catalogue.
        const bool is_far_off = load.gib_per_gpu > share_gib * 1.5;
        const bool is_bound = memory->basis != Basis::kCatalog || is_far_off;
        if (!load.is_certain || !is_bound) {
            finding.severity(diag::Severity::kWarning).confidence(diag::Confidence::kMedium);
        }
    }
}

}  // namespace gpulint::rules
