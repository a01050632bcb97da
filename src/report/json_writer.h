#pragma once

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace gpulint::report {

/// JSON text that means the same and can steer nobody who prints it: what CI runners take for a
/// command in the middle of a line (`##[`, `##vso[`) and invisible characters are written as `\u…`.
std::string harmless_json(std::string_view json);

/// Writes one JSON text bit by bit, for the formats that are JSON.
class JsonWriter {
  public:
    JsonWriter() : writer_(buffer_) { writer_.SetIndent(' ', 2); }

    void begin_object() { writer_.StartObject(); }
    void begin_object(const char* key) { begin(key).StartObject(); }
    void end_object() { writer_.EndObject(); }
    void begin_array() { writer_.StartArray(); }
    void begin_array(const char* key) { begin(key).StartArray(); }
    void end_array() { writer_.EndArray(); }
    /// Bytes that are no UTF-8 become U+FFFD.
    void text(const char* key, std::string_view value);
    void item(std::string_view value);
    void number(const char* key, std::size_t value) { begin(key).Uint64(value); }
    void flag(const char* key, bool value) { begin(key).Bool(value); }
    /// Appends what is ready to `out` and forgets it.
    void hand_over(std::string& out);

  private:
    rapidjson::PrettyWriter<rapidjson::StringBuffer>& begin(const char* key) {
        writer_.Key(key);
        return writer_;
    }

    rapidjson::StringBuffer buffer_;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer_;
};

}  // namespace gpulint::report
