#include <fmt/format.h>

#include <algorithm>

#include "k8s/resource_name.h"
#include "k8s/workload.h"
#include "yaml/parse.h"

namespace gpulint::k8s {
namespace {

std::vector<ResourceEntry> entries_of(yaml::Node list) {
    std::vector<ResourceEntry> entries;
    for (const yaml::Entry entry : list.entries()) entries.emplace_back(entry.value);
    return entries;
}

/// Text reaches the quantity's reader as JSON, where blanks are all that is left of white space: a
/// line break or tab is an escape there, and no quantity.
std::string_view trimmed_blanks(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::optional<ResourceEntry> find_entry(yaml::Node list, std::string_view resource) {
    const yaml::Node value = list[resource];
    if (!value) return std::nullopt;
    return ResourceEntry(value);
}

}  // namespace

std::string_view to_string(ContainerType type) {
    switch (type) {
        case ContainerType::kApp: return "container";
        case ContainerType::kInit: return "init container";
        case ContainerType::kSidecar: return "sidecar container";
        case ContainerType::kEphemeral: return "ephemeral container";
    }
    return "container";
}

std::optional<Quantity> ResourceEntry::quantity() const {
    if (!value_.is_scalar() || value_.is_unknown()) return std::nullopt;
    switch (value_.type()) {
        case yaml::ScalarType::kNull: return Quantity();
        case yaml::ScalarType::kBool: return std::nullopt;
        case yaml::ScalarType::kInteger:
        case yaml::ScalarType::kFloat:
        case yaml::ScalarType::kString: break;
    }
    // A number reaches the API server as JSON text: `010` arrives as 8.
    const Result<Quantity> quantity = value_.is_string()
                                          ? Quantity::parse(trimmed_blanks(value_.text()))
                                          : Quantity::parse(yaml::to_json(value_));
    if (!quantity) return std::nullopt;
    return *quantity;
}

bool ResourceEntry::is_extended() const { return is_extended_resource(name()); }

std::string_view Container::name() const {
    return is_bare_resources_ ? std::string_view() : node_["name"].text();
}

std::string Container::display_name() const {
    if (!name().empty()) return fmt::format("{} \"{}\"", to_string(type_), name());
    const std::string_view key = node_.key();
    return key.empty() ? std::string(to_string(type_)) : fmt::format("\"{}\"", key);
}

yaml::Node Container::resources() const {
    if (is_bare_resources_) return node_;
    const yaml::Node resources = node_["resources"];
    return resources ? resources : node_["computeResources"];  // Tekton's name for it
}

std::vector<ResourceEntry> Container::limits() const { return entries_of(resources()["limits"]); }
std::vector<ResourceEntry> Container::requests() const {
    return entries_of(resources()["requests"]);
}

std::optional<ResourceEntry> Container::find_limit(std::string_view resource) const {
    return find_entry(resources()["limits"], resource);
}

std::optional<ResourceEntry> Container::find_request(std::string_view resource) const {
    return find_entry(resources()["requests"], resource);
}

std::optional<Quantity> Container::effective_request(std::string_view resource) const {
    std::optional<ResourceEntry> entry = find_request(resource);
    if (!entry) entry = find_limit(resource);
    return entry ? entry->quantity() : std::nullopt;
}

std::vector<std::string_view> Container::extended_resources() const {
    std::vector<std::string_view> names;
    const yaml::Node resources = this->resources();
    for (const yaml::Node list : {resources["limits"], resources["requests"]}) {
        for (const yaml::Entry entry : list.entries()) {
            const bool is_new = std::ranges::find(names, entry.key()) == names.end();
            if (is_new && is_extended_resource(entry.key())) names.push_back(entry.key());
        }
    }
    return names;
}

yaml::Node Container::find_env(std::string_view name) const {
    yaml::Node found;
    if (is_bare_resources_) return found;
    for (const yaml::Node variable : node_["env"].items()) {
        if (variable["name"].text() == name) found = variable["value"];  // the last one wins
    }
    return found;
}

const Workload& Container::workload() const { return pod_->workload(); }

}  // namespace gpulint::k8s
