#include "yaml/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/ascii.h"
#include "yaml/timestamp.h"

namespace gpulint::yaml {
namespace {

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

constexpr std::array<std::string_view, 22> kBooleans{
    "y", "Y", "yes", "Yes", "YES", "on",  "On",  "ON",  "true",  "True",  "TRUE",
    "n", "N", "no",  "No",  "NO",  "off", "Off", "OFF", "false", "False", "FALSE"};
constexpr std::size_t kTrueCount = 11;

bool is_true(std::string_view text) {
    return std::find(kBooleans.begin(), kBooleans.begin() + kTrueCount, text) !=
           kBooleans.begin() + kTrueCount;
}

bool is_boolean(std::string_view text) {
    return std::ranges::find(kBooleans, text) != kBooleans.end();
}

bool is_null_text(std::string_view text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

bool is_special_float(std::string_view text) {
    if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return text == ".inf" || text == ".Inf" || text == ".INF";
}

/// The digits of a Go integer literal, as strconv.ParseInt(text, 0, 64) reads them.
struct IntegerLiteral {
    bool is_negative = false;
    int base = 10;
    std::string digits;
};

std::optional<IntegerLiteral> parse_literal(std::string_view text) {
    IntegerLiteral literal;
    std::string plain(text);
    std::erase(plain, '_');
    std::string_view rest = plain;
    // go-yaml's own try for what Go does not take: a sign behind `0b`.
    if (rest.starts_with("0b+") || rest.starts_with("0b-")) {
        literal.is_negative = rest[2] == '-';
        literal.base = 2;
        literal.digits = rest.substr(3);
        return literal;
    }
    if (rest.starts_with('+') || rest.starts_with('-')) {
        literal.is_negative = rest.front() == '-';
        rest.remove_prefix(1);
    }
    if (rest.size() > 1 && rest.front() == '0') {
        switch (ascii::to_lower(rest[1])) {
            case 'x': literal.base = 16; break;
            case 'b': literal.base = 2; break;
            case 'o': literal.base = 8; break;
            default: break;
        }
        if (literal.base != 10) {
            rest.remove_prefix(2);
        } else {
            literal.base = 8;
            rest.remove_prefix(1);
        }
    }
    if (rest.empty() || !ascii::is_alnum(rest.front())) return std::nullopt;
    literal.digits = rest;
    return literal;
}

/// ^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$, go-yaml's test for a float.
bool is_float_text(std::string_view text) {
    const auto skip_digits = [&text] {
        const auto end = std::ranges::find_if_not(text, ascii::is_digit);
        const auto count = static_cast<std::size_t>(end - text.begin());
        text.remove_prefix(count);
        return count;
    };
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (skip_digits() == 0) return false;
    } else {
        if (skip_digits() == 0) return false;
        if (text.starts_with('.')) {
            text.remove_prefix(1);
            skip_digits();
        }
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
        if (skip_digits() == 0) return false;
    }
    return text.empty();
}

std::optional<double> float_value(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return std::nullopt;
    if (code == std::errc::result_out_of_range) {
        // Too small reads as zero; too large is not a number for Go.
        value = std::strtod(std::string(text).c_str(), nullptr);
        if (std::isinf(value)) return std::nullopt;
    }
    return value;
}

ScalarType resolve_number(std::string_view text) {
    if (integer_value(text) || unsigned_value(text)) return ScalarType::kInteger;
    std::string plain(text);
    std::erase(plain, '_');
    if (is_float_text(plain) && float_value(plain)) return ScalarType::kFloat;
    return ScalarType::kString;
}

/// Each underscore stands between two digits, as Go wants it where go-yaml leaves them in.
bool has_good_underscores(std::string_view text) {
    for (std::size_t at = text.find('_'); at != std::string_view::npos;
         at = text.find('_', at + 1)) {
        const bool is_between = at > 0 && at + 1 < text.size() && ascii::is_digit(text[at - 1]) &&
                                ascii::is_digit(text[at + 1]);
        if (!is_between) return false;
    }
    return true;
}

ScalarType resolve_plain(std::string_view text) {
    if (is_null_text(text)) return ScalarType::kNull;
    const char first = text.front();
    if (ascii::is_digit(first) || first == '+' || first == '-') {
        return is_special_float(text) ? ScalarType::kFloat : resolve_number(text);
    }
    if (first == '.') {
        if (is_special_float(text)) return ScalarType::kFloat;
        return has_good_underscores(text) && number_value(text) ? ScalarType::kFloat
                                                                : ScalarType::kString;
    }
    return is_boolean(text) ? ScalarType::kBool : ScalarType::kString;
}

/// Standard base64 with padding; line breaks are passed over, as Go's decoder does.
std::optional<std::string> decode_base64(std::string_view text) {
    static constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned buffer = 0;
    int bits = 0;
    std::size_t symbols = 0;
    std::size_t padding = 0;
    for (const char c : text) {
        if (c == '\n' || c == '\r') continue;
        ++symbols;
        if (c == '=') {
            ++padding;
            continue;
        }
        const std::size_t digit = kAlphabet.find(c);
        if (digit == std::string_view::npos || padding > 0) return std::nullopt;
        buffer = (buffer << 6) | static_cast<unsigned>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xFF);
        }
    }
    if (symbols % 4 != 0 || padding > 2) return std::nullopt;
    return bytes;
}

std::string_view type_name(ScalarType type) {
    switch (type) {
        case ScalarType::kNull: return "null";
        case ScalarType::kBool: return "bool";
        case ScalarType::kInteger: return "int";
        case ScalarType::kFloat: return "float";
        case ScalarType::kString: return "str";
    }
    return "str";
}

/// strconv.FormatFloat(value, 'g', -1, 32), infinities as YAML spells them.
std::string float_key(std::string_view text) {
    if (is_special_float(text)) {
        if (ascii::to_lower(text).ends_with("nan")) return ".nan";
        return text.starts_with('-') ? "-.inf" : ".inf";
    }
    const auto value = static_cast<float>(number_value(text).value_or(0));
    if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
    const float size = std::fabs(value);
    const auto format = size != 0 && (size < 1e-4F || size >= 1e6F) ? std::chars_format::scientific
                                                                    : std::chars_format::fixed;
    std::array<char, 64> buffer{};
    const auto [end, code] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
    return {buffer.data(), end};
}

std::string shortest_float(double value, std::chars_format format) {
    std::array<char, 512> buffer{};
    const auto [end, code] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
    return {buffer.data(), end};
}

/// Written out in digits: the shortest that read back as the same number, then zeros, as Go does.
std::string fixed_float(double value) {
    const std::string fixed = shortest_float(value, std::chars_format::fixed);
    if (std::fabs(value) < 1e16) return fixed;
    const std::string scientific = shortest_float(value, std::chars_format::scientific);
    std::string digits = scientific.substr(0, scientific.find('e'));
    std::erase(digits, '.');
    digits.resize(fixed.size(), '0');
    return digits;
}

}  // namespace

std::optional<std::int64_t> integer_value(std::string_view text) {
    const std::optional<IntegerLiteral> literal = parse_literal(text);
    if (!literal) return std::nullopt;
    const std::string digits = (literal->is_negative ? "-" : "") + literal->digits;
    std::int64_t value = 0;
    const char* last = digits.data() + digits.size();
    const auto [end, code] = std::from_chars(digits.data(), last, value, literal->base);
    if (code != std::errc() || end != last) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> unsigned_value(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) return std::nullopt;
    const std::optional<IntegerLiteral> literal = parse_literal(text);
    if (!literal) return std::nullopt;
    std::uint64_t value = 0;
    const char* last = literal->digits.data() + literal->digits.size();
    const auto [end, code] = std::from_chars(literal->digits.data(), last, value, literal->base);
    if (code != std::errc() || end != last) return std::nullopt;
    return value;
}

std::optional<double> number_value(std::string_view text) {
    if (const auto value = integer_value(text)) return static_cast<double>(*value);
    if (const auto value = unsigned_value(text)) return static_cast<double>(*value);
    std::string plain(text);
    std::erase(plain, '_');
    return is_float_text(plain) ? float_value(plain) : std::nullopt;
}

ResolvedScalar resolve_scalar(std::string_view text, bool is_quoted, std::string_view tag) {
    if (tag.starts_with(kTagPrefix)) tag.remove_prefix(kTagPrefix.size());
    ResolvedScalar result;
    if (tag == "binary") {
        result.text = decode_base64(text);
        if (!result.text) result.error = "`!!binary` value contains invalid base64 data";
        return result;
    }
    const bool is_resolvable = tag.empty() || tag == "str" || tag == "bool" || tag == "int" ||
                               tag == "float" || tag == "null" || tag == "timestamp";
    if ((tag.empty() && is_quoted) || tag == "str" || !is_resolvable) return result;
    if (tag == "timestamp" && is_timestamp(text)) return result;
    result.type = resolve_plain(text);
    result.has_json = result.type != ScalarType::kFloat || !is_special_float(text);
    // go-yaml makes floats of integers up to the largest int64 and of no others.
    if (tag == "float" && result.type == ScalarType::kInteger && integer_value(text)) {
        result.type = ScalarType::kFloat;
    }
    if (!tag.empty() && tag != type_name(result.type)) {
        result.error =
            "`" + std::string(text) + "` does not fit its tag `!!" + std::string(tag) + "`";
    }
    return result;
}

std::string json_number(std::string_view text, ScalarType type) {
    if (type == ScalarType::kInteger) {
        if (const auto value = integer_value(text)) return std::to_string(*value);
        if (const auto value = unsigned_value(text)) return std::to_string(*value);
    }
    const double value = number_value(text).value_or(0);
    const double size = std::fabs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e21)) {
        // Go writes e-7 where C++ writes e-07.
        std::string written = shortest_float(value, std::chars_format::scientific);
        const std::size_t exponent = written.size() - 4;
        if (written.size() > 4 && written[exponent] == 'e' && written[exponent + 1] == '-' &&
            written[exponent + 2] == '0') {
            written.erase(exponent + 2, 1);
        }
        return written;
    }
    return fixed_float(value);
}

std::optional<std::string> json_key(std::string_view text, ScalarType type) {
    switch (type) {
        case ScalarType::kNull: return std::nullopt;
        case ScalarType::kBool: return is_true(text) ? "true" : "false";
        case ScalarType::kInteger:
            if (const auto value = integer_value(text)) return std::to_string(*value);
            return std::nullopt;
        case ScalarType::kFloat: return float_key(text);
        case ScalarType::kString: return std::string(text);
    }
    return std::nullopt;
}

}  // namespace gpulint::yaml
