#include "yaml/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "text/source.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

/// Entries that merge keys may bring into one document; a real one stays far below.
constexpr std::size_t kMostMerged = 100'000;
/// Above this many entries repeated keys are looked for with a hash table.
constexpr std::size_t kFewEntries = 12;

constexpr std::string_view kMergeTag = "tag:yaml.org,2002:merge";

}  // namespace

TreeBuilder::TreeBuilder(Document& document, std::uint32_t base,
                         const std::vector<text::Span>& masked)
    : document_(document), base_(base), masked_(masked) {}

void TreeBuilder::restart() {
    document_.nodes_.clear();
    document_.strings_.clear();
    document_.problems_.clear();
    frames_.clear();
    anchors_.clear();
    key_types_.clear();
    merged_ = 0;
    stopped_ = false;
}

text::Span TreeBuilder::span(std::uint32_t begin, std::uint32_t end) const {
    return {document_.file_->id(), begin, end};
}

void TreeBuilder::report(ProblemKind kind, text::Span place, std::string message,
                         text::Span related) {
    document_.problems_.push_back({kind, place, related, std::move(message)});
}

/// The text as a view that lives as long as the document: into the file where it stands there.
std::string_view TreeBuilder::keep(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    const std::string_view written = document_.file_->text(span(begin, end));
    if (written == text) return written;
    if (text.empty()) return {};
    return document_.strings_.emplace_back(text);
}

bool TreeBuilder::is_masked(std::uint32_t begin, std::uint32_t end) const {
    const auto next = std::ranges::lower_bound(masked_, begin, std::less_equal(), &text::Span::end);
    return next != masked_.end() && next->begin < end;
}

std::uint32_t TreeBuilder::content_of(std::uint32_t index) const {
    const std::uint32_t target = document_.nodes_[index].target;
    return target == kNoNode ? index : target;
}

/// Where the dash of the item that starts at `offset` stands; `floor` is the end of what came
/// before.
std::uint32_t TreeBuilder::dash_before(std::uint32_t offset, std::uint32_t floor) const {
    const std::string_view text = document_.file_->text();
    std::uint32_t dash = offset;
    // Between the dash and the item there may be properties and comments: the first dash counts.
    bool in_comment = false;
    for (std::uint32_t at = floor; at < offset; ++at) {
        const char c = text[at];
        if (c == '\n') in_comment = false;
        if (c == '#') in_comment = true;
        if (c == '-' && !in_comment) {
            dash = at;
            break;
        }
    }
    return dash;
}

void TreeBuilder::report_no_json(const NodeData& data) {
    report(ProblemKind::kNotJson, span(data.begin, data.end),
           "infinity and not-a-number have no JSON form");
}

NodeData TreeBuilder::make_scalar(const Event& event, bool is_key) {
    NodeData data;
    data.begin = base_ + static_cast<std::uint32_t>(event.begin);
    data.end = base_ + static_cast<std::uint32_t>(event.end);
    data.style = event.style;
    data.text = keep(event.text, data.begin, data.end);
    if (!masked_.empty() && is_masked(data.begin, data.end)) {
        // A masked expression: neither its type nor its text is known.
        data.unknown = true;
        data.unknown_inside = true;
        data.type = ScalarType::kString;
        data.text = document_.file_->text(span(data.begin, data.end));
        return data;
    }
    const bool is_quoted = event.style != ScalarStyle::kPlain;
    ResolvedScalar resolved = resolve_scalar(data.text, is_quoted, event.tag);
    data.type = resolved.type;
    if (resolved.text) data.text = document_.strings_.emplace_back(std::move(*resolved.text));
    if (!resolved.error.empty()) {
        report(ProblemKind::kNotJson, span(data.begin, data.end), std::move(resolved.error));
    } else if (!resolved.has_json && !is_key) {
        report_no_json(data);
    }
    return data;
}

bool TreeBuilder::take(const Event& event) {
    if (stopped_) return false;
    switch (event.kind) {
        case EventKind::kSequenceEnd:
        case EventKind::kMappingEnd: close(event); return !stopped_;
        case EventKind::kAlias:
        case EventKind::kScalar:
        case EventKind::kSequenceStart:
        case EventKind::kMappingStart: break;
    }
    const bool wants_key = !frames_.empty() && frames_.back().is_mapping && !frames_.back().has_key;
    NodeData data;
    if (event.kind == EventKind::kScalar) {
        data = make_scalar(event, wants_key);
    } else {
        data.begin = base_ + static_cast<std::uint32_t>(event.begin);
        data.end = base_ + static_cast<std::uint32_t>(std::max(event.begin, event.end));
        data.flow = event.flow;
    }
    if (event.kind == EventKind::kSequenceStart) data.kind = NodeKind::kSequence;
    if (event.kind == EventKind::kMappingStart) data.kind = NodeKind::kMapping;
    if (event.kind == EventKind::kAlias) {
        const auto anchor = anchors_.find(std::string(event.text));
        if (anchor == anchors_.end()) {
            report(ProblemKind::kNotJson, span(data.begin, data.end),
                   fmt::format("no anchor `&{}` stands before this alias", event.text));
        } else if (std::ranges::any_of(
                       frames_, [&](const Frame& frame) { return frame.node == anchor->second; })) {
            report(ProblemKind::kNotJson, span(data.begin, data.end),
                   fmt::format("anchor `&{}` contains itself", event.text));
        } else {
            data.target = content_of(anchor->second);
            const NodeData& target = document_.nodes_[data.target];
            data.kind = target.kind;
            data.type = target.type;
            // The anchor may stand at a key, where infinity is allowed.
            const bool is_special = target.kind == NodeKind::kScalar &&
                                    target.type == ScalarType::kFloat &&
                                    !resolve_scalar(target.text, false, "").has_json;
            if (is_special && !wants_key) report_no_json(data);
        }
    }
    const bool is_collection =
        event.kind == EventKind::kSequenceStart || event.kind == EventKind::kMappingStart;
    if (wants_key && !is_collection) {
        take_key(event, data);
        return true;
    }
    const std::uint32_t index = add_node(data, event);
    if (is_collection) {
        if (frames_.size() >= kMostDepth) {
            report(
                ProblemKind::kTooDeep, span(data.begin, data.begin),
                fmt::format("nested more than {} levels deep; nothing below is read", kMostDepth));
            stopped_ = true;
            return false;
        }
        Frame frame;
        frame.node = index;
        frame.last_end = data.begin;
        frame.is_mapping = data.kind == NodeKind::kMapping;
        frame.is_detached = wants_key;
        frames_.push_back(std::move(frame));
    }
    return true;
}

void TreeBuilder::take_key(const Event& event, const NodeData& data) {
    Frame& frame = frames_.back();
    frame.has_key = true;
    frame.key = data;
    frame.last_end = data.end;
    const NodeData& content = data.target == kNoNode ? data : document_.nodes_[data.target];
    frame.key_type = content.type;
    // The tag `!` makes a string of any text, and go-yaml still merges.
    const bool is_merge = (content.style == ScalarStyle::kPlain && event.tag.empty()) ||
                          event.tag == "!" || event.tag == kMergeTag;
    frame.key_is_merge = content.text == "<<" && is_merge && data.target == kNoNode;
    if (content.kind != NodeKind::kScalar) {
        report(ProblemKind::kNotJson, span(data.begin, data.end),
               "a list or mapping cannot be a key in Kubernetes");
        return;
    }
    if (!event.anchor.empty()) {
        // A key's anchor: kept as a node of its own, outside the tree.
        document_.nodes_.push_back(data);
        key_types_.push_back(ScalarType::kString);
        anchors_[std::string(event.anchor)] =
            static_cast<std::uint32_t>(document_.nodes_.size() - 1);
    }
    if (content.type == ScalarType::kString) {
        frame.key.key = content.text;
        return;
    }
    const std::optional<std::string> key = json_key(content.text, content.type);
    if (!key) {
        report(ProblemKind::kNotJson, span(data.begin, data.end),
               "null cannot be a key in Kubernetes");
        return;
    }
    frame.key.key = *key == content.text ? content.text : document_.strings_.emplace_back(*key);
}

std::uint32_t TreeBuilder::add_node(const NodeData& data, const Event& event) {
    const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
    document_.nodes_.push_back(data);
    key_types_.push_back(ScalarType::kString);
    if (!event.anchor.empty()) {
        document_.nodes_.back().anchored = true;
        anchors_[std::string(event.anchor)] = index;
    }
    if (frames_.empty()) return index;
    Frame& frame = frames_.back();
    if (frame.is_mapping && !frame.has_key) {
        report(ProblemKind::kNotJson, span(data.begin, data.begin + 1),
               "a list or mapping cannot be a key in Kubernetes");
        return index;  // a collection as key: not part of the tree
    }
    attach(frame, index);
    return index;
}

void TreeBuilder::attach(Frame& frame, std::uint32_t index) {
    NodeData& node = document_.nodes_[index];
    NodeData& parent = document_.nodes_[frame.node];
    node.parent = frame.node;
    if (frame.is_mapping) {
        node.key = frame.key.key;
        node.key_begin = frame.key.begin;
        node.key_end = frame.key.end;
        node.is_merge_key = frame.key_is_merge;
        frame.has_merge = frame.has_merge || frame.key_is_merge;
        key_types_[index] = frame.key_type;
        if (frame.key.unknown) node.unknown_inside = true;
        // libyaml puts the missing value of `{a, b}` at the next token: it belongs to its key.
        const bool is_unwritten = node.kind == NodeKind::kScalar && node.begin == node.end &&
                                  node.style == ScalarStyle::kPlain;
        if (is_unwritten && parent.flow) node.begin = node.end = std::min(node.begin, node.key_end);
        frame.has_key = false;
    } else if (parent.flow) {
        node.key_begin = node.key_end = node.begin;
    } else {
        node.key_begin = node.key_end = dash_before(node.begin, frame.last_end);
    }
    if (frame.last_child == kNoNode) {
        parent.first_child = index;
    } else {
        document_.nodes_[frame.last_child].next = index;
    }
    frame.last_child = index;
    frame.last_end = std::max(frame.last_end, node.end);
}

void TreeBuilder::close(const Event& event) {
    if (frames_.empty()) return;
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    {
        NodeData& node = document_.nodes_[frame.node];
        node.end = node.flow ? base_ + static_cast<std::uint32_t>(event.end)
                             : std::max(node.begin, frame.last_end);
    }
    if (frame.is_mapping) {
        settle_mapping(frame);
    } else {
        std::uint32_t count = 0;
        bool unknown = false;
        for (std::uint32_t at = document_.nodes_[frame.node].first_child; at != kNoNode;
             at = document_.nodes_[at].next) {
            ++count;
            unknown = unknown || document_.nodes_[at].unknown_inside;
        }
        document_.nodes_[frame.node].size = count;
        document_.nodes_[frame.node].unknown_inside = unknown;
    }
    if (frames_.empty()) return;
    Frame& outer = frames_.back();
    outer.last_end = std::max(outer.last_end, document_.nodes_[frame.node].end);
    if (frame.is_detached) {
        outer.has_key = true;  // the collection stood where a key belongs
        outer.key = NodeData();
        outer.key.begin = document_.nodes_[frame.node].begin;
        outer.key.end = document_.nodes_[frame.node].end;
    }
}

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

void TreeBuilder::find_duplicates(const Frame& frame) {
    std::vector<NodeData>& nodes = document_.nodes_;
    const auto repeated = [&](std::uint32_t earlier, std::uint32_t later) {
        nodes[earlier].overridden = true;
        // `1` and "1" are two keys to YAML that become one in JSON; nobody refuses that. Nor does
        // not-a-number equal itself.
        if (key_types_[earlier] != key_types_[later]) return;
        if (key_types_[later] == ScalarType::kFloat && nodes[later].key == ".nan") return;
        report(ProblemKind::kDuplicateKey, span(nodes[later].key_begin, nodes[later].key_end),
               fmt::format("key \"{}\" is already set", nodes[later].key),
               span(nodes[earlier].key_begin, nodes[earlier].key_end));
    };
    std::size_t count = 0;
    std::unordered_map<std::string_view, std::uint32_t> seen;
    for (std::uint32_t at = nodes[frame.node].first_child; at != kNoNode; at = nodes[at].next) {
        ++count;
        if (nodes[at].unknown_inside && nodes[at].key.empty()) continue;
        if (count <= kFewEntries) {
            for (std::uint32_t other = nodes[frame.node].first_child; other != at;
                 other = nodes[other].next) {
                if (!nodes[other].overridden && nodes[other].key == nodes[at].key) {
                    repeated(other, at);
                }
            }
            continue;
        }
        if (seen.empty()) {
            for (std::uint32_t other = nodes[frame.node].first_child; other != at;
                 other = nodes[other].next) {
                seen[nodes[other].key] = other;
            }
        }
        const auto [place, is_new] = seen.try_emplace(nodes[at].key, at);
        if (!is_new) {
            repeated(place->second, at);
            place->second = at;
        }
    }
}

/// Adds the entries that `<<` brings in. As in go-yaml every key is set in the order of the text,
/// the mappings of a list from the last to the first, and what is set last stays.
void TreeBuilder::merge(Frame& frame) {
    std::vector<std::uint32_t> merges;
    for (std::uint32_t at = document_.nodes_[frame.node].first_child; at != kNoNode;
         at = document_.nodes_[at].next) {
        if (document_.nodes_[at].is_merge_key) merges.push_back(at);
    }
    for (const std::uint32_t at : merges) {
        const std::uint32_t source = content_of(at);
        if (document_.nodes_[source].kind == NodeKind::kMapping) {
            merge_from(frame, source, at);
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
                merge_from(frame, *item, at);
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

void TreeBuilder::merge_from(Frame& frame, std::uint32_t source, std::uint32_t merge_key) {
    std::unordered_map<std::string_view, std::uint32_t> present;
    std::unordered_set<std::uint32_t> behind;  // own entries that stand behind the `<<`
    bool is_behind = false;
    for (std::uint32_t at = document_.nodes_[frame.node].first_child; at != kNoNode;
         at = document_.nodes_[at].next) {
        const NodeData& child = document_.nodes_[at];
        if (at == merge_key) is_behind = true;
        if (child.is_merge_key || child.overridden) continue;
        present[child.key] = at;
        if (is_behind && !child.merged) behind.insert(at);
    }
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
        const auto same = present.find(copy.key);
        if (same == present.end()) continue;
        if (behind.contains(same->second)) {
            set_again(index, same->second, same->second);
        } else {
            set_again(same->second, index, merge_key);
        }
    }
}

void TreeBuilder::finish() {
    Event end;
    while (!frames_.empty()) {
        end.end = frames_.back().last_end - base_;
        close(end);
    }
    document_.nodes_.shrink_to_fit();
}

}  // namespace gpulint::yaml
