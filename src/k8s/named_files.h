#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "yaml/document.h"
#include "yaml/node.h"

namespace gpulint::k8s {

/// Files by their names, as the data of a ConfigMap or values for a chart hold them. False where
/// none are known: there is no such mapping, it is empty, or a template may add to it.
class NamedFiles {
  public:
    NamedFiles() = default;
    explicit NamedFiles(yaml::Node data, std::unique_ptr<yaml::Document> document = nullptr);

    explicit operator bool() const { return static_cast<bool>(data_); }
    bool has(std::string_view name) const { return data_.has(name); }
    std::vector<std::string_view> names() const;
    text::Span key_span() const { return data_.key_span(); }

  private:
    yaml::Node data_;
    std::unique_ptr<yaml::Document> document_;  ///< keeps the tree where nobody else does
};

/// What the ConfigMap `name` of the same file as `document` carries.
NamedFiles find_files_beside(const yaml::Document& document, yaml::Node name);

}  // namespace gpulint::k8s
