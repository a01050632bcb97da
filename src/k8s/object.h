#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/kind_table.h"
#include "yaml/document.h"
#include "yaml/node.h"
#include "yaml/parse.h"

namespace gpulint::k8s {

/// How an object came to be in a document.
enum class ObjectOrigin : std::uint8_t { kDocument, kListItem, kConfigMapValue };

/// One API object: a mapping with apiVersion and kind.
class Object {
  public:
    Object(yaml::Node root, ObjectOrigin origin, const KindRow* row)
        : root_(root), origin_(origin), row_(row) {}

    yaml::Node root() const { return root_; }
    std::string_view api_version() const { return root_["apiVersion"].text(); }
    /// "" for the core group.
    std::string_view group() const;
    std::string_view version() const;
    std::string_view kind() const { return root_["kind"].text(); }
    std::string_view name() const;
    /// metadata.namespace as written; "" when absent.
    std::string_view namespace_name() const { return root_["metadata"]["namespace"].text(); }
    /// "Deployment/web".
    std::string display_name() const;
    ObjectOrigin origin() const { return origin_; }
    /// What the kind table knows of this kind; null when nothing.
    const KindRow* row() const { return row_; }
    /// The same, marked as carried by a ConfigMap.
    Object as_embedded() const { return {root_, ObjectOrigin::kConfigMapValue, row_}; }
    Object with_row(const KindTable& kinds) const;
    /// The same, read as a kind it need not name (items of a PodList have none).
    Object with_row_of(std::string_view group, std::string_view kind, const KindTable& kinds) const;
    bool is(std::string_view group, std::string_view kind) const {
        return this->kind() == kind && this->group() == group;
    }

  private:
    yaml::Node root_;
    ObjectOrigin origin_;
    const KindRow* row_;
};

/// Every object of a document: itself, or the items of a List (of lists, …) each by its own kind. A
/// document without kind that is no object gives none.
std::vector<Object> find_objects(const yaml::Document& document, const KindTable& kinds);

/// Manifests that a ConfigMap carries in literal blocks (`key: |`): each is parsed where it stands,
/// so that its spans are places of the same file. Values that are no objects are left out.
std::vector<std::unique_ptr<yaml::Document>> find_embedded_documents(const Object& config_map);

}  // namespace gpulint::k8s
