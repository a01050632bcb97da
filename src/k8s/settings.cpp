#include "k8s/settings.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "k8s/neighbour.h"
#include "yaml/parse.h"

namespace gpulint::k8s {
namespace {

/// One of them stands in every file of settings that a rule reads.
constexpr std::array<std::string_view, 5> kSettingsWords{"mig-configs", "mig_configs", "sharing",
                                                         "migStrategy", "gpu-config-profiles"};

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

std::vector<CarriedDocument> find_carried_settings(const Object& config_map) {
    std::vector<CarriedDocument> settings;
    if (!config_map.is("", "ConfigMap")) return settings;
    for (const yaml::Entry entry : config_map.root()["data"].entries()) {
        const yaml::Node value = entry.value.anchor();
        const bool is_block = value.is_string() && value.style() == yaml::ScalarStyle::kLiteral;
        const bool may_be = is_block && std::ranges::any_of(kSettingsWords, [&](auto word) {
                                return value.text().find(word) != std::string_view::npos;
                            });
        if (!may_be || value.is_unknown()) continue;
        const text::SourceFile& file = value.document().file();
        for (const yaml::DocumentPart& part : split_block(file, content_of_block(value))) {
            auto document = yaml::parse_document(file, part);
            const yaml::Node root = document->root();
            if (!root && !document->is_damaged()) continue;
            if (!root.has("kind")) settings.push_back({std::move(document), entry.key()});
            break;
        }
    }
    return settings;
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

std::vector<CarriedDocument> find_settings_beside(const Object& object, std::string_view name) {
    const auto map = find_neighbour(object.root().document(), "", "ConfigMap", name);
    return map ? find_carried_settings(map->object) : std::vector<CarriedDocument>();
}

}  // namespace gpulint::k8s
