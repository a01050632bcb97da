#include "k8s/type_table.h"

#include <algorithm>
#include <string>

namespace gpulint::k8s {

const FieldRow* TypeRow::find(std::string_view field) const {
    const auto place = std::ranges::lower_bound(fields, field, {}, &FieldRow::name);
    return place != fields.end() && place->name == field ? &*place : nullptr;
}

const TypeRow* find_type(std::string_view name) {
    const std::span<const TypeRow> types = all_types();
    const auto place = std::ranges::lower_bound(types, name, {}, &TypeRow::name);
    return place != types.end() && place->name == name ? &*place : nullptr;
}

const TypeRow* find_root_type(std::string_view group, std::string_view version,
                              std::string_view kind) {
    // "resource.k8s.io" is "resource" in the names of types, the core group is "core".
    std::string name(group.empty() ? "core" : group.substr(0, group.find('.')));
    name += '.';
    name += version;
    name += '.';
    name += kind;
    const TypeRow* type = find_type(name);
    return type != nullptr && type->find("kind") != nullptr ? type : nullptr;
}

}  // namespace gpulint::k8s
