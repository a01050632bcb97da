#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "text/source.h"
#include "yaml/node.h"

namespace gpulint::yaml {

/// Something the reader must say about a document; rules of family "input" turn these into
/// findings.
enum class ProblemKind : std::uint8_t {
    kSyntax,          ///< not YAML (or JSON): `span` is the damaged range, which was blanked out
    kDuplicateKey,    ///< `span` the later key, `related` the earlier one
    kMergeOverride,   ///< a key that `<<` brings in is set again: strict decoding calls it repeated
    kIgnoredRest,     ///< text after the end of the document that Kubernetes' reader never looks at
    kConflictMarker,  ///< a line of an unresolved merge conflict
    kTemplate,        ///< a template expression: the value there is unknown
    kNotJson,         ///< YAML that has no JSON form: `.inf`, a list as key, an unknown tag, …
    kTooDeep,         ///< nested deeper than the reader goes
    kTooManyAliases,  ///< aliases, merges or a mass of tiny values would grow it beyond bounds
};

struct Problem {
    ProblemKind kind = ProblemKind::kSyntax;
    text::Span span;
    text::Span related;   ///< empty when there is no second place
    std::string message;  ///< lower case, no full stop
};

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

/// One node of the arena; read it through Node.
struct NodeData {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t key_begin = 0;  ///< of the key, or of the item's dash
    std::uint32_t key_end = 0;
    std::uint32_t parent = kNoNode;
    std::uint32_t first_child = kNoNode;
    std::uint32_t next = kNoNode;    ///< next sibling
    std::uint32_t target = kNoNode;  ///< of an alias: the node at the anchor
    std::uint32_t size = 0;          ///< effective children
    std::string_view text;           ///< decoded scalar
    std::string_view key;            ///< decoded key
    NodeKind kind = NodeKind::kScalar;
    ScalarStyle style = ScalarStyle::kPlain;
    ScalarType type = ScalarType::kNull;
    bool overridden : 1 = false;
    bool merged : 1 = false;
    bool is_merge_key : 1 = false;  ///< the value of `<<`
    bool flow : 1 = false;
    bool anchored : 1 = false;
    bool unknown : 1 = false;
    bool unknown_inside : 1 = false;
};

/// One document of a stream: the arena of its nodes. Its SourceFile must outlive it.
class Document {
  public:
    Document(const text::SourceFile& file, text::Span span, std::size_t index)
        : file_(&file), span_(span), index_(index) {}
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    const text::SourceFile& file() const { return *file_; }
    /// The bytes between the document markers.
    text::Span span() const { return span_; }
    /// Counted from 0 over the parts between `---` lines of the file, empty ones included.
    std::size_t index() const { return index_; }
    /// Not there when the document is empty, holds only comments, or nothing could be read.
    Node root() const { return nodes_.empty() ? Node() : Node(this, 0); }
    const std::vector<Problem>& problems() const { return problems_; }
    /// The first problem for which a reader that is not strict (sigs.k8s.io/yaml's Unmarshal)
    /// refuses the document; null when it takes it.
    const Problem* find_refusal() const;
    /// A syntax problem was met: what stands in the damaged ranges is missing from the tree.
    bool is_damaged() const { return damaged_; }
    /// Template expressions were met and masked.
    bool is_template() const { return template_; }
    bool is_json() const { return json_; }

    const NodeData& data(std::uint32_t index) const { return nodes_[index]; }
    std::size_t node_count() const { return nodes_.size(); }

  private:
    friend class TreeBuilder;
    friend class DocumentReader;

    const text::SourceFile* file_;
    text::Span span_;
    std::size_t index_;
    std::vector<NodeData> nodes_;
    std::deque<std::string> strings_;  ///< decoded texts that differ from the source
    std::vector<Problem> problems_;
    bool damaged_ = false;
    bool template_ = false;
    bool json_ = false;
};

}  // namespace gpulint::yaml
