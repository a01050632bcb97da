#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "gpu/advertise.h"
#include "gpu/labels.h"

/// What NVIDIA's device plugin and feature discovery make of the GPUs of a node; both agree with
/// recorded answers of the real programs (tests/conformance).
namespace gpulint::gpu {
namespace {

constexpr std::string_view kGpu = "nvidia.com/gpu";

bool is_mig_on(const NvidiaNode& node) {
    return std::ranges::any_of(node.gpus, &NvidiaGpu::is_mig_enabled);
}

/// How a resource is shared: its replicas, and the name it is advertised under.
struct Share {
    std::int64_t replicas = 1;
    std::string name;
    bool is_shared() const { return replicas > 1; }
};

Share share_of(std::string_view resource, const Sharing& sharing) {
    Share share{1, std::string(resource)};
    if (sharing.kind.empty()) return share;
    if (sharing.names.empty()) {
        share.replicas = sharing.replicas;
    } else {
        // Of two entries with one name the larger decides.
        for (const SharedName& entry : sharing.names) {
            if (entry.name == resource) share.replicas = std::max(share.replicas, entry.replicas);
        }
    }
    if (share.is_shared() && sharing.rename) share.name += ".shared";
    return share;
}

/// The device plugin knows no limit, but would not live to see this many devices.
bool has_too_many_replicas(const Sharing& sharing) {
    constexpr std::int64_t kMostReplicas = 1'000'000;
    return sharing.replicas > kMostReplicas ||
           std::ranges::any_of(sharing.names, [](const SharedName& entry) {
               return entry.replicas > kMostReplicas;
           });
}

/// Why strategy single refuses the node's GPUs, or "".
std::string_view find_single_problem(const NvidiaNode& node) {
    const std::string* profile = nullptr;
    bool is_whole_present = false;
    for (const NvidiaGpu& gpu : node.gpus) {
        if (!gpu.is_mig_enabled) {
            is_whole_present = true;
            continue;
        }
        if (gpu.instances.empty()) return "a GPU in MIG mode has no instances";
        for (const NvidiaInstance& instance : gpu.instances) {
            if (profile != nullptr && *profile != instance.profile) {
                return "the node has instances of several profiles";
            }
            profile = &instance.profile;
        }
    }
    return profile != nullptr && is_whole_present ? "only some of the GPUs are in MIG mode" : "";
}

/// The labels of one resource: whole GPUs, or the instances of one profile.
class LabelWriter {
  public:
    LabelWriter(std::map<std::string, std::string>& labels, std::string resource,
                const Sharing& sharing)
        : labels_(labels),
          resource_(std::move(resource)),
          sharing_(sharing),
          share_(share_of(resource_, sharing)) {}

    void write(std::string_view key, std::string value) {
        labels_[fmt::format("{}.{}", resource_, key)] = std::move(value);
    }
    template <class Number>
    void write_known(std::string_view key, const std::optional<Number>& number) {
        if (number) write(key, std::to_string(*number));
    }
    void write_product(std::string product) {
        const bool is_marked = share_.is_shared() && !sharing_.rename && !product.empty();
        if (is_marked) product += "-SHARED";
        write("product", std::move(product));
    }
    void write_sharing() {
        write("replicas", std::to_string(share_.replicas));
        write("sharing-strategy", share_.is_shared() ? std::string(sharing_.kind) : "none");
    }
    void write_instance(const NvidiaInstance& instance) {
        write_known("memory", instance.memory_mib);
        write_known("multiprocessors", instance.multiprocessors);
        write_known("slices.gi", instance.gpu_slices);
        write_known("slices.ci", instance.compute_slices);
        write_known("engines.copy", instance.engines.copy);
        write_known("engines.decoder", instance.engines.decoder);
        write_known("engines.encoder", instance.engines.encoder);
        write_known("engines.jpeg", instance.engines.jpeg);
        write_known("engines.ofa", instance.engines.ofa);
    }

  private:
    std::map<std::string, std::string>& labels_;
    std::string resource_;
    const Sharing& sharing_;
    Share share_;
};

std::string instance_product(const NvidiaGpu& gpu, const NvidiaInstance& instance) {
    return nvidia_product_label(gpu.name) + "-MIG-" + mig_label_part(instance.profile);
}

/// A GPU that speaks for the node: one without MIG where there is such.
const NvidiaGpu& speaker_of(const NvidiaNode& node) {
    const auto whole = std::ranges::find(node.gpus, false, &NvidiaGpu::is_mig_enabled);
    return whole == node.gpus.end() ? node.gpus.front() : *whole;
}

/// Whole GPUs; those in MIG mode are counted, and said to be shared by nobody.
void write_whole(const NvidiaNode& node, std::map<std::string, std::string>& labels) {
    const NvidiaGpu& speaker = speaker_of(node);
    const auto count = std::ranges::count(node.gpus, speaker.name, &NvidiaGpu::name);
    static const Sharing kUnshared;
    const bool is_in_mig_mode = speaker.is_mig_enabled;
    LabelWriter writer(labels, std::string(kGpu), is_in_mig_mode ? kUnshared : node.sharing);
    writer.write_product(nvidia_product_label(speaker.name));
    writer.write("count", std::to_string(count));
    writer.write_sharing();
    if (is_in_mig_mode) writer.write("replicas", "0");
    writer.write_known("memory", speaker.memory_mib);
}

/// Strategy single: the instances are called nvidia.com/gpu.
void write_single(const NvidiaNode& node, std::map<std::string, std::string>& labels) {
    const NvidiaGpu& first = *std::ranges::find(node.gpus, true, &NvidiaGpu::is_mig_enabled);
    LabelWriter writer(labels, std::string(kGpu), node.sharing);
    if (!find_single_problem(node).empty()) {
        writer.write("product", nvidia_product_label(first.name) + "-MIG-INVALID");
        writer.write("count", "0");
        writer.write("replicas", "0");
        writer.write("sharing-strategy", "");
        writer.write("memory", "0");
        return;
    }
    std::size_t count = 0;
    for (const NvidiaGpu& gpu : node.gpus) count += gpu.instances.size();
    const NvidiaInstance& instance = first.instances.front();
    writer.write_product(instance_product(first, instance));
    writer.write("count", std::to_string(count));
    writer.write_sharing();
    writer.write_instance(instance);
}

/// Strategy mixed: each profile has labels of its own.
void write_mixed(const NvidiaNode& node, std::map<std::string, std::string>& labels) {
    std::map<std::string, std::int64_t> counts;
    for (const NvidiaGpu& gpu : node.gpus) {
        for (const NvidiaInstance& instance : gpu.instances) {
            LabelWriter writer(labels, mig_resource(instance.profile), node.sharing);
            writer.write_product(instance_product(gpu, instance));
            writer.write("count", std::to_string(++counts[instance.profile]));
            writer.write_sharing();
            writer.write_instance(instance);
        }
    }
}

std::string yes_or_no(bool value) { return value ? "true" : "false"; }

Result<Done> count_instances(const NvidiaGpu& gpu, const Sharing& sharing,
                             std::map<std::string, std::int64_t>& resources) {
    for (const NvidiaInstance& instance : gpu.instances) {
        const std::optional<MigProfileName> name = parse_mig_profile(instance.profile);
        if (name && name->compute_instance > 0) {
            return Error{fmt::format("the device plugin does not start with the compute instance "
                                     "{} under MIG strategy mixed",
                                     instance.profile),
                         "make whole GPU instances"};
        }
        const Share share = share_of(mig_resource(instance.profile), sharing);
        resources[share.name] += share.replicas;
    }
    return Done{};
}

}  // namespace

std::string nvidia_product_label(std::string_view device_name) {
    std::string label;
    bool is_after_blank = false;
    for (const char c : device_name) {
        if (c == ' ') {
            is_after_blank = true;
        } else if (ascii::is_alnum(c) || c == '-' || c == '_' || c == '.') {
            if (is_after_blank && !label.empty()) label += '-';
            is_after_blank = false;
            label += c;
        }
    }
    return label;
}

Result<std::map<std::string, std::int64_t>> nvidia_resources(const NvidiaNode& node) {
    std::map<std::string, std::int64_t> resources;
    const Share whole = share_of(kGpu, node.sharing);
    const bool is_mps = node.sharing.kind == "mps";
    if (has_too_many_replicas(node.sharing)) {
        return Error{"a GPU cannot be shared by more than a million pods", "use fewer replicas"};
    }
    if (is_mps && node.mig_strategy == "mixed") {
        return Error{"the device plugin does not start with MPS and MIG strategy mixed",
                     "use time-slicing, or MIG strategy none"};
    }
    if (node.mig_strategy == "single" && is_mig_on(node)) {
        const std::string_view problem = find_single_problem(node);
        if (!problem.empty()) {
            return Error{
                fmt::format("the device plugin does not start with MIG strategy single: {}",
                            problem),
                "cut all GPUs into instances of one profile, or use strategy mixed"};
        }
        if (is_mps) {
            return Error{"the device plugin does not start with MPS on MIG instances",
                         "use time-slicing"};
        }
    }
    for (const NvidiaGpu& gpu : node.gpus) {
        const bool is_cut = gpu.is_mig_enabled && node.mig_strategy != "none";
        if (is_cut && node.mig_strategy == "mixed") {
            const Result<Done> done = count_instances(gpu, node.sharing, resources);
            if (!done) return done.error();
            continue;
        }
        const auto units = is_cut ? static_cast<std::int64_t>(gpu.instances.size()) : 1;
        resources[whole.name] += units * whole.replicas;
    }
    return resources;
}

Result<std::map<std::string, std::string>> nvidia_labels(const NvidiaNode& node) {
    std::map<std::string, std::string> labels{{"nvidia.com/vgpu.present", "false"}};
    if (node.gpus.empty()) return labels;
    const bool is_mig = is_mig_on(node);
    const bool is_mps = node.sharing.kind == "mps";
    if (is_mps && is_mig) {
        return Error{"feature discovery writes no labels with MPS on a node with MIG instances",
                     "use time-slicing"};
    }
    if (node.mig_strategy == "single" && is_mig) {
        write_single(node, labels);
    } else {
        write_whole(node, labels);
        if (node.mig_strategy == "mixed") write_mixed(node, labels);
    }
    if (node.mig_strategy != "none") {
        labels["nvidia.com/mig.strategy"] = std::string(node.mig_strategy);
    }
    const bool is_capable = std::ranges::any_of(node.gpus, &NvidiaGpu::is_mig_capable);
    labels["nvidia.com/mig.capable"] = yes_or_no(is_capable);
    labels["nvidia.com/mps.capable"] = yes_or_no(is_mps);
    const auto& capability = speaker_of(node).compute_capability;
    if (capability && capability->first > 0) {
        labels["nvidia.com/gpu.compute.major"] = std::to_string(capability->first);
        labels["nvidia.com/gpu.compute.minor"] = std::to_string(capability->second);
        labels["nvidia.com/gpu.family"] =
            std::string(gpu_family(capability->first, capability->second));
    }
    return labels;
}

}  // namespace gpulint::gpu
