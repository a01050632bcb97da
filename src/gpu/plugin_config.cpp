#include "gpu/plugin_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/ascii.h"
#include "base/near_text.h"

namespace gpulint::gpu {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kPrefix = "nvidia.com/";
constexpr std::size_t kLongestName = 63;

constexpr std::array<std::string_view, 5> kRootKeys{"version", "flags", "resources", "sharing",
                                                    "imex"};
constexpr std::array<std::string_view, 13> kFlagKeys{
    "migStrategy",       "failOnInitError",         "mpsRoot",    "nvidiaDriverRoot",
    "nvidiaDevRoot",     "gdrcopyEnabled",          "gdsEnabled", "mofedEnabled",
    "useNodeFeatureAPI", "deviceDiscoveryStrategy", "plugin",     "gfd",
    "imexRequired"};
constexpr std::array<std::string_view, 4> kSharingHeadKeys{
    "renameByDefault", "failRequestsGreaterThanOne", "resources", "devices"};
constexpr std::array<std::string_view, 2> kSharingKeys{"timeSlicing", "mps"};
constexpr std::array<std::string_view, 5> kFlags{"failOnInitError", "gdrcopyEnabled", "gdsEnabled",
                                                 "mofedEnabled", "useNodeFeatureAPI"};

/// A flag whose values are few.
struct Choice {
    std::string_view name;
    std::array<std::string_view, 4> values;  ///< "" ends it
};
constexpr std::array<Choice, 2> kFlagChoices{
    {{"migStrategy", {"none", "single", "mixed", ""}},
     {"deviceDiscoveryStrategy", {"auto", "nvml", "tegra", "vfio"}}}};
constexpr std::array<Choice, 2> kPluginChoices{
    {{"deviceIDStrategy", {"uuid", "index", "", ""}},
     {"sharedDevicesAllocationPolicy", {"distributed", "packed", "", ""}}}};
constexpr std::array<std::string_view, 5> kListStrategies{"envvar", "volume-mounts",
                                                          "cdi-annotations", "cdi-cri", ""};

bool is_null(yaml::Node node) { return !node || node.is_null(); }

/// The field that Go's decoder sets: the last whose name is equal when case is ignored.
yaml::Node field(yaml::Node mapping, std::string_view name) {
    yaml::Node found;
    for (const yaml::Entry entry : mapping.entries()) {
        if (ascii::equals_ignoring_case(entry.key(), name)) found = entry.value;
    }
    return found;
}

bool is_name_part(std::string_view text) {
    const auto is_word = [](std::string_view word) {
        return !word.empty() && word.front() != '-' && word.back() != '-' &&
               std::ranges::all_of(word, [](char c) {
                   return ascii::is_lower(c) || ascii::is_digit(c) || c == '-';
               });
    };
    return std::ranges::all_of(ascii::split(text, '.'), is_word);
}

/// `start` and 8-4-4-4-12 hex digits.
bool is_uuid(std::string_view text, std::string_view start) {
    constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return text.size() == kForm.size() && std::ranges::equal(text, kForm, [](char c, char form) {
               const char lower = ascii::to_lower(c);
               const bool is_hex = ascii::is_digit(lower) || (lower >= 'a' && lower <= 'f');
               return form == '-' ? c == '-' : is_hex;
           });
}

/// `MIG-GPU-UUID/3/0`: GPU instance and compute instance, as drivers before 470 named devices.
bool is_old_mig_uuid(std::string_view text) {
    const std::vector<std::string_view> parts = ascii::split(text, '/');
    return parts.size() == 3 && is_uuid(parts[0], "MIG-GPU-") &&
           std::ranges::all_of(parts[1], ascii::is_digit) &&
           std::ranges::all_of(parts[2], ascii::is_digit) && !parts[1].empty() && !parts[2].empty();
}

class Reader {
  public:
    explicit Reader(yaml::Node root) : root_(root) {}

    std::vector<PluginConfigMistake> read() {
        if (is_null(root_)) return {};
        if (!root_.is_mapping()) {
            fail(root_, "a configuration is a mapping", "write `version: v1` and `sharing`");
            return std::move(mistakes_);
        }
        read_version();
        read_flags(field(root_, "flags"));
        read_patterns(field(root_, "resources"));
        read_sharing(field(root_, "sharing"));
        read_imex(field(root_, "imex"));
        return std::move(mistakes_);
    }

  private:
    void fail(yaml::Node node, std::string message, std::string what_to_do) {
        mistakes_.push_back({node, false, std::move(message), std::move(what_to_do)});
    }

    bool expect_mapping(yaml::Node node) {
        if (is_null(node)) return false;
        if (!node.is_mapping()) {
            fail(node, fmt::format("`{}` is a mapping", node.key()), "indent its fields below it");
        }
        return node.is_mapping();
    }

    void read_version() {
        const yaml::Node version = field(root_, "version");
        if (is_null(version) || (version.is_scalar() && version.text().empty())) return;
        if (version.is_scalar() && version.text() == "v1") return;
        fail(version, fmt::format("version \"{}\" is none that the plugin knows", version.text()),
             "write `version: v1`");
    }

    void check_bool(yaml::Node node) {
        if (is_null(node) || node.is_bool()) return;
        fail(node, fmt::format("`{}` is true or false", node.key()), "write it without quotes");
    }

    /// True for a text; said to be wrong where it is something else.
    bool check_text(yaml::Node node) {
        if (is_null(node)) return false;
        if (!node.is_string()) {
            fail(node, fmt::format("`{}` is text: this is read as something else", node.key()),
                 "put it in quotes");
        }
        return node.is_string();
    }

    void check_choice(yaml::Node node, Words values) {
        if (!check_text(node)) return;
        const bool is_known =
            !node.text().empty() && std::ranges::find(values, node.text()) != values.end();
        if (is_known) return;
        std::vector<std::string_view> shown(values.begin(), values.end());
        std::erase(shown, std::string_view());
        fail(node, fmt::format("\"{}\" is no {}", node.text(), node.key()),
             fmt::format("write {}", fmt::join(shown, ", ")));
    }

    void read_flags(yaml::Node flags) {
        if (!expect_mapping(flags)) return;
        for (const std::string_view name : kFlags) check_bool(field(flags, name));
        for (const char* name : {"nvidiaDriverRoot", "nvidiaDevRoot", "mpsRoot"}) {
            check_text(field(flags, name));
        }
        for (const Choice& choice : kFlagChoices) {
            check_choice(field(flags, choice.name), choice.values);
        }
        const yaml::Node plugin = field(flags, "plugin");
        if (expect_mapping(plugin)) {
            check_bool(field(plugin, "passDeviceSpecs"));
            for (const Choice& choice : kPluginChoices) {
                check_choice(field(plugin, choice.name), choice.values);
            }
            read_list_strategy(field(plugin, "deviceListStrategy"));
        }
        const yaml::Node gfd = field(flags, "gfd");
        if (!expect_mapping(gfd)) return;
        for (const char* name : {"oneshot", "noTimestamp"}) check_bool(field(gfd, name));
        const yaml::Node interval = field(gfd, "sleepInterval");
        if (!is_null(interval) && !interval.is_string() && !interval.is_number()) {
            fail(interval, "`sleepInterval` is a duration", "write 60s");
        }
    }

    void read_list_strategy(yaml::Node node) {
        if (node.is_sequence()) {
            for (const yaml::Node item : node.items()) {
                if (item.is_string() && !item.text().empty() &&
                    std::ranges::find(kListStrategies, item.text()) != kListStrategies.end()) {
                    continue;
                }
                fail(item, fmt::format("\"{}\" is no deviceListStrategy", item.text()),
                     "write envvar, volume-mounts, cdi-annotations, cdi-cri");
            }
        } else {
            check_choice(node, kListStrategies);
        }
    }

    void check_name(yaml::Node node) {
        const bool is_number =
            node.is_number() || node.is_bool() || node.is_mapping() || node.is_sequence();
        if (is_number) {
            fail(node, fmt::format("`{}` is text: this is read as something else", node.key()),
                 "put it in quotes");
            return;
        }
        std::string_view name = is_null(node) ? std::string_view() : node.text();
        if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
        if (!is_name_part(name)) {
            fail(node, fmt::format("\"{}\" is no resource of the plugin's", node.text()),
                 "write nvidia.com/ and lower-case letters, digits, `-`, `.`");
        } else if (name.size() + kPrefix.size() > kLongestName) {
            fail(node, fmt::format("the name is longer than {} characters", kLongestName),
                 "write a shorter one");
        }
    }

    /// resources: gives GPUs and MIG devices names of their own, by patterns.
    void read_patterns(yaml::Node resources) {
        if (!expect_mapping(resources)) return;
        for (const char* list : {"gpus", "mig"}) {
            const yaml::Node rows = field(resources, list);
            if (!is_null(rows) && !rows.is_sequence()) {
                fail(rows, fmt::format("`{}` is a list", list), "begin each entry with a dash");
                continue;
            }
            for (const yaml::Node row : rows.items()) {
                if (!is_null(row) && !row.is_mapping()) {
                    fail(row, "an entry is a mapping", "write pattern and name");
                    continue;
                }
                for (const char* name : {"pattern", "name"}) {
                    if (!row.has(name)) fail(row, fmt::format("`{}` is missing", name), "write it");
                }
                check_text(row["pattern"]);
                if (row.has("name")) check_name(row["name"]);
            }
        }
    }

    void read_sharing(yaml::Node sharing) {
        if (!expect_mapping(sharing)) return;
        const yaml::Node slicing = field(sharing, "timeSlicing");
        const yaml::Node mps = field(sharing, "mps");
        if (slicing) read_replicated(slicing);
        if (!is_null(mps)) read_replicated(mps);
        const yaml::Node flags = field(root_, "flags");
        const bool is_mixed = field(flags, "migStrategy").text() == "mixed";
        if (!is_null(mps) && is_mixed) {
            fail(mps, "MPS does not go with MIG strategy mixed",
                 "use timeSlicing, or another strategy");
        }
    }

    void read_replicated(yaml::Node node) {
        if (!is_null(node) && !node.is_mapping()) {
            fail(node, fmt::format("`{}` is a mapping", node.key()), "write `resources` below it");
            return;
        }
        for (const char* name : {"renameByDefault", "failRequestsGreaterThanOne"}) {
            check_bool(node[name]);
        }
        const yaml::Node resources = node["resources"];
        if (!is_null(resources) && !resources.is_sequence()) {
            fail(resources, "`resources` is a list", "begin each entry with a dash");
        } else if (resources.size() == 0) {
            fail(node, "no resources are named", "write name and replicas under `resources`");
        }
        for (const yaml::Node row : resources.items()) read_resource(row);
    }

    void read_resource(yaml::Node row) {
        if (!is_null(row) && !row.is_mapping()) {
            fail(row, "an entry is a mapping", "write name and replicas");
            return;
        }
        if (!row.has("name")) {
            fail(row, "`name` is missing", "write nvidia.com/gpu");
        } else {
            check_name(row["name"]);
        }
        if (row.has("rename")) check_name(row["rename"]);
        if (!row.has("replicas")) {
            fail(row, "`replicas` is missing", "write 2 or more");
        } else {
            read_replicas(row["replicas"]);
        }
        if (row.has("devices")) read_devices(row["devices"]);
    }

    void read_replicas(yaml::Node replicas) {
        const auto count = replicas.as_integer();
        const bool is_number = is_null(replicas) || (count && !replicas.is_string());
        if (!is_number) {
            fail(replicas, "`replicas` is a whole number without quotes", "write 2 or more");
        } else if (count.value_or(0) < 2) {
            fail(replicas, "fewer than 2 replicas share nothing", "write 2 or more");
        }
    }

    void read_devices(yaml::Node devices) {
        if (devices.is_sequence()) {
            for (const yaml::Node item : devices.items()) {
                if (is_device(item)) continue;
                fail(item, fmt::format("\"{}\" is no device", item.text()),
                     "write an index, index:index of a MIG device, or a UUID");
            }
            return;
        }
        const auto count = devices.as_integer();
        if (devices.is_string() || is_null(devices)) {
            if (devices.text() == "all") return;
            fail(devices, fmt::format("\"{}\" is not all", devices.text()),
                 "write all, a count, or a list");
        } else if (!count || devices.is_bool() || *count <= 0) {
            fail(devices, "`devices` is all, a count above 0, or a list", "write all");
        }
    }

    static bool is_device(yaml::Node item) {
        if (is_null(item)) return true;  // Go reads it as 0
        if (item.is_number()) return item.as_integer().value_or(-1) >= 0;
        if (!item.is_string()) return false;
        const std::string_view text = item.text();
        const bool is_index =
            !text.empty() &&
            std::ranges::all_of(ascii::split(text, ':'), [](std::string_view part) {
                return !part.empty() && std::ranges::all_of(part, ascii::is_digit);
            });
        return (is_index && std::ranges::count(text, ':') <= 1) || is_uuid(text, "GPU-") ||
               is_uuid(text, "MIG-") || is_old_mig_uuid(text);
    }

    void read_imex(yaml::Node imex) {
        if (!expect_mapping(imex)) return;
        const yaml::Node channels = field(imex, "channelIDs");
        if (is_null(channels)) return;
        const bool is_right = channels.is_sequence() && channels.size() <= 1 &&
                              std::ranges::all_of(channels.items(), [](yaml::Node item) {
                                  return item.is_number() && item.as_integer() == 0;
                              });
        if (!is_right) fail(channels, "`channelIDs` is an empty list or [0]", "write [0]");
    }

    yaml::Node root_;
    std::vector<PluginConfigMistake> mistakes_;
};

/// Where a key that stands in the wrong mapping belongs; "" when it is none of the plugin's.
std::string_view find_home(std::string_view key) {
    const auto is_in = [key](auto& keys) { return std::ranges::find(keys, key) != keys.end(); };
    if (key == "renameByDefault" || key == "failRequestsGreaterThanOne") {
        return "sharing.timeSlicing or sharing.mps";
    }
    if (is_in(kSharingKeys)) return "sharing";
    if (is_in(kFlagKeys)) return "flags";
    return {};
}

void add_ignored(yaml::Node mapping, Words known, std::string_view here,
                 std::vector<PluginConfigMistake>& ignored) {
    for (const yaml::Entry entry : mapping.entries()) {
        const bool is_known = std::ranges::any_of(known, [&entry](std::string_view name) {
            return ascii::equals_ignoring_case(name, entry.key());
        });
        if (is_known) continue;
        const std::string_view home = find_home(entry.key());
        const std::string_view near = find_nearest(entry.key(), known);
        if (!home.empty() && home != here) {
            ignored.push_back({entry.value, true,
                               fmt::format("`{}` has no effect here", entry.key()),
                               fmt::format("move it to {}", home)});
        } else if (!near.empty()) {
            ignored.push_back({entry.value, true, fmt::format("`{}` is passed over", entry.key()),
                               fmt::format("did you mean {}?", near)});
        }
    }
}

}  // namespace

bool looks_like_plugin_config(yaml::Node root) {
    if (!root.is_mapping() || root.has("kind") || root.has("mig-configs")) return false;
    const yaml::Node sharing = field(root, "sharing");
    const yaml::Node flags = field(root, "flags");
    const bool is_sharing = field(sharing, "timeSlicing") || field(sharing, "mps");
    return is_sharing || (root["version"].text() == "v1" && field(flags, "migStrategy"));
}

std::vector<PluginConfigMistake> find_plugin_config_mistakes(yaml::Node root) {
    return Reader(root).read();
}

std::vector<PluginConfigMistake> find_ignored_plugin_keys(yaml::Node root) {
    std::vector<PluginConfigMistake> ignored;
    add_ignored(root, kRootKeys, "", ignored);
    add_ignored(field(root, "flags"), kFlagKeys, "flags", ignored);
    const yaml::Node sharing = field(root, "sharing");
    add_ignored(sharing, kSharingKeys, "sharing", ignored);
    for (const std::string_view name : kSharingKeys) {
        add_ignored(field(sharing, name), kSharingHeadKeys, "sharing.timeSlicing or sharing.mps",
                    ignored);
    }
    const yaml::Node mps = field(sharing, "mps");
    const yaml::Node slicing = field(sharing, "timeSlicing");
    if (!is_null(mps) && slicing) {
        ignored.push_back({slicing, true, "with `mps` beside it `timeSlicing` has no effect",
                           "keep one of the two"});
    }
    return ignored;
}

}  // namespace gpulint::gpu
