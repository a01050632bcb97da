#include "yaml/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/ascii.h"
#include "yaml/document.h"
#include "yaml/scalar.h"

namespace gpulint::yaml {
namespace {

constexpr NodeData kMissing{};

/// Fields that hold maps: the API server writes their keys in brackets.
constexpr std::array<std::string_view, 16> kMapFields{
    "allocatable", "annotations",  "capacity", "data",        "default", "defaultRequest",
    "hard",        "labels",       "limits",   "matchLabels", "max",     "maxLimitRequestRatio",
    "min",         "nodeSelector", "overhead", "requests"};

/// Field names of API types stand bare in a field path; every other key is put in brackets.
bool is_field_name(std::string_view key) {
    return !key.empty() && ascii::is_alpha(key.front()) &&
           std::ranges::all_of(key, ascii::is_alnum);
}

}  // namespace

const NodeData& Node::place() const { return document_ ? document_->data(index_) : kMissing; }

const NodeData& Node::content() const {
    const NodeData& data = place();
    return data.target == kNoNode ? data : document_->data(data.target);
}

bool Node::has_value() const { return document_ != nullptr && !is_null(); }
bool Node::is_scalar() const { return document_ != nullptr && content().kind == NodeKind::kScalar; }
bool Node::is_sequence() const { return content().kind == NodeKind::kSequence; }
bool Node::is_mapping() const { return content().kind == NodeKind::kMapping; }
bool Node::is_null() const { return is_scalar() && content().type == ScalarType::kNull; }
bool Node::is_bool() const { return is_scalar() && content().type == ScalarType::kBool; }
bool Node::is_number() const {
    return is_scalar() &&
           (content().type == ScalarType::kInteger || content().type == ScalarType::kFloat);
}
bool Node::is_string() const { return is_scalar() && content().type == ScalarType::kString; }
bool Node::is_unknown() const { return content().unknown; }
bool Node::contains_unknown() const {
    if (content().unknown_inside) return true;
    // A line of a template may have brought in anything.
    return document_ != nullptr && document_->is_template() && content().kind != NodeKind::kScalar;
}
ScalarStyle Node::style() const { return content().style; }
ScalarType Node::type() const { return content().type; }
std::string_view Node::text() const { return is_scalar() ? content().text : std::string_view(); }
std::string_view Node::source() const {
    return document_ ? document_->file().text(span()) : std::string_view();
}

std::optional<bool> Node::as_bool() const {
    if (!is_bool()) return std::nullopt;
    return json_key(text(), ScalarType::kBool) == "true";
}

std::optional<std::int64_t> Node::as_integer() const {
    if (!is_number() || is_unknown()) return std::nullopt;
    if (const auto value = integer_value(text())) return value;
    const std::optional<double> value = number_value(text());
    constexpr double kLimit = 9.2e18;
    if (!value || std::trunc(*value) != *value || std::fabs(*value) > kLimit) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::optional<double> Node::as_number() const {
    if (!is_number() || is_unknown()) return std::nullopt;
    return number_value(text());
}

std::optional<std::string_view> Node::as_string() const {
    if (!is_string()) return std::nullopt;
    return text();
}

Node Node::operator[](std::string_view key) const {
    if (!is_mapping()) return {};
    for (std::uint32_t at = content().first_child; at != kNoNode; at = document_->data(at).next) {
        const NodeData& child = document_->data(at);
        if (child.key == key && !child.overridden && !child.is_merge_key) return {document_, at};
    }
    return {};
}

Node Node::operator[](std::size_t index) const {
    if (!is_sequence()) return {};
    for (std::uint32_t at = content().first_child; at != kNoNode; at = document_->data(at).next) {
        if (index-- == 0) return {document_, at};
    }
    return {};
}

std::size_t Node::size() const { return content().size; }

EntryRange Node::entries() const {
    if (!is_mapping()) return {};
    return {EntryIterator(document_, content().first_child, false),
            EntryIterator(document_, kNoNode, false)};
}

EntryRange Node::written_entries() const {
    if (!is_mapping()) return {};
    return {EntryIterator(document_, content().first_child, true),
            EntryIterator(document_, kNoNode, true)};
}

ItemRange Node::items() const {
    if (!is_sequence()) return {};
    return {ItemIterator(document_, content().first_child), ItemIterator(document_, kNoNode)};
}

text::Span Node::span() const {
    if (document_ == nullptr) return {};
    return {document_->file().id(), place().begin, place().end};
}

text::Span Node::key_span() const {
    if (document_ == nullptr) return {};
    return {document_->file().id(), place().key_begin, place().key_end};
}

text::Span Node::entry_span() const {
    if (document_ == nullptr) return {};
    const NodeData& data = place();
    const bool has_parent = data.parent != kNoNode;
    return {document_->file().id(), has_parent ? data.key_begin : data.begin,
            std::max(data.end, data.key_end)};
}

std::string_view Node::key() const { return place().key; }
bool Node::is_alias() const { return place().target != kNoNode && !place().merged; }
Node Node::anchor() const {
    return place().target == kNoNode ? *this : Node(document_, place().target);
}
bool Node::is_overridden() const { return place().overridden; }
bool Node::is_merged() const { return place().merged; }
bool Node::is_flow() const { return content().flow; }
bool Node::has_anchor() const { return place().anchored; }

Node Node::parent() const {
    const std::uint32_t parent = place().parent;
    return parent == kNoNode ? Node() : Node(document_, parent);
}

std::size_t Node::item_index() const {
    std::size_t index = 0;
    for (const Node item : parent().items()) {
        if (item.index_ == index_) return index;
        ++index;
    }
    return index;
}

std::string Node::route() const {
    std::vector<Node> way;
    for (Node node = *this; node.parent(); node = node.parent()) way.push_back(node);
    std::string route;
    for (auto node = way.rbegin(); node != way.rend(); ++node) {
        if (node->parent().is_sequence()) {
            route += fmt::format("[{}]", node->item_index());
        } else if (is_field_name(node->key()) &&
                   std::ranges::find(kMapFields, node->parent().key()) == kMapFields.end()) {
            if (!route.empty()) route += '.';
            route += node->key();
        } else {
            route += fmt::format("[{}]", node->key());
        }
    }
    return route;
}

std::string Node::json_pointer() const {
    std::vector<Node> way;
    for (Node node = *this; node.parent(); node = node.parent()) way.push_back(node);
    std::string pointer;
    for (auto node = way.rbegin(); node != way.rend(); ++node) {
        pointer += '/';
        if (node->parent().is_sequence()) {
            pointer += std::to_string(node->item_index());
            continue;
        }
        for (const char c : node->key()) {
            if (c == '~') {
                pointer += "~0";
            } else if (c == '/') {
                pointer += "~1";
            } else {
                pointer += c;
            }
        }
    }
    return pointer;
}

EntryIterator::EntryIterator(const Document* document, std::uint32_t index, bool written)
    : document_(document), index_(index), written_(written) {
    skip();
}

void EntryIterator::skip() {
    while (index_ != kNoNode) {
        const NodeData& data = document_->data(index_);
        const bool is_wanted = written_ ? !data.merged : !data.overridden && !data.is_merge_key;
        if (is_wanted) return;
        index_ = data.next;
    }
}

EntryIterator& EntryIterator::operator++() {
    index_ = document_->data(index_).next;
    skip();
    return *this;
}

EntryIterator EntryIterator::operator++(int) {
    EntryIterator before = *this;
    ++*this;
    return before;
}

ItemIterator& ItemIterator::operator++() {
    index_ = document_->data(index_).next;
    return *this;
}

ItemIterator ItemIterator::operator++(int) {
    ItemIterator before = *this;
    ++*this;
    return before;
}

}  // namespace gpulint::yaml
