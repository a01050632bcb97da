#include <vector>

#include "yaml/tree_builder.h"

namespace gpulint::yaml {
namespace {

/// go-yaml's bound on what aliases may make of a document (`allowedAliasRatio` in decode.go of
/// go.yaml.in/yaml/v2): of few values nearly all may come from aliases, of millions a tenth.
class AliasBound {
  public:
    void count(bool is_aliased) {
        ++decoded_;
        if (is_aliased) ++aliased_;
    }

    bool is_exceeded() const {
        return aliased_ > 100 && decoded_ > 1000 &&
               static_cast<double>(aliased_) / static_cast<double>(decoded_) > allowed();
    }

  private:
    static constexpr double kFew = 400'000;
    static constexpr double kMany = 4'000'000;

    double allowed() const {
        const auto count = static_cast<double>(decoded_);
        if (count <= kFew) return 0.99;
        if (count >= kMany) return 0.10;
        return 0.99 - 0.89 * (count - kFew) / (kMany - kFew);
    }

    std::size_t decoded_ = 1;  // the document itself
    std::size_t aliased_ = 0;
};

}  // namespace

/// Walks the tree with its aliases written out, counting as go-yaml does, and drops a tree that
/// go-yaml refuses: whoever follows the aliases of such a document never comes to an end.
void TreeBuilder::check_aliases() {
    struct Level {
        std::uint32_t next;
        bool is_mapping;
        bool is_aliased;
    };
    const std::vector<NodeData>& nodes = document_.nodes_;
    AliasBound bound;
    std::vector<Level> levels;
    text::Span place;
    const auto visit = [&](std::uint32_t index, bool is_aliased) {
        const NodeData& node = nodes[index];
        bound.count(is_aliased);
        if (node.target != kNoNode) {
            if (!is_aliased) place = span(node.begin, node.end);
            is_aliased = true;
            bound.count(true);
        }
        const NodeData& content = nodes[content_of(index)];
        if (content.first_child == kNoNode) return;
        levels.push_back({content.first_child, content.kind == NodeKind::kMapping, is_aliased});
    };
    if (!nodes.empty()) visit(0, false);
    while (!levels.empty() && !bound.is_exceeded()) {
        Level& level = levels.back();
        if (level.next == kNoNode) {
            levels.pop_back();
            continue;
        }
        const std::uint32_t at = level.next;
        level.next = nodes[at].next;
        // Merged entries are copies; what they are copied from is counted.
        if (nodes[at].merged) continue;
        if (level.is_mapping && !nodes[at].is_merge_key) bound.count(level.is_aliased);
        visit(at, level.is_aliased);
    }
    if (!bound.is_exceeded()) return;
    document_.nodes_.clear();
    report(ProblemKind::kTooManyAliases, place,
           "aliases make this document larger than Kubernetes' reader takes: write the values out");
}

}  // namespace gpulint::yaml
