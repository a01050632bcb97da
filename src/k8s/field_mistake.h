#pragma once

#include <string>

#include "yaml/node.h"

namespace gpulint::k8s {

/// Something, beside amounts of resources in pods, that the API server's validation refuses.
struct FieldMistake {
    yaml::Node node;  ///< the value, or the mapping that lacks one
    bool is_missing = false;
    std::string field;    ///< path as the API server reports it
    std::string message;  ///< lower case, no full stop
    std::string what_to_do;
    bool is_about_key = false;  ///< the key of `node` is wrong, not its value
};

}  // namespace gpulint::k8s
