#include "k8s/object.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

/// Lists inside lists deeper than this are not followed.
constexpr int kMostLists = 8;

void collect(yaml::Node node, ObjectOrigin origin, const KindTable& kinds, int depth,
             std::vector<Object>& objects) {
    if (!node.is_mapping() || !node["kind"].is_scalar()) return;
    const std::string_view kind = node["kind"].text();
    const yaml::Node items = node["items"];
    if (kind.ends_with("List") && items.is_sequence() && depth < kMostLists) {
        for (const yaml::Node item : items.items()) {
            collect(item, ObjectOrigin::kListItem, kinds, depth + 1, objects);
        }
        return;
    }
    // Without apiVersion nothing says what a document is; items of a typed list may lack it.
    const bool is_named = node["apiVersion"].is_string() || origin == ObjectOrigin::kListItem;
    if (is_named) objects.push_back(Object(node, origin, nullptr).with_row(kinds));
}

/// The lines of a literal block scalar's content, as a range of the file.
text::Span content_of_block(yaml::Node block) {
    text::Span span = block.span();
    const std::string_view source = block.source();
    const std::size_t newline = source.find('\n');
    if (newline == std::string_view::npos) return {span.file, span.end, span.end};
    span.begin += static_cast<std::uint32_t>(newline + 1);
    return span;
}

/// Cuts an indented stream at its `---` lines.
std::vector<yaml::DocumentPart> split_block(const text::SourceFile& file, text::Span content) {
    std::vector<yaml::DocumentPart> parts;
    std::uint32_t begin = content.begin;
    for (std::uint32_t line = content.begin; line < content.end;) {
        const std::string_view rest = file.text().substr(line, content.end - line);
        const std::string_view text = rest.substr(0, rest.find('\n'));
        if (ascii::trim(text) == "---") {
            parts.push_back({{content.file, begin, line}, parts.size()});
            begin = line + static_cast<std::uint32_t>(std::min(text.size() + 1, rest.size()));
        }
        line += static_cast<std::uint32_t>(std::min(text.size() + 1, rest.size()));
    }
    parts.push_back({{content.file, begin, content.end}, parts.size()});
    return parts;
}

}  // namespace

std::string_view Object::group() const {
    const std::string_view api_version = this->api_version();
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

std::string_view Object::version() const {
    const std::string_view api_version = this->api_version();
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
}

std::string_view Object::name() const {
    const yaml::Node metadata = root_["metadata"];
    const std::string_view name = metadata["name"].text();
    return name.empty() ? metadata["generateName"].text() : name;
}

std::string Object::display_name() const { return fmt::format("{}/{}", kind(), name()); }

Object Object::with_row(const KindTable& kinds) const {
    return {root_, origin_, kinds.find(group(), version(), kind())};
}

Object Object::with_row_of(std::string_view group, std::string_view kind,
                           const KindTable& kinds) const {
    return {root_, origin_, kinds.find(group, "", kind)};
}

std::vector<Object> find_objects(const yaml::Document& document, const KindTable& kinds) {
    std::vector<Object> objects;
    collect(document.root(), ObjectOrigin::kDocument, kinds, 0, objects);
    return objects;
}

std::vector<std::unique_ptr<yaml::Document>> find_embedded_documents(const Object& config_map) {
    std::vector<std::unique_ptr<yaml::Document>> documents;
    if (!config_map.is("", "ConfigMap")) return documents;
    for (const yaml::Entry entry : config_map.root()["data"].entries()) {
        const yaml::Node value = entry.value.anchor();
        const bool is_block = value.is_string() && value.style() == yaml::ScalarStyle::kLiteral;
        const bool mentions_kind = is_block &&
                                   value.text().find("kind:") != std::string_view::npos &&
                                   value.text().find("apiVersion:") != std::string_view::npos;
        if (!mentions_kind || value.is_unknown()) continue;
        const text::SourceFile& file = value.document().file();
        for (const yaml::DocumentPart& part : split_block(file, content_of_block(value))) {
            auto document = yaml::parse_document(file, part);
            const yaml::Node root = document->root();
            const bool is_object = root["apiVersion"].is_string() && root["kind"].is_string();
            if (is_object && !document->is_damaged()) documents.push_back(std::move(document));
        }
    }
    return documents;
}

}  // namespace gpulint::k8s
