#include <algorithm>

#include "gpu/mig_config.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

void check_filters(const lint::RuleContext& context, const gpu::MigConfigEntry& entry) {
    if (entry.takes_every_device()) return;
    for (const yaml::Node filter : entry.filters) {
        if (filter.is_unknown()) continue;
        const gpu::PciFilter parsed = gpu::parse_pci_filter(filter.text());
        if (parsed.is_nvidia()) continue;
        context.report(filter.span())
            .message("\"{}\" is {}, so that it matches no GPU", filter.text(),
                     parsed.id ? "no number of an NVIDIA device" : "no PCI device id")
            .what_to_do("write device and vendor as one number, such as 0x233010DE");
    }
}

void check_counts(const lint::RuleContext& context, const gpu::MigConfigEntry& entry) {
    const bool has_some = std::ranges::any_of(
        entry.devices, [](const gpu::MigDevices& devices) { return devices.count > 0; });
    for (const gpu::MigDevices& devices : entry.devices) {
        const bool has_zero_start = devices.profile.starts_with('0') ||
                                    devices.profile.find(".0") != std::string_view::npos;
        if (devices.count == 0 && has_some) {
            context.report(devices.node.entry_span())
                .message("a count of 0 beside others is never reported as applied")
                .what_to_do("remove the line");
        } else if (has_zero_start) {
            context.report(devices.node.key_span())
                .message("{} is no spelling that the driver uses", devices.profile)
                .what_to_do("write it without leading zeros");
        }
    }
}

/// Two entries that take the same GPUs: the later one counts.
void check_overlap(const lint::RuleContext& context, const gpu::MigConfig& config) {
    for (std::size_t i = 1; i < config.entries.size(); ++i) {
        const gpu::MigConfigEntry& later = config.entries[i];
        const auto before = std::ranges::find_if(
            config.entries.begin(), config.entries.begin() + static_cast<std::ptrdiff_t>(i),
            [&later](const gpu::MigConfigEntry& entry) {
                const bool share_devices = entry.takes_every_device() && later.takes_every_device();
                const bool share_index =
                    (entry.is_for_all && (later.is_for_all || !later.indices.empty())) ||
                    (later.is_for_all && !entry.indices.empty()) ||
                    std::ranges::any_of(later.indices, [&entry](std::int64_t index) {
                        return entry.takes_index(index);
                    });
                return share_devices && share_index;
            });
        if (before == config.entries.begin() + static_cast<std::ptrdiff_t>(i)) continue;
        context.report(later.node["devices"].span())
            .message("an entry above takes some of these GPUs too; the later one counts")
            .related(before->node["devices"].span(), "taken here already");
    }
}

}  // namespace

void ineffective_mig_config(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_mig_config(settings.root())) return;
    const gpu::MigConfigFile file = gpu::read_mig_config(settings.root());
    if (!file.mistakes.empty()) return;
    for (const gpu::MigConfig& config : file.configs) {
        for (const gpu::MigConfigEntry& entry : config.entries) {
            check_filters(context, entry);
            check_counts(context, entry);
            const bool takes_none = !entry.is_for_all && entry.indices.empty();
            if (!takes_none) continue;
            context.report(entry.node["devices"].span())
                .message("an empty list of devices takes no GPU")
                .what_to_do("write `devices: all`, or the indices");
        }
        check_overlap(context, config);
    }
}

}  // namespace gpulint::rules
