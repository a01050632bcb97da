#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "embed/generators.h"

namespace gpulint::embed {
namespace {

struct Field {
    std::string expression;  ///< "[core.v1.Container] required"
    std::string since;
};
using Types = std::map<std::string, std::map<std::string, Field>>;

/// The C++ spelling of a type expression: shape, type, index of the struct.
std::string spelling(std::string_view text, const std::vector<std::string>& names) {
    std::string_view shape = "kOne";
    if (text.starts_with('[')) shape = "kList";
    if (text.starts_with('{')) shape = "kMap";
    if (shape != "kOne") text = text.substr(1, text.size() - 2);
    std::string_view type = "kAny";
    if (text == "string") type = "kString";
    if (text == "int32") type = "kInt32";
    if (text == "int64") type = "kInt64";
    if (text == "boolean") type = "kBoolean";
    if (text == "api.resource.Quantity") type = "kQuantity";
    if (text == "util.intstr.IntOrString") type = "kIntOrString";
    if (text == "meta.v1.Time" || text == "string:byte") type = "kString";
    std::ptrdiff_t index = -1;
    const auto place = std::ranges::lower_bound(names, text);
    if (place != names.end() && *place == text) {
        type = "kStruct";
        index = place - names.begin();
    }
    return fmt::format("FieldShape::{}, FieldType::{}, {}", shape, type, index);
}

std::optional<Error> read_added(const Input& input, yaml::Node list, std::string_view since,
                                Types& types) {
    for (const yaml::Node row : list.items()) {
        if (row.size() != 3) return error_at(input, row, "want [type, field, type of the field]");
        types[std::string(row[0].text())][std::string(row[1].text())] = {std::string(row[2].text()),
                                                                         std::string(since)};
    }
    return std::nullopt;
}

}  // namespace

Result<std::string> generate_kubernetes_types(const std::vector<Input>& inputs) {
    Types types;
    for (const Input& input : inputs) {
        const yaml::Node root = input.document->root();
        if (!root["source"].is_string() || !root["as_of"].is_string()) {
            return error_at(input, root, "needs source and as_of");
        }
        for (const yaml::Entry type : root["types"].entries()) {
            for (const yaml::Entry field : type.value.entries()) {
                types[std::string(type.key())][std::string(field.key())] = {
                    std::string(field.value.text()), ""};
            }
            types.try_emplace(std::string(type.key()));
        }
        const auto error = read_added(input, root["added_in_1_37"], "1.37", types);
        if (error) return *error;
    }
    std::vector<std::string> names;
    for (const auto& [name, fields] : types) names.push_back(name);
    std::string fields_text;
    std::string types_text;
    std::size_t index = 0;
    for (const auto& [name, fields] : types) {
        std::string rows;
        for (const auto& [field, row] : fields) {
            std::string_view expression = row.expression;
            const bool is_required = expression.ends_with(" required");
            if (is_required) expression.remove_suffix(std::string_view(" required").size());
            rows += fmt::format("    {{{}, {}, {}, {}}},\n", cpp_string(field),
                                spelling(expression, names), is_required, cpp_string(row.since));
        }
        if (rows.empty()) {
            types_text += fmt::format("    {{{}, {{}}}},\n", cpp_string(name));
        } else {
            fields_text += fmt::format("constexpr FieldRow kFields{}[] = {{\n{}}};\n", index, rows);
            types_text += fmt::format("    {{{}, kFields{}}},\n", cpp_string(name), index);
        }
        ++index;
    }
    return "#include \"k8s/type_table.h\"\n\nnamespace gpulint::k8s {\nnamespace {\n\n" +
           fields_text + "\nconstexpr TypeRow kTypes[] = {\n" + types_text +
           "};\n\n}  // namespace\n\nstd::span<const TypeRow> all_types() { return kTypes; }\n\n}  "
           "// "
           "namespace gpulint::k8s\n";
}

}  // namespace gpulint::embed
