#include "gpu/mig_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>

#include "base/ascii.h"
#include "base/near_text.h"

namespace gpulint::gpu {
namespace {

constexpr std::array<std::string_view, 2> kRootKeys{"version", "mig-configs"};
constexpr std::array<std::string_view, 4> kEntryKeys{"devices", "device-filter", "mig-enabled",
                                                     "mig-devices"};

/// A null in YAML is one in JSON: there, and nothing.
bool is_null(yaml::Node node) { return !node || node.is_null(); }

class Reader {
  public:
    explicit Reader(yaml::Node root) : root_(root) {}

    MigConfigFile read() {
        if (is_null(root_)) return {};
        if (!root_.is_mapping()) {
            fail(root_, "a MIG configuration is a mapping",
                 "write `version: v1` and `mig-configs`");
            return std::move(file_);
        }
        read_version();
        check_keys(root_, kRootKeys);
        if (root_.has("mig-configs")) read_configs(root_["mig-configs"]);
        return std::move(file_);
    }

  private:
    void fail(yaml::Node node, std::string message, std::string what_to_do) {
        file_.mistakes.push_back({node, false, std::move(message), std::move(what_to_do)});
    }

    void check_keys(yaml::Node mapping, std::span<const std::string_view> known) {
        for (const yaml::Entry entry : mapping.entries()) {
            if (std::ranges::find(known, entry.key()) != known.end()) continue;
            const std::string_view near = find_nearest(entry.key(), known);
            file_.mistakes.push_back({entry.value, true,
                                      fmt::format("`{}` is no field here", entry.key()),
                                      near.empty() || mapping.has(near)
                                          ? fmt::format("the fields are {}", fmt::join(known, ", "))
                                          : fmt::format("did you mean {}?", near)});
        }
    }

    void read_version() {
        const yaml::Node version = root_["version"];
        if (!version) {
            fail(root_, "`version` is missing", "write `version: v1`");
        } else if (!version.is_string() || version.text() != "v1") {
            fail(version,
                 fmt::format("version \"{}\" is none that mig-parted knows", version.text()),
                 "write `version: v1`");
        }
    }

    void read_configs(yaml::Node configs) {
        if (!is_null(configs) && !configs.is_mapping()) {
            fail(configs, "`mig-configs` is a mapping of names to lists",
                 "name each configuration");
            return;
        }
        if (configs.size() == 0) {
            fail(configs, "`mig-configs` needs at least one configuration", "write one");
        }
        for (const yaml::Entry entry : configs.entries()) {
            if (!is_null(entry.value) && !entry.value.is_sequence()) {
                fail(entry.value, fmt::format("\"{}\" is a list of entries", entry.key()),
                     "begin each entry with a dash");
                continue;
            }
            if (entry.value.size() == 0) {
                fail(entry.value, fmt::format("\"{}\" needs at least one entry", entry.key()),
                     "write `- devices: all` and what to do with them");
            }
            MigConfig config{entry.value, entry.key(), {}};
            for (const yaml::Node item : entry.value.items()) {
                config.entries.push_back(read_entry(item));
            }
            file_.configs.push_back(std::move(config));
        }
    }

    MigConfigEntry read_entry(yaml::Node node) {
        MigConfigEntry entry;
        entry.node = node;
        if (!is_null(node) && !node.is_mapping()) {
            fail(node, "an entry is a mapping", "write `devices`, `mig-enabled`, `mig-devices`");
            return entry;
        }
        check_keys(node, kEntryKeys);
        for (const char* name : {"devices", "mig-enabled"}) {
            if (!node.has(name)) fail(node, fmt::format("`{}` is missing", name), "write it");
        }
        if (node.has("devices")) read_indices(node["devices"], entry);
        if (!is_null(node["device-filter"])) read_filter(node["device-filter"], entry);
        const yaml::Node enabled = node["mig-enabled"];
        if (!is_null(enabled) && !enabled.is_bool()) {
            fail(enabled, "`mig-enabled` is true or false", "write it without quotes");
            return entry;
        }
        entry.is_enabled = enabled.as_bool().value_or(false);
        read_devices(node, entry);
        return entry;
    }

    void read_indices(yaml::Node devices, MigConfigEntry& entry) {
        if (devices.is_string() && devices.text() == "all") {
            entry.is_for_all = true;
            return;
        }
        if (!devices.is_sequence()) {
            const bool is_index = devices.as_integer().has_value();
            fail(devices, "`devices` is the word all or a list of indices",
                 is_index ? fmt::format("write [{}]", devices.text()) : "write all, or [0, 1]");
            return;
        }
        for (const yaml::Node item : devices.items()) {
            const std::optional<std::int64_t> index = item.as_integer();
            if (index) {
                entry.indices.push_back(*index);
            } else if (is_null(item)) {
                entry.indices.push_back(0);
            } else {
                fail(item, "an index is a whole number without quotes", "write [0, 1]");
            }
        }
    }

    void read_filter(yaml::Node filter, MigConfigEntry& entry) {
        const auto add = [&](yaml::Node item) {
            if (item.is_string()) {
                entry.filters.push_back(item);
            } else if (!is_null(item)) {
                fail(item, "`device-filter` is text: this is read as something else",
                     "put it in quotes");
            }
        };
        if (!filter.is_sequence()) {
            add(filter);
            return;
        }
        for (const yaml::Node item : filter.items()) add(item);
    }

    void read_devices(yaml::Node node, MigConfigEntry& entry) {
        const yaml::Node devices = node["mig-devices"];
        if (is_null(devices)) {
            if (!entry.is_enabled) return;
            fail(node, "`mig-devices` is missing, and MIG is on",
                 "say how many of which profile, such as 1g.10gb: 7");
            return;
        }
        if (!devices.is_mapping()) {
            fail(devices, "`mig-devices` is a mapping of profiles to counts", "write 1g.10gb: 7");
            return;
        }
        bool has_one = false;
        for (const yaml::Entry item : devices.entries()) {
            has_one = read_count(item, entry) || has_one;
        }
        if (devices.size() > 0 && !has_one) {
            fail(devices, "every count is 0", "remove the profiles, or count them");
        } else if (!entry.is_enabled && devices.size() > 0) {
            fail(devices, "profiles are given, and MIG is off", "write `mig-enabled: true`");
        }
    }

    /// Reads one profile and its count; true unless the count is none.
    bool read_count(const yaml::Entry& item, MigConfigEntry& entry) {
        if (!is_mig_profile_format(item.key())) {
            file_.mistakes.push_back({item.value, true,
                                      fmt::format("\"{}\" is no name of a profile", item.key()),
                                      "write it as nvidia-smi does: 1g.10gb, 1g.10gb+me"});
        }
        const std::optional<std::int64_t> count =
            is_null(item.value) ? std::optional<std::int64_t>(0) : item.value.as_integer();
        if (!count || item.value.is_string()) {
            fail(item.value, "a count is a whole number without quotes", "write 1, 2, …");
            return true;
        }
        if (*count < 0) {
            fail(item.value, "a count may not be negative", "write 1, 2, …");
            return true;
        }
        entry.devices.push_back({item.value, item.key(), *count});
        return *count > 0;
    }

    yaml::Node root_;
    MigConfigFile file_;
};

/// Takes digits and `mark` off the front; the number has to fit 64 bits.
bool take(std::string_view& text, std::string_view mark) {
    std::int64_t number = 0;
    if (text.empty() || !ascii::is_digit(text.front())) return false;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    if (code != std::errc() || !rest.starts_with(mark)) return false;
    text = rest.substr(mark.size());
    return true;
}

bool is_attribute(std::string_view text) {
    return !text.empty() && ascii::is_alpha(text.front()) && text.back() != '.' &&
           std::ranges::all_of(text, [](char c) { return ascii::is_alnum(c) || c == '.'; });
}

/// As Go's strconv.ParseUint with base 0 and 32 bits: 0x, 0o, 0b and 0 say the base, and
/// underscores may stand between digits.
std::optional<std::uint32_t> parse_unsigned(std::string_view text) {
    int base = 10;
    const std::string start = ascii::to_lower(text.substr(0, 2));
    const bool has_prefix = start == "0x" || start == "0o" || start == "0b";
    if (has_prefix) {
        base = start == "0x" ? 16 : start == "0o" ? 8 : 2;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text.front() == '0') {
        base = 8;
        text.remove_prefix(1);
    }
    std::string digits;
    bool may_underscore = base != 10;
    for (const char c : text) {
        if (c == '_' && !may_underscore) return std::nullopt;
        may_underscore = c != '_';
        if (c != '_') digits += c;
    }
    if (!may_underscore || digits.empty() || !ascii::is_alnum(digits.front())) return std::nullopt;
    std::uint32_t value = 0;
    const char* last = digits.data() + digits.size();
    const auto [end, code] = std::from_chars(digits.data(), last, value, base);
    return code == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

}  // namespace

bool looks_like_mig_config(yaml::Node root) {
    if (!root.is_mapping() || root.has("kind")) return false;
    if (root.has("mig-configs")) return root.size() <= kRootKeys.size() || root.has("version");
    constexpr std::array<std::string_view, 1> kName{"mig-configs"};
    return root.has("version") && std::ranges::any_of(root.entries(), [&](const yaml::Entry entry) {
               return !find_nearest(entry.key(), kName).empty();
           });
}

MigConfigFile read_mig_config(yaml::Node root) { return Reader(root).read(); }

bool is_mig_profile_format(std::string_view name) {
    std::string_view rest = name;
    std::string_view after = rest;
    if (take(after, "c.")) rest = after;
    if (!take(rest, "g.") || !take(rest, "gb")) return false;
    if (rest.empty()) return true;
    if (rest.front() != '+' && rest.front() != '-') return false;
    std::vector<std::string_view> attributes = ascii::split(rest.substr(1), ',');
    if (!std::ranges::all_of(attributes, is_attribute)) return false;
    std::ranges::sort(attributes);
    return std::ranges::adjacent_find(attributes) == attributes.end();
}

bool MigConfigEntry::takes_every_device() const {
    if (filters.empty()) return node["device-filter"].size() == 0;
    return filters.size() == 1 && filters.front().text().empty() &&
           !node["device-filter"].is_sequence();
}

bool MigConfigEntry::takes_device(std::uint32_t device_id, std::uint32_t subsystem_id) const {
    if (takes_every_device()) return true;
    // A null in the list is an empty text, and a text that is no filter is one of device 0.
    const bool is_no_device = device_id == 0 && subsystem_id == 0;
    const bool has_null = filters.size() < node["device-filter"].size();
    return (has_null && is_no_device) || std::ranges::any_of(filters, [&](yaml::Node filter) {
               const PciFilter parsed = parse_pci_filter(filter.text());
               return parsed.id ? parsed.matches(device_id, subsystem_id) : is_no_device;
           });
}

bool MigConfigEntry::takes_index(std::int64_t index) const {
    return is_for_all || std::ranges::find(indices, index) != indices.end();
}

PciFilter parse_pci_filter(std::string_view text) {
    PciFilter filter;
    const std::size_t colon = text.find(':');
    const std::optional<std::uint32_t> device = parse_unsigned(text.substr(0, colon));
    if (!device) return filter;
    if (colon != std::string_view::npos) {
        filter.subsystem = parse_unsigned(text.substr(colon + 1));
        if (!filter.subsystem) return filter;
    }
    filter.id = device;
    return filter;
}

std::string PciFilter::device() const { return fmt::format("{:04X}", id.value_or(0) >> 16U); }

bool PciFilter::is_nvidia() const {
    constexpr std::uint32_t kVendor = 0x10DE;
    return id && (*id & 0xFFFFU) == kVendor;
}

bool PciFilter::matches(std::uint32_t device_id, std::uint32_t subsystem_id) const {
    return id == device_id && (!subsystem || *subsystem == subsystem_id);
}

}  // namespace gpulint::gpu
