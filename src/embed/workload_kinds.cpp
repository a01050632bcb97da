#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "embed/generators.h"

namespace gpulint::embed {
namespace {

/// One row, written out; sorted by group and kind in the end.
struct Row {
    std::string group;
    std::string kind;
    std::string versions;
    std::string paths;
    std::string rest;  ///< gang, custom, note
};

std::string joined(yaml::Node list) {
    std::string text;
    for (const yaml::Node item : list.items()) {
        if (!text.empty()) text += ' ';
        text += item.text();
    }
    return text;
}

Result<std::string> pod_path(const Input& input, yaml::Node pod) {
    for (const yaml::Entry entry : pod.entries()) {
        const std::string_view key = entry.key();
        if (key != "path" && key != "shape" && key != "count" && key != "extra") {
            return error_at(input, entry.value, fmt::format("unknown key \"{}\"", key));
        }
    }
    const std::string_view shape = pod["shape"].text();
    if (pod["path"].text().empty()) return error_at(input, pod, "a pod needs a path");
    if (!shape.empty() && shape != "podspec" && shape != "partial") {
        return error_at(input, pod["shape"], fmt::format("unknown shape \"{}\"", shape));
    }
    return fmt::format("    {{{}, PodShape::{}, {}, {}}},\n", cpp_string(pod["path"].text()),
                       shape == "partial" ? "kPartial" : "kPodSpec",
                       cpp_string(pod["count"].text()), cpp_string(pod["extra"].text()));
}

}  // namespace

Result<std::string> generate_workload_kinds(const std::vector<Input>& inputs) {
    std::vector<Row> rows;
    for (const Input& input : inputs) {
        const yaml::Node root = input.document->root();
        for (const yaml::Node kind : root["kinds"].items()) {
            Row row;
            row.group = kind["group"].text();
            row.kind = kind["kind"].text();
            if (row.kind.empty()) return error_at(input, kind, "a row needs a kind");
            if (!root["sources"].has(kind["source"].text())) {
                return error_at(input, kind, "a row needs one of the sources");
            }
            for (const yaml::Node pod : kind["pods"].items()) {
                const Result<std::string> path = pod_path(input, pod);
                if (!path) return path.error();
                row.paths += *path;
            }
            const bool is_custom = kind["custom"].as_bool().value_or(true);
            row.rest = fmt::format("{}, {}, {}", cpp_string(kind["gang"].text()), is_custom,
                                   cpp_string(kind["note"].text()));
            row.versions = joined(kind["versions"]);
            rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(rows, [](const Row& left, const Row& right) {
        return std::tie(left.group, left.kind) < std::tie(right.group, right.kind);
    });
    std::string paths;
    std::string table;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        paths += fmt::format("constexpr PodPath kPods{}[] = {{\n{}}};\n", i, row.paths);
        table += fmt::format("    {{{}, {}, {}, kPods{}, {}}},\n", cpp_string(row.group),
                             cpp_string(row.kind), cpp_string(row.versions), i, row.rest);
    }
    return "#include \"k8s/kind_table.h\"\n\nnamespace gpulint::k8s {\nnamespace {\n\n" + paths +
           "\nconstexpr KindRow kRows[] = {\n" + table +
           "};\n\n}  // namespace\n\nstd::span<const KindRow> KindTable::embedded() { return "
           "kRows; "
           "}\n\n}  // namespace gpulint::k8s\n";
}

}  // namespace gpulint::embed
