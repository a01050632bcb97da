#include <optional>
#include <string>

#include "yaml/events.h"
#include "yaml/parse.h"

namespace gpulint::yaml {
namespace {

/// Notes where the objects under `items` of the outermost object begin and end.
class ItemSink : public EventSink {
  public:
    ItemSink(const text::SourceFile& file, const DocumentPart& part) : file_(file), part_(part) {}

    bool take(const Event& event) override {
        switch (event.kind) {
            case EventKind::kMappingStart:
            case EventKind::kSequenceStart:
                is_other_ = is_other_ || !open(event);
                return !is_other_;
            case EventKind::kMappingEnd:
            case EventKind::kSequenceEnd: close(event); return true;
            default:
                if (depth_ == 1) take_scalar(event.text);
                is_other_ = is_other_ || (depth_ == 2 && is_in_items_);
                return !is_other_;
        }
    }

    std::optional<JsonItems> items() && {
        if (!has_items_ || is_other_) return std::nullopt;
        return std::move(found_);
    }

  private:
    /// False where the text is no list of objects.
    bool open(const Event& event) {
        const bool is_mapping = event.kind == EventKind::kMappingStart;
        if (depth_ == 0 && !is_mapping) return false;
        if (depth_ == 1) {
            is_in_items_ = key_ == "items" && !is_mapping;
            // A repeated key is for the reader of whole trees.
            if (is_in_items_ && has_items_) return false;
            has_items_ = has_items_ || is_in_items_;
        }
        if (depth_ == 2 && is_in_items_) {
            if (!is_mapping) return false;
            begin_ = event.begin;
        }
        ++depth_;
        return true;
    }

    void close(const Event& event) {
        --depth_;
        if (depth_ == 1) is_key_next_ = true;
        if (depth_ != 2 || !is_in_items_) return;
        const text::Span span{file_.id(), part_.span.begin + static_cast<std::uint32_t>(begin_),
                              part_.span.begin + static_cast<std::uint32_t>(event.end)};
        found_.parts.push_back({span, part_.index});
    }

    void take_scalar(std::string_view text) {
        if (is_key_next_) {
            key_ = text;
        } else if (key_ == "kind") {
            found_.kind = text;
        }
        is_key_next_ = !is_key_next_;
    }

    const text::SourceFile& file_;
    const DocumentPart& part_;
    JsonItems found_;
    std::string key_;
    std::size_t begin_ = 0;
    int depth_ = 0;
    bool is_key_next_ = true;
    bool is_in_items_ = false;
    bool is_other_ = false;  ///< no list of objects
    bool has_items_ = false;
};

}  // namespace

std::optional<JsonItems> find_json_items(const text::SourceFile& file, const DocumentPart& part) {
    const std::string_view text = file.text(part.span);
    if (!looks_like_json(text)) return std::nullopt;
    ItemSink sink(file, part);
    if (read_events_json(text, sink)) return std::nullopt;
    return std::move(sink).items();
}

}  // namespace gpulint::yaml
