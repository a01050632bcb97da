#include "k8s/neighbour.h"

#include "yaml/parse.h"

namespace gpulint::k8s {

std::optional<Neighbour> find_neighbour(const yaml::Document& document, std::string_view group,
                                        std::string_view kind, std::string_view name) {
    const text::SourceFile& file = document.file();
    if (file.text().find(kind) == std::string_view::npos) return std::nullopt;
    const KindTable kinds;
    for (const yaml::DocumentPart& part : yaml::split_documents(file)) {
        auto other = yaml::parse_document(file, part);
        for (const Object& object : find_objects(*other, kinds)) {
            if (!object.is(group, kind) || object.name() != name) continue;
            const Object found(object.root(), object.origin(), nullptr);
            return Neighbour{std::move(other), found};
        }
    }
    return std::nullopt;
}

}  // namespace gpulint::k8s
