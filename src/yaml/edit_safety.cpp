#include "yaml/edit_safety.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "yaml/document.h"

namespace gpulint::yaml {
namespace {

bool is_target_of_alias(const Document& document, std::uint32_t index) {
    for (std::size_t i = 0; i < document.node_count(); ++i) {
        const NodeData& node = document.data(static_cast<std::uint32_t>(i));
        if (node.target == index && !node.merged) return true;
    }
    return false;
}

bool has_problem(const Document& document, ProblemKind kind) {
    return std::ranges::any_of(document.problems(),
                               [kind](const Problem& problem) { return problem.kind == kind; });
}

}  // namespace

bool is_editable(Node node) {
    if (!node || node.is_alias() || node.is_merged() || node.is_overridden()) return false;
    // Text behind the end of a document (`"a" b`) may not stay behind it.
    if (has_problem(node.document(), ProblemKind::kIgnoredRest)) return false;
    for (Node around = node; around; around = around.parent()) {
        const bool is_shared =
            around.has_anchor() && is_target_of_alias(around.document(), around.index());
        if (is_shared || around.is_overridden() || around.is_merged()) return false;
    }
    return true;
}

bool is_whole(const Document& document) {
    return !document.is_template() && !document.is_damaged() &&
           !has_problem(document, ProblemKind::kConflictMarker);
}

bool is_referred_to(const Document& document, text::Span span) {
    if (document.file().text(document.span()).find('*') == std::string_view::npos) return false;
    const auto is_inside = [span](const NodeData& node) {
        return node.begin >= span.begin && node.begin < span.end;
    };
    for (std::size_t i = 0; i < document.node_count(); ++i) {
        const NodeData& node = document.data(static_cast<std::uint32_t>(i));
        if (node.target == kNoNode || node.merged) continue;
        if (is_inside(document.data(node.target)) && !is_inside(node)) return true;
    }
    return false;
}

bool has_twin(Node value) {
    const Document& document = value.document();
    const Node parent = value.parent();
    if (!parent.is_mapping()) return false;
    for (std::uint32_t at = document.data(parent.index()).first_child; at != kNoNode;
         at = document.data(at).next) {
        const NodeData& child = document.data(at);
        if (at != value.index() && !child.is_merge_key && child.key == value.key()) return true;
    }
    return false;
}

}  // namespace gpulint::yaml
