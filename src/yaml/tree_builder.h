#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/span.h"
#include "yaml/document.h"
#include "yaml/events.h"

namespace gpulint::yaml {

/// Nested deeper than any manifest; go-yaml and Go's JSON decoder stop at 10,000.
inline constexpr std::size_t kMostDepth = 500;

/// Problems that are kept of one document; nobody reads more.
inline constexpr std::size_t kMostProblems = 1000;

/// Builds a Document's tree out of events: resolves scalars, aliases and merge keys, flags repeated
/// keys. Offsets in events count from `base` in the file.
class TreeBuilder : public EventSink {
  public:
    /// `masked`: ranges of the file (sorted) that stand for unknown values.
    TreeBuilder(Document& document, std::uint32_t base, const std::vector<text::Span>& masked = {});

    bool take(const Event& event) override;
    /// Closes what is still open and settles spans; call once after the last event.
    void finish();
    /// The tree so far is thrown away, problems too.
    void restart() override;

  private:
    struct Frame {
        std::uint32_t node = kNoNode;
        std::uint32_t last_child = kNoNode;
        std::uint32_t last_end = 0;  ///< end of the latest key or value in it
        bool is_mapping = false;
        bool has_key = false;      ///< the next node is a value
        bool is_detached = false;  ///< stands where it has no JSON form: left out of the tree
        bool has_merge = false;
        std::uint32_t height = 0;  ///< levels of collections inside it, through aliases too
        NodeData key;              ///< the pending key
        ScalarType key_type = ScalarType::kString;
        bool key_is_merge = false;
    };

    std::uint32_t add_node(const NodeData& data, const Event& event);
    void report_no_json(const NodeData& data);
    NodeData make_scalar(const Event& event, bool is_key);
    void resolve_alias(NodeData& alias, std::string_view name, bool is_key);
    void open(std::uint32_t index, bool is_detached);
    void take_key(const Event& event, const NodeData& data);
    void close(const Event& event);
    void attach(Frame& frame, std::uint32_t index);
    void check_size(const NodeData& latest);
    void check_aliases();
    void settle_mapping(Frame& frame);
    bool has_plain_key(std::uint32_t entry) const;
    void find_duplicates(const Frame& frame);
    void report_duplicate(std::uint32_t earlier, std::uint32_t later);
    void merge(Frame& frame);
    void merge_from(Frame& frame, std::uint32_t source, std::uint32_t merge_key,
                    std::unordered_map<std::string_view, std::uint32_t>& present);
    void set_again(std::uint32_t earlier, std::uint32_t later, std::uint32_t place);
    std::string_view keep(std::string_view text, std::uint32_t begin, std::uint32_t end);
    std::uint32_t dash_before(std::uint32_t offset, std::uint32_t floor) const;
    bool is_masked(std::uint32_t begin, std::uint32_t end) const;
    text::Span span(std::uint32_t begin, std::uint32_t end) const;
    void report(ProblemKind kind, text::Span place, std::string message, text::Span related = {});
    std::uint32_t content_of(std::uint32_t index) const;

    Document& document_;
    std::uint32_t base_;
    std::vector<text::Span> masked_;
    std::vector<Frame> frames_;
    std::unordered_map<std::string, std::uint32_t> anchors_;
    std::unordered_map<std::uint32_t, std::uint32_t> heights_;  ///< of anchored collections
    bool has_aliases_ = false;
    std::vector<ScalarType> key_types_;  ///< by node: the type of its key
    std::size_t merged_ = 0;
    bool stopped_ = false;
};

}  // namespace gpulint::yaml
