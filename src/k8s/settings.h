#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "k8s/object.h"
#include "yaml/document.h"

namespace gpulint::k8s {

/// A file of settings for some operator: a document that is no object, or one that a ConfigMap
/// carries under a key.
class Settings {
  public:
    explicit Settings(const yaml::Document& document) : document_(&document) {}
    Settings(const yaml::Document& document, const Object& config_map, std::string_view key)
        : document_(&document), config_map_(&config_map), key_(key) {}

    yaml::Node root() const { return document_->root(); }
    const yaml::Document& document() const { return *document_; }
    /// The ConfigMap that carries it; null for a file of its own.
    const Object* config_map() const { return config_map_; }
    std::string_view key() const { return key_; }  ///< in the ConfigMap's data

  private:
    const yaml::Document* document_;
    const Object* config_map_ = nullptr;
    std::string_view key_;
};

/// A document that a ConfigMap carries in a literal block and that is no object.
struct CarriedDocument {
    std::unique_ptr<yaml::Document> document;
    std::string_view key;
};

/// The settings among the data of a ConfigMap: mappings, each parsed where it stands. Only the
/// first document of a block: what reads settings reads no more.
std::vector<CarriedDocument> find_carried_settings(const Object& config_map);

/// The settings that the ConfigMap `name` of the same file as `object` carries; none when the file
/// has no such ConfigMap.
std::vector<CarriedDocument> find_settings_beside(const Object& object, std::string_view name);

}  // namespace gpulint::k8s
