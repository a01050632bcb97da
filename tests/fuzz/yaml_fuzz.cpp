// Any bytes as a file of YAML or JSON: every span lies inside its document and inside its parent's,
// keys and texts can be read, problems have places.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/require.h"
#include "yaml/parse.h"

namespace {

using namespace gpulint;

void check_node(const yaml::Document& document, yaml::Node node) {
    const text::Span span = node.span();
    GPULINT_REQUIRE(span.begin <= span.end);
    GPULINT_REQUIRE(document.span().contains(span));
    if (node.parent() && !node.is_merged()) GPULINT_REQUIRE(node.entry_span().contains(span));
    if (node.is_alias() || node.is_merged()) return;
    for (const yaml::Entry entry : node.written_entries()) check_node(document, entry.value);
    for (const yaml::Node item : node.items()) check_node(document, item);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    text::SourceSet sources;
    const auto id = sources.add("fuzz.yaml", {reinterpret_cast<const char*>(data), size});
    if (!id) return 0;
    const text::SourceFile& file = sources.file(*id);
    for (const auto& document : yaml::parse_all(file)) {
        if (document->root()) check_node(*document, document->root());
        for (const yaml::Problem& problem : document->problems()) {
            GPULINT_REQUIRE(problem.span.begin <= problem.span.end);
            GPULINT_REQUIRE(problem.span.end <= file.whole().end);
            GPULINT_REQUIRE(!problem.message.empty());
        }
        for (const text::Span comment : yaml::find_comments(*document)) {
            GPULINT_REQUIRE(file.text(comment).starts_with('#'));
        }
        yaml::to_json(document->root());
    }
    return 0;
}
