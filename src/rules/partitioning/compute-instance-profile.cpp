#include "gpu/mig_config.h"
#include "k8s/settings.h"
#include "lint/rule.h"

namespace gpulint::rules {

void compute_instance_profile(const lint::RuleContext& context, const k8s::Settings& settings) {
    if (!gpu::looks_like_mig_config(settings.root())) return;
    const gpu::MigConfigFile file = gpu::read_mig_config(settings.root());
    for (const gpu::MigConfig& config : file.configs) {
        for (const gpu::MigConfigEntry& entry : config.entries) {
            for (const gpu::MigDevices& devices : entry.devices) {
                const auto name = gpu::parse_mig_profile(devices.profile);
                if (!name || name->compute_instance == 0) continue;
                const std::size_t whole = devices.profile.find("c.") + 2;
                auto finding = context.report(devices.node.key_span());
                if (name->compute_instance >= name->compute_slices) {
                    finding.message("{} is never reported as applied", devices.profile)
                        .what_to_do("write {}", devices.profile.substr(whole))
                        .why(
                            "the driver calls an instance that is not divided {}, and mig-parted "
                            "compares the names",
                            devices.profile.substr(whole));
                    continue;
                }
                finding.message(
                    "{} is a part of an instance: the device plugin does not start "
                    "with it under strategy mixed",
                    devices.profile);
            }
        }
    }
}

}  // namespace gpulint::rules
