#include "report/json_writer.h"

#include <fmt/format.h>

#include "report/display.h"

namespace gpulint::report {

std::string harmless_json(std::string_view json) {
    return with_hidden_written(json, [](char32_t c) {
        const auto unit = [](char32_t code) {
            return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        };
        if (c < 0x10000) return unit(c);
        return unit(0xD800 + ((c - 0x10000) >> 10)) + unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    });
}

void JsonWriter::text(const char* key, std::string_view value) {
    writer_.Key(key);
    item(value);
}

void JsonWriter::item(std::string_view value) {
    const std::string valid = valid_utf8(value);
    writer_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}

void JsonWriter::hand_over(std::string& out) {
    out += harmless_json({buffer_.GetString(), buffer_.GetSize()});
    buffer_.Clear();
}

}  // namespace gpulint::report
