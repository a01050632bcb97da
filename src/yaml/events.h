#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yaml/node.h"

namespace gpulint::yaml {

enum class EventKind : std::uint8_t {
    kScalar,
    kAlias,
    kSequenceStart,
    kSequenceEnd,
    kMappingStart,
    kMappingEnd,
};

/// One step through a document. Offsets are bytes of the text that is read. The views are good only
/// during the call.
struct Event {
    EventKind kind = EventKind::kScalar;
    std::size_t begin =
        0;  ///< of the node without anchor and tag; of block collections the first key or dash
    std::size_t end = 0;  ///< meaningless for the start of a collection and the end of a block one
    std::string_view text;    ///< of a scalar: decoded; of an alias: the anchor's name
    std::string_view tag;     ///< resolved ("tag:yaml.org,2002:str"), "" when not given
    std::string_view anchor;  ///< "" when none
    ScalarStyle style = ScalarStyle::kPlain;
    bool flow = false;
};

/// Takes the events of one document, one after another.
class EventSink {
  public:
    EventSink() = default;
    EventSink(const EventSink&) = delete;
    EventSink& operator=(const EventSink&) = delete;
    virtual ~EventSink() = default;
    /// False: enough, stop reading (the document is too deep or too large).
    virtual bool take(const Event& event) = 0;
};

/// Where and why a reader gave up.
struct SyntaxError {
    std::size_t offset = 0;
    std::string message;             ///< lower case, no full stop
    bool is_after_document = false;  ///< the document was complete: what is wrong comes after it
};

/// Reads the first document of `text` with libyaml. Nothing when all went well.
std::optional<SyntaxError> read_events_libyaml(std::string_view text, EventSink& sink);

/// Reads the first JSON text of `text` with RapidJSON, as the API server's tools read what starts
/// with a brace. Nothing when all went well.
std::optional<SyntaxError> read_events_json(std::string_view text, EventSink& sink);

/// The first byte that is no white space opens an object or a list.
bool looks_like_json(std::string_view text);
/// Where the JSON text after the one that `text` starts with begins (its size when there is none);
/// nothing when `text` does not start with JSON.
std::optional<std::size_t> find_json_end(std::string_view text);
/// The first byte from `begin` on that is no white space, or the size.
std::size_t find_text(std::string_view text, std::size_t begin);

}  // namespace gpulint::yaml
