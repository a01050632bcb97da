#include "k8s/object.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

/// Lists inside lists deeper than this are not followed.
constexpr int kMostLists = 8;

void collect(yaml::Node node, ObjectOrigin origin, const KindTable& kinds, int depth,
             std::vector<Object>& objects) {
    if (!node.is_mapping() || !node["kind"].is_scalar()) return;
    const std::string_view kind = node["kind"].text();
    const yaml::Node items = node["items"];
    if (kind.ends_with("List") && items.is_sequence() && depth < kMostLists) {
        for (const yaml::Node item : items.items()) {
            collect(item, ObjectOrigin::kListItem, kinds, depth + 1, objects);
        }
        return;
    }
    // Without apiVersion nothing says what a document is; items of a typed list may lack it.
    const bool is_named = node["apiVersion"].is_string() || origin == ObjectOrigin::kListItem;
    if (is_named) objects.push_back(Object(node, origin, nullptr).with_row(kinds));
}

}  // namespace

std::string_view Object::group() const {
    const std::string_view api_version = this->api_version();
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

std::string_view Object::version() const {
    const std::string_view api_version = this->api_version();
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
}

std::string_view Object::name() const {
    const yaml::Node metadata = root_["metadata"];
    const std::string_view name = metadata["name"].text();
    return name.empty() ? metadata["generateName"].text() : name;
}

std::string Object::display_name() const { return fmt::format("{}/{}", kind(), name()); }

Object Object::with_row(const KindTable& kinds) const {
    return {root_, origin_, kinds.find(group(), version(), kind())};
}

Object Object::with_row_of(std::string_view group, std::string_view kind,
                           const KindTable& kinds) const {
    return {root_, origin_, kinds.find(group, "", kind)};
}

std::vector<Object> find_objects(const yaml::Document& document, const KindTable& kinds) {
    std::vector<Object> objects;
    collect(document.root(), ObjectOrigin::kDocument, kinds, 0, objects);
    return objects;
}

}  // namespace gpulint::k8s
