#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// The types of the API server's own objects (rules/catalog/kubernetes-types.yaml).
namespace gpulint::k8s {

enum class FieldShape : std::uint8_t { kOne, kList, kMap };
enum class FieldType : std::uint8_t {
    kStruct,  ///< another row of the table
    kString,
    kInt32,
    kInt64,
    kBoolean,
    kQuantity,
    kIntOrString,
    kAny,  ///< free-form, or not checked
};

inline constexpr std::int16_t kNoType = -1;

struct FieldRow {
    std::string_view name;
    FieldShape shape;
    FieldType type;
    std::int16_t struct_index;  ///< of kStruct; kNoType where the table lacks the type
    bool is_required;
    std::string_view since;  ///< first Kubernetes version that has it, "" when all known ones do
};

struct TypeRow {
    std::string_view name;             ///< "core.v1.PodSpec"
    std::span<const FieldRow> fields;  ///< sorted by name

    const FieldRow* find(std::string_view field) const;
};

/// All types, sorted by name.
std::span<const TypeRow> all_types();
/// By name, "core.v1.PodSpec"; null when there is none.
const TypeRow* find_type(std::string_view name);
/// The type of a root object by its apiVersion and kind; null when the table has none.
const TypeRow* find_root_type(std::string_view group, std::string_view version,
                              std::string_view kind);

}  // namespace gpulint::k8s
