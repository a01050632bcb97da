#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "k8s/object.h"
#include "yaml/document.h"

namespace gpulint::k8s {

/// An object of the same file, with the tree that it stands in.
struct Neighbour {
    std::unique_ptr<yaml::Document> document;
    Object object;
};

/// The first object of this group, kind and name in the file that `document` is a part of; nothing
/// when there is none.
std::optional<Neighbour> find_neighbour(const yaml::Document& document, std::string_view group,
                                        std::string_view kind, std::string_view name);

}  // namespace gpulint::k8s
