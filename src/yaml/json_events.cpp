#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>

#include "base/ascii.h"
#include "yaml/events.h"

namespace gpulint::yaml {
namespace {

/// A text as RapidJSON's Stream concept wants it; ends with NUL bytes it does not have.
class TextStream {
  public:
    using Ch = char;
    explicit TextStream(std::string_view text) : text_(text) {}
    char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    char Take() {
        const char c = Peek();
        ++at_;
        return c;
    }
    std::size_t Tell() const { return std::min(at_, text_.size()); }
    // Parts of the concept that only writers use.
    char* PutBegin() { return nullptr; }
    void Put(char /*c*/) {}
    void Flush() {}
    std::size_t PutEnd(char* /*begin*/) { return 0; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// RapidJSON never recurses and keeps numbers as they are written.
constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                            rapidjson::kParseStopWhenDoneFlag |
                            rapidjson::kParseValidateEncodingFlag;

/// Translates RapidJSON's calls, which know the place where a token ends, into events.
class Translator {
  public:
    Translator(std::string_view text, const TextStream& stream, EventSink& sink)
        : text_(text), stream_(stream), sink_(sink) {}

    bool Null() { return scalar("null", ScalarStyle::kPlain); }
    bool Bool(bool value) { return scalar(value ? "true" : "false", ScalarStyle::kPlain); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
        return scalar({text, size}, ScalarStyle::kPlain);
    }
    bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
        return scalar({text, size}, ScalarStyle::kDoubleQuoted);
    }
    bool Key(const char* text, rapidjson::SizeType size, bool copy) {
        return String(text, size, copy);
    }
    bool StartObject() { return bracket(EventKind::kMappingStart); }
    bool EndObject(rapidjson::SizeType /*count*/) { return bracket(EventKind::kMappingEnd); }
    bool StartArray() { return bracket(EventKind::kSequenceStart); }
    bool EndArray(rapidjson::SizeType /*count*/) { return bracket(EventKind::kSequenceEnd); }
    // Numbers come as RawNumber.
    bool Int(int /*value*/) { return false; }
    bool Uint(unsigned /*value*/) { return false; }
    bool Int64(std::int64_t /*value*/) { return false; }
    bool Uint64(std::uint64_t /*value*/) { return false; }
    bool Double(double /*value*/) { return false; }

  private:
    /// The start of the token that comes after the one before: no other byte can stand between.
    std::size_t next_token() const {
        std::size_t at = last_;
        while (at < text_.size() &&
               (ascii::is_space(text_[at]) || text_[at] == ',' || text_[at] == ':')) {
            ++at;
        }
        return at;
    }

    bool scalar(std::string_view text, ScalarStyle style) {
        Event event;
        event.begin = next_token();
        event.end = last_ = stream_.Tell();
        event.text = text;
        event.style = style;
        return sink_.take(event);
    }

    bool bracket(EventKind kind) {
        Event event;
        event.kind = kind;
        event.begin = next_token();
        event.end = last_ = event.begin + 1;
        event.flow = true;
        return sink_.take(event);
    }

    std::string_view text_;
    const TextStream& stream_;
    EventSink& sink_;
    std::size_t last_ = 0;  ///< where the token before ends
};

/// Takes everything and does nothing.
class NullSink : public EventSink {
  public:
    bool take(const Event& /*event*/) override { return true; }
};

}  // namespace

std::optional<SyntaxError> read_events_json(std::string_view text, EventSink& sink) {
    TextStream stream(text);
    Translator translator(text, stream, sink);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, translator);
    if (result.Code() == rapidjson::kParseErrorTermination) return std::nullopt;
    if (result.IsError()) {
        return SyntaxError{std::min(result.Offset(), text.size()),
                           rapidjson::GetParseError_En(result.Code())};
    }
    const std::size_t rest = find_text(text, stream.Tell());
    if (rest == text.size()) return std::nullopt;
    return SyntaxError{rest, "", true};
}

bool looks_like_json(std::string_view text) {
    const std::size_t first = find_text(text, 0);
    return first < text.size() && (text[first] == '{' || text[first] == '[');
}

std::size_t find_text(std::string_view text, std::size_t begin) {
    while (begin < text.size() && ascii::is_space(text[begin])) ++begin;
    return begin;
}

std::optional<std::size_t> find_json_end(std::string_view text) {
    NullSink sink;
    const std::optional<SyntaxError> error = read_events_json(text, sink);
    if (!error) return text.size();
    if (error->is_after_document) return error->offset;
    return std::nullopt;
}

}  // namespace gpulint::yaml
