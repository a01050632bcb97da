#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>

#include "text/span.h"

/// The tree of one YAML or JSON document, as Kubernetes' reader understands it, with exact spans.
///
/// A Node is a small handle (copy it freely) that stays valid as long as its Document. One that
/// does not exist is false and answers everything with something empty, so that chains such as
/// `pod["spec"]["containers"]` need no checks. An alias is seen through: its content is the
/// anchor's, its span is its own. Merge keys (`<<`) are applied. Of a repeated key the last one
/// counts.
namespace gpulint::yaml {

class Document;
struct NodeData;

enum class NodeKind : std::uint8_t { kScalar, kSequence, kMapping };
enum class ScalarStyle : std::uint8_t { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };
/// The JSON type that sigs.k8s.io/yaml (go-yaml v2, YAML 1.1 with limits) gives a scalar.
enum class ScalarType : std::uint8_t { kNull, kBool, kInteger, kFloat, kString };

class EntryIterator;
class ItemIterator;
template <typename Iterator>
class ChildRange;
using EntryRange = ChildRange<EntryIterator>;
using ItemRange = ChildRange<ItemIterator>;

class Node {
  public:
    Node() = default;
    Node(const Document* document, std::uint32_t index) : document_(document), index_(index) {}

    /// The node is there; an explicit or empty null is there too.
    explicit operator bool() const { return document_ != nullptr; }
    /// There and not null: what a Go pointer field would be set from.
    bool has_value() const;
    bool is_scalar() const;
    bool is_sequence() const;
    bool is_mapping() const;
    bool is_null() const;
    bool is_bool() const;
    /// An integer or a float.
    bool is_number() const;
    bool is_string() const;
    /// A template expression or placeholder stands in (part of) this scalar: its value is not
    /// known.
    bool is_unknown() const;
    /// This node or anything inside it is unknown.
    bool contains_unknown() const;

    ScalarStyle style() const;
    ScalarType type() const;
    /// The scalar's decoded text (escapes resolved, block indentation removed); "" for others.
    std::string_view text() const;
    /// The bytes of span().
    std::string_view source() const;
    std::optional<bool> as_bool() const;
    /// The value of an integer or of a float without fraction (as Go's JSON decoding of `3e0` into
    /// an int does), when it fits 64 bits.
    std::optional<std::int64_t> as_integer() const;
    std::optional<double> as_number() const;
    /// The text of a string scalar.
    std::optional<std::string_view> as_string() const;

    /// The value of `key` in a mapping.
    Node operator[](std::string_view key) const;
    /// The entry at `index` of a sequence.
    Node operator[](std::size_t index) const;
    Node operator[](int index) const { return (*this)[static_cast<std::size_t>(index)]; }
    Node operator[](const char* key) const { return (*this)[std::string_view(key)]; }
    bool has(std::string_view key) const { return static_cast<bool>((*this)[key]); }
    /// Number of items of a sequence, or of effective entries of a mapping.
    std::size_t size() const;
    /// Effective entries of a mapping, merged ones included, overridden repeats left out.
    EntryRange entries() const;
    /// Entries as written, overridden repeats included, merged ones left out.
    EntryRange written_entries() const;
    ItemRange items() const;

    /// The value's bytes without anchor, tag and comments. A null that is not written has an empty
    /// span right after its key's colon or dash. Quotes and block headers (`|-`) belong to it.
    text::Span span() const;
    /// The bytes of the key this node is the value of; empty for items and the root.
    text::Span key_span() const;
    /// From the key (or the item's dash) to the end of the value.
    text::Span entry_span() const;
    /// The key this node is the value of, as JSON spells it; "" for items and the root.
    std::string_view key() const;
    bool is_alias() const;
    /// For an alias: the node at the anchor; else the node itself.
    Node anchor() const;
    /// A later entry of the same mapping has the same key.
    bool is_overridden() const;
    /// Came in through a merge key.
    bool is_merged() const;
    /// Written in flow style (`{}`, `[]`).
    bool is_flow() const;
    bool has_anchor() const;

    Node parent() const;
    /// Position among the items of the parent sequence.
    std::size_t item_index() const;
    /// `spec.containers[0].resources.limits[nvidia.com/gpu]`: the way from the root, as the API
    /// server writes field paths (keys that are no plain field names in brackets).
    std::string route() const;
    /// RFC 6901.
    std::string json_pointer() const;

    const Document& document() const { return *document_; }
    std::uint32_t index() const { return index_; }
    friend bool operator==(const Node&, const Node&) = default;

  private:
    friend class EntryIterator;
    friend class ItemIterator;
    const NodeData& place() const;
    const NodeData& content() const;

    const Document* document_ = nullptr;
    std::uint32_t index_ = 0;
};

/// One `key: value` of a mapping.
struct Entry {
    Node value;
    std::string_view key() const { return value.key(); }
    text::Span key_span() const { return value.key_span(); }
    text::Span span() const { return value.entry_span(); }
};

class EntryIterator {
  public:
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    EntryIterator() = default;
    EntryIterator(const Document* document, std::uint32_t index, bool written);
    Entry operator*() const { return {Node(document_, index_)}; }
    EntryIterator& operator++();
    EntryIterator operator++(int);
    friend bool operator==(const EntryIterator& left, const EntryIterator& right) {
        return left.index_ == right.index_;
    }

  private:
    void skip();
    const Document* document_ = nullptr;
    std::uint32_t index_ = 0;
    bool written_ = false;
};

class ItemIterator {
  public:
    using value_type = Node;
    using difference_type = std::ptrdiff_t;
    ItemIterator() = default;
    ItemIterator(const Document* document, std::uint32_t index)
        : document_(document), index_(index) {}
    Node operator*() const { return {document_, index_}; }
    ItemIterator& operator++();
    ItemIterator operator++(int);
    friend bool operator==(const ItemIterator& left, const ItemIterator& right) {
        return left.index_ == right.index_;
    }

  private:
    const Document* document_ = nullptr;
    std::uint32_t index_ = 0;
};

/// The children of a node, first to last.
template <typename Iterator>
class ChildRange {
  public:
    ChildRange() = default;
    ChildRange(Iterator begin, Iterator end) : begin_(begin), end_(end) {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }
    bool empty() const { return begin_ == end_; }

  private:
    Iterator begin_;
    Iterator end_;
};

}  // namespace gpulint::yaml

template <typename Iterator>
inline constexpr bool std::ranges::enable_borrowed_range<gpulint::yaml::ChildRange<Iterator>> =
    true;
