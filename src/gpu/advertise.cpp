#include "gpu/advertise.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/near_text.h"

namespace gpulint::gpu {
namespace {

/// `1g.10gb+me` is `1g.10gb.me` in resource names and labels.
std::string in_names(std::string_view profile) {
    std::string name(profile);
    std::ranges::replace(name, '+', '.');
    return name;
}

Error unknown_product(std::string_view product) {
    std::vector<std::string_view> labels;
    for (const Product& known : Catalog::products()) {
        labels.insert(labels.end(), known.labels.begin(), known.labels.end());
    }
    const std::string_view near = find_nearest(product, labels);
    return {fmt::format("GPU product \"{}\" is not in the catalogue", product),
            near.empty()
                ? "write the value of the node's product label, such as NVIDIA-H100-80GB-HBM3"
                : fmt::format("did you mean {}?", near)};
}

/// Writes what NVIDIA's components would.
class NvidiaNode {
  public:
    NvidiaNode(const NodeGpus& gpus, const Product& product, const Catalog& catalog)
        : gpus_(gpus), product_(product), mig_(catalog.find_mig_product(gpus.product)) {}

    Result<Advertised> derive() {
        add_common_labels();
        const bool has_mig = !gpus_.mig_layout.empty();
        if (has_mig && mig_ == nullptr) {
            return Error{fmt::format("{} has no MIG profiles in the catalogue", gpus_.product),
                         "leave `mig` out"};
        }
        if (!has_mig) {
            add_whole();
        } else if (gpus_.mig_strategy == "single") {
            if (const Result<Done> done = add_single(); !done) return done.error();
        } else {
            if (const Result<Done> done = add_mixed(); !done) return done.error();
        }
        return std::move(result_);
    }

  private:
    bool is_shared() const { return gpus_.sharing.replicas > 1; }
    std::string suffix() const { return is_shared() && gpus_.sharing.rename ? ".shared" : ""; }
    std::string label_suffix() const {
        return is_shared() && !gpus_.sharing.rename ? "-SHARED" : "";
    }

    void label(std::string_view key, std::string value) {
        result_.labels["nvidia.com/" + std::string(key)] = std::move(value);
    }

    void add_common_labels() {
        label("gpu.present", "true");
        label("gpu.count", std::to_string(gpus_.count));
        label("gpu.replicas", std::to_string(is_shared() ? gpus_.sharing.replicas : 1));
        label("gpu.sharing-strategy",
              is_shared() ? std::string(gpus_.sharing.kind) : std::string("none"));
        if (!product_.architecture.empty()) label("gpu.family", std::string(product_.architecture));
        if (product_.memory_mib > 0) label("gpu.memory", std::to_string(product_.memory_mib));
        const std::vector<std::string_view> capability =
            ascii::split(product_.compute_capability, '.');
        if (capability.size() == 2) {
            label("gpu.compute.major", std::string(capability[0]));
            label("gpu.compute.minor", std::string(capability[1]));
        }
        label("mig.capable", product_.is_mig_capable ? "true" : "false");
        if (!gpus_.mig_strategy.empty()) label("mig.strategy", gpus_.mig_strategy);
        if (gpus_.sharing.kind == "mps") label("mps.capable", "true");
    }

    void add_whole() {
        label("gpu.product", gpus_.product + label_suffix());
        result_.resources["nvidia.com/gpu" + suffix()] = gpus_.count * gpus_.sharing.replicas;
        if (!suffix().empty()) result_.resources["nvidia.com/gpu"] = 0;
    }

    Result<const MigProfile*> profile(std::string_view name) const {
        std::vector<std::string_view> names;
        for (const MigProfile& known : mig_->profiles) {
            if (known.name == name) return &known;
            names.push_back(known.name);
        }
        const std::string_view near = find_nearest(name, names);
        return Error{fmt::format("{} has no MIG profile \"{}\"", gpus_.product, name),
                     near.empty() ? fmt::format("it has {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean {}?", near)};
    }

    /// One profile everywhere: the instances are called nvidia.com/gpu.
    Result<Done> add_single() {
        if (gpus_.mig_layout.size() != 1) {
            label("gpu.product", gpus_.product + "-MIG-INVALID");
            label("gpu.memory", "0");
            result_.resources["nvidia.com/gpu"] = 0;
            return Done{};
        }
        const auto& [name, instances] = *gpus_.mig_layout.begin();
        const Result<const MigProfile*> known = profile(name);
        if (!known) return known.error();
        label("gpu.product", gpus_.product + "-MIG-" + in_names(name) + label_suffix());
        label("gpu.count", std::to_string(gpus_.count * instances));
        if ((*known)->memory_mib > 0) label("gpu.memory", std::to_string((*known)->memory_mib));
        result_.resources["nvidia.com/gpu" + suffix()] =
            gpus_.count * instances * gpus_.sharing.replicas;
        return Done{};
    }

    /// Each profile is a resource of its own; whole GPUs that are cut are not advertised any more.
    Result<Done> add_mixed() {
        label("gpu.product", gpus_.product + label_suffix());
        result_.resources["nvidia.com/gpu"] = 0;
        for (const auto& [name, instances] : gpus_.mig_layout) {
            const Result<const MigProfile*> known = profile(name);
            if (!known) return known.error();
            const std::string key = "mig-" + in_names(name);
            result_.resources["nvidia.com/" + key + suffix()] =
                gpus_.count * instances * gpus_.sharing.replicas;
            label(key + ".count", std::to_string(gpus_.count * instances));
            label(key + ".replicas", std::to_string(is_shared() ? gpus_.sharing.replicas : 1));
            label(key + ".product", gpus_.product + "-MIG-" + in_names(name) + label_suffix());
            if ((*known)->memory_mib > 0) {
                label(key + ".memory", std::to_string((*known)->memory_mib));
            }
        }
        return Done{};
    }

    const NodeGpus& gpus_;
    const Product& product_;
    const MigProduct* mig_;
    Advertised result_;
};

/// How many logical GPUs one card becomes, by its compute mode.
std::int64_t parts_of(const AmdModel& model, std::string_view partition) {
    const std::string mode = ascii::to_lower(partition);
    for (const AmdPartition& known : model.partitions) {
        if (fmt::format("{}/{}", ascii::to_lower(known.compute), ascii::to_lower(known.memory)) ==
            mode) {
            return known.logical_gpus;
        }
    }
    return 0;
}

Result<Advertised> derive_amd(const NodeGpus& gpus, const AmdModel& model) {
    const std::string partition = gpus.partition.empty() ? "SPX/NPS1" : gpus.partition;
    const bool is_partitionable = !model.partitions.empty();
    std::int64_t parts = is_partitionable ? parts_of(model, partition) : 1;
    if (parts == 0 || (!is_partitionable && !gpus.partition.empty())) {
        std::string known;
        for (const AmdPartition& row : model.partitions) {
            known += fmt::format("{}{}/{}", known.empty() ? "" : ", ", row.compute, row.memory);
        }
        return Error{fmt::format("{} cannot be partitioned as {}", model.name, partition),
                     known.empty() ? "leave `partition` out" : "it can be " + known};
    }
    Advertised result;
    const std::vector<std::string_view> modes = ascii::split(partition, '/');
    const bool is_mixed = gpus.naming == "mixed" && is_partitionable && modes.size() == 2;
    const std::string resource = is_mixed ? fmt::format("amd.com/{}_{}", ascii::to_lower(modes[0]),
                                                        ascii::to_lower(modes[1]))
                                          : "amd.com/gpu";
    result.resources[resource] = gpus.count * parts;
    result.labels["amd.com/gpu.product-name"] = gpus.product;
    if (model.memory_gb > 0) {
        result.labels["amd.com/gpu.vram"] = fmt::format("{}G", model.memory_gb / parts);
    }
    if (is_partitionable && modes.size() == 2) {
        result.labels["amd.com/gpu.compute-memory-partition"] =
            fmt::format("{}_{}", ascii::to_lower(modes[0]), ascii::to_lower(modes[1]));
    }
    return result;
}

}  // namespace

Result<Advertised> derive_advertised(const NodeGpus& gpus, const Catalog& catalog) {
    for (const AmdModel& model : Catalog::amd_models()) {
        if (ascii::contains_ignoring_case(gpus.product, model.name)) return derive_amd(gpus, model);
    }
    const Product* product = catalog.find_product(gpus.product);
    if (product == nullptr) return unknown_product(gpus.product);
    if (product->vendor == "nvidia") return NvidiaNode(gpus, *product, catalog).derive();
    Advertised result;
    result.resources[std::string(product->resource)] = gpus.count;
    return result;
}

}  // namespace gpulint::gpu
