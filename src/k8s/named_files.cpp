#include "k8s/named_files.h"

#include <utility>

#include "k8s/neighbour.h"
#include "k8s/placeholder.h"

namespace gpulint::k8s {

NamedFiles::NamedFiles(yaml::Node data, std::unique_ptr<yaml::Document> document)
    : document_(std::move(document)) {
    if (data.is_mapping() && data.size() > 0 && !data.document().is_template()) data_ = data;
}

std::vector<std::string_view> NamedFiles::names() const {
    std::vector<std::string_view> names;
    for (const yaml::Entry entry : data_.entries()) names.push_back(entry.key());
    return names;
}

NamedFiles find_files_beside(const yaml::Document& document, yaml::Node name) {
    if (!is_settled_text(name)) return {};
    auto map = find_neighbour(document, "", "ConfigMap", name.text());
    if (!map || map->document->is_damaged()) return {};
    const yaml::Node data = map->object.root()["data"];
    return NamedFiles(data, std::move(map->document));
}

}  // namespace gpulint::k8s
