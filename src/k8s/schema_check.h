#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/object.h"
#include "k8s/type_table.h"
#include "yaml/node.h"

namespace gpulint::k8s {

class PodTemplate;

/// What strict decoding of an object refuses.
enum class SchemaFault : std::uint8_t {
    kUnknownField,    ///< the type has no such field
    kMisspeltField,   ///< likewise, but it is near a field that decides about GPUs
    kMisplacedField,  ///< likewise, but it is a known field of another level
    kWrongType,       ///< text where a number is wanted, a list where a mapping is, …
    kMissingField,    ///< a required field is absent
};

struct SchemaMistake {
    SchemaFault fault = SchemaFault::kUnknownField;
    yaml::Node node;           ///< the value; of kMissingField the mapping that lacks it
    std::string_view field;    ///< the field's name as written, or the missing one's
    std::string_view type;     ///< the struct: "core.v1.Container"
    std::string route;         ///< field path as the API server reports it
    std::string_view nearest;  ///< kMisspeltField, kUnknownField: the field that was meant, or ""
    std::string_view belongs;  ///< kMisplacedField: where it belongs, in words
    std::string wanted;        ///< kWrongType: "text", "a whole number", …
    std::string found;         ///< kWrongType: "a number", "a list", …
    std::string_view since;    ///< the field exists from this Kubernetes version on
};

/// Compares an object of one of the API server's own kinds with its type, as strict decoding does
/// (status left out, null is absent, masked templates are passed over). Nothing for other kinds.
/// `version` is the Kubernetes version asked for, "" the newest.
std::vector<SchemaMistake> check_against_type(const Object& object, std::string_view version);

/// The same for a pod spec inside a custom resource, where the resource's own schema decides; of a
/// partial one only fields that are near those which decide about GPUs.
std::vector<SchemaMistake> check_pod_spec(const PodTemplate& pod, std::string_view version);

/// "core.v1.Container" in words: "a container".
std::string type_words(std::string_view type);

/// `1.9` is before `1.10`; "" is after everything.
bool is_before(std::string_view version, std::string_view other);

}  // namespace gpulint::k8s
