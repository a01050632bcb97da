#include "embed/gpu_catalog.h"

#include <fmt/format.h>

namespace gpulint::embed {

Result<Done> CatalogReader::check_as_of() const {
    if (root_["as_of"].text().empty()) return error(root_, "the file needs `as_of`");
    return Done{};
}

Result<Done> CatalogReader::check_source(yaml::Node row) const {
    const yaml::Node source = row["source"];
    if (!source) return error(row, "a fact needs its `source`");
    // Lists of addresses and tables of sources speak for themselves.
    if (!sources_ || !source.is_string()) return Done{};
    if (!sources_.has(source.text())) {
        return error(source, fmt::format("\"{}\" is none of the file's sources", source.text()));
    }
    return Done{};
}

std::string ListWriter::add(std::string_view type, const std::vector<std::string>& items) {
    if (items.empty()) return "{}";
    const std::string name = fmt::format("k{}{}", stem_, count_++);
    text_ +=
        fmt::format("constexpr {} {}[] = {{\n    {}}};\n", type, name, fmt::join(items, ",\n    "));
    return name;
}

std::string ListWriter::add_texts(yaml::Node items) {
    std::vector<std::string> texts;
    for (const yaml::Node item : items.items()) texts.push_back(cpp_string(item.text()));
    return add("std::string_view", texts);
}

std::string ListWriter::add_integers(yaml::Node items) {
    std::vector<std::string> numbers;
    for (const yaml::Node item : items.items()) numbers.emplace_back(item.text());
    return add("int", numbers);
}

std::string cpp_table(std::string_view type, std::string_view name, const std::string& rows) {
    return fmt::format("constexpr {} {}[] = {{\n{}}};\n\n", type, name, rows);
}

std::string cpp_known_string(yaml::Node node) {
    return cpp_string(node.text() == "unknown" ? "" : node.text());
}

std::string cpp_optional(yaml::Node node) {
    if (!node || node.text() == "unknown") return "std::nullopt";
    return std::string(node.text());
}

std::string_view cpp_bool(yaml::Node node) {
    return node.as_bool().value_or(false) ? "true" : "false";
}

Result<std::string> generate_gpu_catalog(const std::vector<Input>& inputs) {
    ResourceWriter resources;
    ProductWriter products;
    SignWriter signs;
    CudaWriter cuda;
    for (const Input& input : inputs) {
        const CatalogReader file(input);
        if (const Result<Done> done = file.check_as_of(); !done) return done.error();
        if (const Result<Done> done = resources.read(file); !done) return done.error();
        if (const Result<Done> done = products.read(file); !done) return done.error();
        if (const Result<Done> done = signs.read(file); !done) return done.error();
        if (const Result<Done> done = cuda.read(file); !done) return done.error();
    }
    return "#include \"gpu/catalog.h\"\n#include \"gpu/cuda.h\"\n#include "
           "\"gpu/images.h\"\n#include \"gpu/labels.h\"\n\n"
           "namespace gpulint::gpu {\nnamespace {\n\n" +
           resources.write() + products.write() + signs.write() + cuda.write() +
           "}  // namespace gpulint::gpu\n";
}

}  // namespace gpulint::embed
