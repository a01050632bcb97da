#include "yaml/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/source.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

/// Nodes of a document that may be as short as they like. Beyond them a tree must not outgrow its
/// text: a list of a million one-letter items is no manifest.
constexpr std::size_t kMostFreeNodes = 130'000;
constexpr std::size_t kFewestBytesPerNode = 10;

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
    heights_.clear();
    has_aliases_ = false;
    key_types_.clear();
    merged_ = 0;
    stopped_ = false;
}

text::Span TreeBuilder::span(std::uint32_t begin, std::uint32_t end) const {
    return {document_.file_->id(), begin, end};
}

void TreeBuilder::report(ProblemKind kind, text::Span place, std::string message,
                         text::Span related) {
    if (document_.problems_.size() >= kMostProblems) return;
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
    if (event.kind == EventKind::kAlias) resolve_alias(data, event.text, wants_key);
    const bool is_collection =
        event.kind == EventKind::kSequenceStart || event.kind == EventKind::kMappingStart;
    if (wants_key && !is_collection) {
        take_key(event, data);
        return true;
    }
    const std::uint32_t index = add_node(data, event);
    if (is_collection) open(index, wants_key);
    return !stopped_;
}

void TreeBuilder::open(std::uint32_t index, bool is_detached) {
    const NodeData& node = document_.nodes_[index];
    if (frames_.size() >= kMostDepth) {
        report(ProblemKind::kTooDeep, span(node.begin, node.begin),
               fmt::format("nested more than {} levels deep; nothing below is read", kMostDepth));
        stopped_ = true;
        return;
    }
    Frame frame;
    frame.node = index;
    frame.last_end = node.begin;
    frame.is_mapping = node.kind == NodeKind::kMapping;
    frame.is_detached = is_detached;
    frames_.push_back(std::move(frame));
}

void TreeBuilder::resolve_alias(NodeData& alias, std::string_view name, bool is_key) {
    const text::Span place = span(alias.begin, alias.end);
    const auto anchor = anchors_.find(std::string(name));
    if (anchor == anchors_.end()) {
        report(ProblemKind::kNotJson, place,
               fmt::format("no anchor `&{}` stands before this alias", name));
        return;
    }
    if (std::ranges::find(frames_, anchor->second, &Frame::node) != frames_.end()) {
        report(ProblemKind::kNotJson, place, fmt::format("anchor `&{}` contains itself", name));
        return;
    }
    const std::uint32_t content = content_of(anchor->second);
    const auto height = heights_.find(content);
    const std::uint32_t levels = height == heights_.end() ? 0 : height->second;
    if (frames_.size() + levels > kMostDepth) {
        report(ProblemKind::kTooDeep, place,
               fmt::format("aliases nest more than {} levels deep; this one is not followed",
                           kMostDepth));
        return;
    }
    if (!frames_.empty()) frames_.back().height = std::max(frames_.back().height, levels + 1);
    has_aliases_ = true;
    const NodeData& target = document_.nodes_[content];
    alias.target = content;
    alias.kind = target.kind;
    alias.type = target.type;
    // The anchor may stand at a key, where infinity is allowed.
    const bool is_special = target.kind == NodeKind::kScalar && target.type == ScalarType::kFloat &&
                            !resolve_scalar(target.text, false, "").has_json;
    if (is_special && !is_key) report_no_json(alias);
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

void TreeBuilder::check_size(const NodeData& latest) {
    const std::size_t count = document_.nodes_.size() + document_.strings_.size() + anchors_.size();
    if (count <= kMostFreeNodes || count * kFewestBytesPerNode <= document_.span_.size()) return;
    report(ProblemKind::kTooManyAliases, span(latest.begin, latest.begin),
           "too many tiny values for one document; nothing below is read");
    stopped_ = true;
}

std::uint32_t TreeBuilder::add_node(const NodeData& data, const Event& event) {
    const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
    document_.nodes_.push_back(data);
    key_types_.push_back(ScalarType::kString);
    check_size(data);
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
    if (document_.nodes_[frame.node].anchored) heights_[frame.node] = frame.height;
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
    outer.height = std::max(outer.height, frame.height + 1);
    outer.last_end = std::max(outer.last_end, document_.nodes_[frame.node].end);
    if (frame.is_detached) {
        outer.has_key = true;  // the collection stood where a key belongs
        outer.key = NodeData();
        outer.key.begin = document_.nodes_[frame.node].begin;
        outer.key.end = document_.nodes_[frame.node].end;
    }
}

void TreeBuilder::finish() {
    Event end;
    while (!frames_.empty()) {
        end.end = frames_.back().last_end - base_;
        close(end);
    }
    if (has_aliases_) check_aliases();
    document_.nodes_.shrink_to_fit();
}

}  // namespace gpulint::yaml
