#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "text/source.h"
#include "yaml/tree_builder.h"

/// What happens to a mapping when it is complete: repeated keys, merge keys, its size.
namespace gpulint::yaml {
namespace {

/// Entries that merge keys may bring into one document; a real one stays far below.
constexpr std::size_t kMostMerged = 50'000;
/// Above this many entries repeated keys are looked for with a hash table.
constexpr std::size_t kFewEntries = 12;

}  // namespace

void TreeBuilder::settle_mapping(Frame& frame) {
    find_duplicates(frame);
    if (frame.has_merge) merge(frame);
    std::uint32_t count = 0;
    bool unknown = false;
    for (std::uint32_t at = document_.nodes_[frame.node].first_child; at != kNoNode;
         at = document_.nodes_[at].next) {
        const NodeData& child = document_.nodes_[at];
        if (!child.overridden && !child.is_merge_key) ++count;
        unknown = unknown || child.unknown_inside;
    }
    document_.nodes_[frame.node].size = count;
    document_.nodes_[frame.node].unknown_inside = unknown;
}

/// Several `<<` are no repeated key: each merges. What a masked expression will be is not known.
bool TreeBuilder::has_plain_key(std::uint32_t entry) const {
    const NodeData& node = document_.nodes_[entry];
    return !node.is_merge_key && !(node.unknown_inside && node.key.empty());
}

void TreeBuilder::find_duplicates(const Frame& frame) {
    const std::vector<NodeData>& nodes = document_.nodes_;
    const std::uint32_t first = nodes[frame.node].first_child;
    std::size_t count = 0;
    for (std::uint32_t at = first; at != kNoNode && count <= kFewEntries; at = nodes[at].next) {
        ++count;
    }
    if (count > kFewEntries) {
        std::unordered_map<std::string_view, std::uint32_t> seen;
        for (std::uint32_t at = first; at != kNoNode; at = nodes[at].next) {
            if (!has_plain_key(at)) continue;
            const auto [place, is_new] = seen.try_emplace(nodes[at].key, at);
            if (!is_new) report_duplicate(std::exchange(place->second, at), at);
        }
        return;
    }
    for (std::uint32_t at = first; at != kNoNode; at = nodes[at].next) {
        if (!has_plain_key(at)) continue;
        for (std::uint32_t other = first; other != at; other = nodes[other].next) {
            const bool is_same = !nodes[other].overridden && nodes[other].key == nodes[at].key;
            if (is_same && has_plain_key(other)) report_duplicate(other, at);
        }
    }
}

void TreeBuilder::report_duplicate(std::uint32_t earlier, std::uint32_t later) {
    std::vector<NodeData>& nodes = document_.nodes_;
    nodes[earlier].overridden = true;
    // `1` and "1" are two keys to YAML that become one in JSON; nobody refuses that. Nor does
    // not-a-number equal itself.
    if (key_types_[earlier] != key_types_[later]) return;
    if (key_types_[later] == ScalarType::kFloat && nodes[later].key == ".nan") return;
    report(ProblemKind::kDuplicateKey, span(nodes[later].key_begin, nodes[later].key_end),
           fmt::format("key \"{}\" is already set", nodes[later].key),
           span(nodes[earlier].key_begin, nodes[earlier].key_end));
}

/// Adds the entries that `<<` brings in. As in go-yaml every key is set in the order of the text,
/// the mappings of a list from the last to the first, and what is set last stays.
void TreeBuilder::merge(Frame& frame) {
    std::unordered_map<std::string_view, std::uint32_t> present;
    std::vector<std::uint32_t> merges;
    for (std::uint32_t at = document_.nodes_[frame.node].first_child; at != kNoNode;
         at = document_.nodes_[at].next) {
        const NodeData& child = document_.nodes_[at];
        if (child.is_merge_key) {
            merges.push_back(at);
        } else if (!child.overridden) {
            present[child.key] = at;
        }
    }
    for (const std::uint32_t at : merges) {
        const std::uint32_t source = content_of(at);
        if (document_.nodes_[source].kind == NodeKind::kMapping) {
            merge_from(frame, source, at, present);
            continue;
        }
        // A list of mappings has to be written here: go-yaml does not follow an alias to one.
        bool is_wrong = source != at || document_.nodes_[source].kind != NodeKind::kSequence;
        std::vector<std::uint32_t> items;
        for (std::uint32_t item = is_wrong ? kNoNode : document_.nodes_[source].first_child;
             item != kNoNode; item = document_.nodes_[item].next) {
            items.push_back(content_of(item));
        }
        for (auto item = items.rbegin(); item != items.rend(); ++item) {
            if (document_.nodes_[*item].kind == NodeKind::kMapping) {
                merge_from(frame, *item, at, present);
            } else {
                is_wrong = true;
            }
        }
        if (is_wrong) {
            report(ProblemKind::kNotJson,
                   span(document_.nodes_[at].begin, document_.nodes_[at].end),
                   "`<<` wants a mapping or a list of mappings");
        }
    }
}

/// Of two entries with one key the one that is set later stays.
void TreeBuilder::set_again(std::uint32_t earlier, std::uint32_t later, std::uint32_t place) {
    NodeData& loser = document_.nodes_[earlier];
    loser.overridden = true;
    const NodeData& where = document_.nodes_[place];
    report(
        ProblemKind::kMergeOverride, span(where.key_begin, where.key_end),
        fmt::format("key \"{}\" is set by `<<` and again beside it", document_.nodes_[later].key),
        span(loser.key_begin, loser.key_end));
}

/// Adds a copy of each entry of `source`. `present`: the entries that count so far, by key.
void TreeBuilder::merge_from(Frame& frame, std::uint32_t source, std::uint32_t merge_key,
                             std::unordered_map<std::string_view, std::uint32_t>& present) {
    for (std::uint32_t at = document_.nodes_[source].first_child; at != kNoNode;
         at = document_.nodes_[at].next) {
        NodeData copy = document_.nodes_[at];
        if (copy.overridden || copy.is_merge_key) continue;
        if (++merged_ > kMostMerged) {
            if (!stopped_) {
                report(ProblemKind::kTooManyAliases,
                       span(document_.nodes_[frame.node].begin, document_.nodes_[frame.node].begin),
                       "merge keys make this document too large to read");
            }
            stopped_ = true;
            return;
        }
        copy.target = content_of(at);
        copy.merged = true;
        copy.parent = frame.node;
        copy.next = kNoNode;
        copy.first_child = kNoNode;
        const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
        document_.nodes_.push_back(copy);
        key_types_.push_back(key_types_[at]);
        if (frame.last_child == kNoNode) {
            document_.nodes_[frame.node].first_child = index;
        } else {
            document_.nodes_[frame.last_child].next = index;
        }
        frame.last_child = index;
        const auto [same, is_new] = present.try_emplace(copy.key, index);
        if (is_new) continue;
        // The mapping's own entries stand in the arena in the order of the text.
        const bool is_behind = same->second > merge_key && !document_.nodes_[same->second].merged;
        if (is_behind) {
            set_again(index, same->second, same->second);
        } else {
            set_again(same->second, index, merge_key);
            same->second = index;
        }
    }
}

}  // namespace gpulint::yaml
