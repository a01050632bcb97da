#include <yaml.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/ascii.h"
#include "yaml/events.h"
#include "yaml/stand_ins.h"

namespace gpulint::yaml {
namespace {

/// Places that libyaml refuses and go-yaml does not; each costs a reading.
constexpr int kMostReplaced = 50;

/// libyaml takes time with the square of the directives; more than a few nobody writes.
constexpr std::size_t kMostDirectives = 50;

/// Where a document has more directives in front of it than are read.
std::optional<std::size_t> find_too_many_directives(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = ascii::trim(text.substr(at, end - at));
        if (text[at] == '%') {
            if (++count > kMostDirectives) return at;
        } else if (!line.empty() && line.front() != '#') {
            return std::nullopt;
        }
        at = end + 1;
    }
    return std::nullopt;
}

/// libyaml's marks count characters; spans count bytes. Almost every manifest is ASCII, where the
/// two are the same, so only characters of several bytes are remembered.
class ByteOffsets {
  public:
    explicit ByteOffsets(std::string_view text) : size_(text.size()) {
        std::size_t character = 0;
        for (std::size_t byte = 0; byte < text.size(); ++character) {
            const std::size_t width = width_of(static_cast<unsigned char>(text[byte]));
            if (width > 1) {
                extra_ += width - 1;
                wide_.push_back({character, extra_});
            }
            byte += width;
        }
    }

    std::size_t operator()(std::size_t character) const {
        std::size_t byte = character;
        if (!wide_.empty()) {
            const auto after = std::ranges::lower_bound(wide_, character, {}, &Wide::character);
            if (after != wide_.begin()) byte += std::prev(after)->extra;
        }
        return std::min(byte, size_);
    }

  private:
    struct Wide {
        std::size_t character;
        std::size_t extra;  ///< bytes beyond one a character, this one included
    };

    static std::size_t width_of(unsigned char lead) {
        if (lead < 0x80) return 1;
        if (lead < 0xE0) return 2;
        return lead < 0xF0 ? 3 : 4;
    }

    std::size_t size_;
    std::size_t extra_ = 0;
    std::vector<Wide> wide_;
};

std::string_view view(const yaml_char_t* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

/// Skips anchors, tags, white space and comments before the node that starts in [begin, end).
std::size_t skip_properties(std::string_view text, std::size_t begin, std::size_t end) {
    while (begin < end) {
        const char c = text[begin];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++begin;
        } else if (c == '#') {
            begin = std::min(text.find('\n', begin), end);
        } else if (c == '&' || c == '!') {
            while (begin < end && std::strchr(" \t\r\n", text[begin]) == nullptr) ++begin;
        } else {
            break;
        }
    }
    return begin;
}

/// A block scalar ends with its last line of content, except that `+` keeps the blank lines after
/// it.
std::size_t trimmed_block_end(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string_view header = text.substr(begin, text.find('\n', begin) - begin);
    if (header.substr(0, header.find('#')).find('+') != std::string_view::npos) return end;
    while (end > begin && std::strchr(" \t\r\n", text[end - 1]) != nullptr) --end;
    return end;
}

ScalarStyle style_of(yaml_scalar_style_t style) {
    switch (style) {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: return ScalarStyle::kSingleQuoted;
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return ScalarStyle::kDoubleQuoted;
        case YAML_LITERAL_SCALAR_STYLE: return ScalarStyle::kLiteral;
        case YAML_FOLDED_SCALAR_STYLE: return ScalarStyle::kFolded;
        default: return ScalarStyle::kPlain;
    }
}

/// Owns libyaml's parser and translates its events.
class LibyamlReader {
  public:
    explicit LibyamlReader(const StandIns& stand_ins)
        : stand_ins_(stand_ins), text_(stand_ins.text()), offsets_(text_) {
        ready_ = yaml_parser_initialize(&parser_) != 0;
        if (!ready_) return;
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text_.data()),
                                     text_.size());
    }
    LibyamlReader(const LibyamlReader&) = delete;
    LibyamlReader& operator=(const LibyamlReader&) = delete;
    ~LibyamlReader() {
        if (ready_) yaml_parser_delete(&parser_);
    }

    std::optional<SyntaxError> read(EventSink& sink) {
        if (!ready_) return SyntaxError{0, "out of memory"};
        while (true) {
            yaml_event_t event;
            if (yaml_parser_parse(&parser_, &event) == 0) return error();
            const yaml_event_type_t type = event.type;
            if (const auto error = check_version(event)) {
                yaml_event_delete(&event);
                return error;
            }
            const bool more = hand_on(event, sink);
            yaml_event_delete(&event);
            if (refused_) return refused_;
            if (!more || type == YAML_STREAM_END_EVENT) return std::nullopt;
            if (type == YAML_DOCUMENT_END_EVENT) return rest();
        }
    }

  private:
    /// go-yaml takes `%YAML 1.1` and no other version, libyaml 1.2 as well.
    std::optional<SyntaxError> check_version(const yaml_event_t& event) const {
        if (event.type != YAML_DOCUMENT_START_EVENT) return std::nullopt;
        const yaml_version_directive_t* version = event.data.document_start.version_directive;
        if (version == nullptr || (version->major == 1 && version->minor == 1)) return std::nullopt;
        return SyntaxError{offsets_(event.start_mark.index),
                           "Kubernetes reads YAML 1.1 and refuses a directive for another version"};
    }

    /// Where anything but the end of the stream follows the document.
    std::optional<SyntaxError> rest() {
        yaml_event_t event;
        if (yaml_parser_parse(&parser_, &event) == 0) {
            SyntaxError after = error();
            after.is_after_document = true;
            return after;
        }
        const yaml_event_type_t type = event.type;
        const std::size_t offset = offsets_(event.start_mark.index);
        yaml_event_delete(&event);
        if (type == YAML_STREAM_END_EVENT) return std::nullopt;
        return SyntaxError{offset, "", true};
    }

    /// Inside brackets everything is in flow style: from the outermost bracket on levels are
    /// counted.
    void count_flow(const yaml_event_t& event) {
        const bool opens = (event.type == YAML_SEQUENCE_START_EVENT &&
                            event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE) ||
                           (event.type == YAML_MAPPING_START_EVENT &&
                            event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
        const bool closes =
            event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        if (opens) ++flow_level_;
        if (closes && flow_level_ > 0) --flow_level_;
    }

    bool hand_on(const yaml_event_t& event, EventSink& sink) {
        count_flow(event);
        Event out;
        out.begin = offsets_(event.start_mark.index);
        out.end = offsets_(event.end_mark.index);
        switch (event.type) {
            case YAML_SCALAR_EVENT: return take_scalar(event, out, sink);
            case YAML_ALIAS_EVENT:
                out.kind = EventKind::kAlias;
                out.text = view(event.data.alias.anchor);
                return sink.take(out);
            case YAML_SEQUENCE_START_EVENT:
                out.kind = EventKind::kSequenceStart;
                out.tag = view(event.data.sequence_start.tag);
                out.anchor = view(event.data.sequence_start.anchor);
                out.flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
                return take_start(out, sink);
            case YAML_MAPPING_START_EVENT:
                out.kind = EventKind::kMappingStart;
                out.tag = view(event.data.mapping_start.tag);
                out.anchor = view(event.data.mapping_start.anchor);
                out.flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
                return take_start(out, sink);
            case YAML_SEQUENCE_END_EVENT: out.kind = EventKind::kSequenceEnd; return sink.take(out);
            case YAML_MAPPING_END_EVENT: out.kind = EventKind::kMappingEnd; return sink.take(out);
            default: return true;
        }
    }

    bool take_start(Event& out, EventSink& sink) {
        const bool has_properties = !out.tag.empty() || !out.anchor.empty();
        if (has_properties) out.begin = skip_properties(text_, out.begin, text_.size());
        return sink.take(out);
    }

    bool take_scalar(const yaml_event_t& event, Event& out, EventSink& sink) {
        const auto& scalar = event.data.scalar;
        out.kind = EventKind::kScalar;
        out.text = {reinterpret_cast<const char*>(scalar.value), scalar.length};
        out.tag = view(scalar.tag);
        out.anchor = view(scalar.anchor);
        out.style = style_of(scalar.style);
        const bool has_properties = !out.tag.empty() || !out.anchor.empty();
        if (has_properties) out.begin = skip_properties(text_, out.begin, out.end);
        const bool is_block =
            out.style == ScalarStyle::kLiteral || out.style == ScalarStyle::kFolded;
        if (is_block) out.end = trimmed_block_end(text_, out.begin, out.end);
        if (out.style == ScalarStyle::kDoubleQuoted && refuses_escapes(out)) return false;
        if (out.style == ScalarStyle::kPlain && refuses_question_mark(out)) return false;
        if (stand_ins_.is_empty()) return sink.take(out);
        const std::string restored = stand_ins_.restored(out.text, out.style);
        out.text = restored;
        return sink.take(out);
    }

    /// In go-yaml a question mark ends a plain scalar between brackets, and nothing may follow.
    bool refuses_question_mark(const Event& scalar) {
        if (flow_level_ == 0) return false;
        const std::string_view written = text_.substr(scalar.begin, scalar.end - scalar.begin);
        const std::size_t at = written.find('?');
        if (at == std::string_view::npos) return false;
        refused_ = SyntaxError{scalar.begin + at, "question mark in a plain scalar"};
        return true;
    }

    /// libyaml takes the escape `\/`, go-yaml does not.
    bool refuses_escapes(const Event& scalar) {
        const std::string_view written = text_.substr(scalar.begin, scalar.end - scalar.begin);
        for (std::size_t at = written.find('\\'); at != std::string_view::npos;
             at = written.find('\\', at + 2)) {
            if (!written.substr(at).starts_with("\\/")) continue;
            refused_ = SyntaxError{scalar.begin + at, "found unknown escape character"};
            return true;
        }
        return false;
    }

    SyntaxError error() const {
        if (parser_.error == YAML_MEMORY_ERROR) return SyntaxError{0, "out of memory"};
        SyntaxError result;
        const bool is_reader = parser_.error == YAML_READER_ERROR;
        result.offset = is_reader ? std::min(parser_.problem_offset, text_.size())
                                  : offsets_(parser_.problem_mark.index);
        result.message = parser_.problem == nullptr ? "not YAML" : parser_.problem;
        // A key without colon is noticed a line late; a quote that is not closed at the very end.
        const bool began_earlier = result.message == "could not find expected ':'" ||
                                   result.message == "found unexpected end of stream";
        if (began_earlier && parser_.context != nullptr) {
            result.offset = offsets_(parser_.context_mark.index);
        }
        if (parser_.context != nullptr) {
            result.message = std::string(parser_.context) + ": " + result.message;
        }
        return result;
    }

    const StandIns& stand_ins_;
    std::string_view text_;
    ByteOffsets offsets_;
    std::size_t flow_level_ = 0;
    std::optional<SyntaxError> refused_;  ///< what libyaml lets pass and go-yaml does not
    yaml_parser_t parser_{};
    bool ready_ = false;
};

}  // namespace

std::optional<SyntaxError> read_events_libyaml(std::string_view text, EventSink& sink) {
    if (const auto place = find_too_many_directives(text)) {
        return SyntaxError{*place, "more directives than any document needs"};
    }
    StandIns stand_ins(text);
    std::optional<SyntaxError> error = LibyamlReader(stand_ins).read(sink);
    for (int round = 0; error && round < kMostReplaced && !error->is_after_document; ++round) {
        if (!stand_ins.replace_refused(error->message, error->offset)) break;
        sink.restart();
        error = LibyamlReader(stand_ins).read(sink);
    }
    return error;
}

}  // namespace gpulint::yaml
