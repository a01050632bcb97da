#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/product.h"
#include "yaml/node.h"

/// The configuration file of NVIDIA's mig-parted 0.15 (api/spec/v1/spec.go), which the GPU
/// operator's MIG manager reads; agrees with recorded answers (tests/conformance).
namespace gpulint::gpu {

/// Something for which the parser refuses the whole file.
struct MigConfigMistake {
    yaml::Node node;
    bool is_about_key = false;  ///< the key is wrong, not the value
    std::string message;        ///< lower case, no full stop
    std::string what_to_do;
};

/// A `device-filter`: the number of device (upper half) and vendor, perhaps `:` and that of the
/// subsystem. One that is no such number matches no GPU, and nobody says so.
struct PciFilter {
    std::optional<std::uint32_t> id;  ///< nothing: the text is no filter
    std::optional<std::uint32_t> subsystem;

    bool matches(std::uint32_t device_id, std::uint32_t subsystem_id) const;
    bool is_nvidia() const;
    std::string device() const;  ///< "2330": as in MigProduct::pci_device_ids
};
/// `profile: count` under mig-devices.
struct MigDevices {
    yaml::Node node;  ///< the count; its key is the profile
    std::string_view profile;
    std::int64_t count = 0;
};

/// One entry of a configuration: which GPUs, and how they are cut.
struct MigConfigEntry {
    yaml::Node node;
    bool is_for_all = false;            ///< devices: all
    std::vector<std::int64_t> indices;  ///< else these
    std::vector<yaml::Node> filters;    ///< of device-filter
    bool is_enabled = false;
    std::vector<MigDevices> devices;

    /// No filter narrows it: none is given, or only an empty text.
    bool takes_every_device() const;
    bool takes_device(std::uint32_t device_id, std::uint32_t subsystem_id) const;
    bool takes_index(std::int64_t index) const;
};

/// One named configuration, the value of the label nvidia.com/mig.config.
struct MigConfig {
    yaml::Node node;
    std::string_view label;
    std::vector<MigConfigEntry> entries;
};

struct MigConfigFile {
    std::vector<MigConfigMistake> mistakes;  ///< empty: the parser takes it
    std::vector<MigConfig> configs;          ///< as far as it could be read
};

/// Meant for mig-parted: a mapping with `mig-configs`, or a slip of it beside `version`.
bool looks_like_mig_config(yaml::Node root);
MigConfigFile read_mig_config(yaml::Node root);

/// What the parser takes for the name of a profile: `[<C>c.]<G>g.<N>gb`, then `+` or `-` and
/// attributes. Whether any GPU has such a profile it never asks.
bool is_mig_profile_format(std::string_view name);

PciFilter parse_pci_filter(std::string_view text);

}  // namespace gpulint::gpu
