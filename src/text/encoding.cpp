#include "text/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

namespace gpulint::text {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

unsigned byte_at(std::string_view bytes, std::size_t index) {
    return static_cast<unsigned char>(bytes[index]);
}

/// The encoding, and how many bytes its mark takes.
struct Detected {
    Encoding encoding;
    std::size_t mark;
};

Detected detect(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with(kUtf8Mark)) return {Encoding::kUtf8WithBom, 3};
    if (bytes.starts_with("\x00\x00\xFE\xFF"sv)) return {Encoding::kUtf32Be, 4};
    if (bytes.starts_with("\xFF\xFE\x00\x00"sv)) return {Encoding::kUtf32Le, 4};
    if (bytes.starts_with("\xFE\xFF"sv)) return {Encoding::kUtf16Be, 2};
    if (bytes.starts_with("\xFF\xFE"sv)) return {Encoding::kUtf16Le, 2};
    if (bytes.size() >= 4 && bytes.starts_with("\0\0\0"sv)) return {Encoding::kUtf32Be, 0};
    if (bytes.size() >= 4 && bytes[0] != 0 && bytes.substr(1, 3) == "\0\0\0"sv) {
        return {Encoding::kUtf32Le, 0};
    }
    if (bytes.size() >= 2 && bytes[0] == 0 && bytes[1] != 0) return {Encoding::kUtf16Be, 0};
    if (bytes.size() >= 2 && bytes[0] != 0 && bytes[1] == 0) return {Encoding::kUtf16Le, 0};
    return {Encoding::kUtf8, 0};
}

void append_utf8(char32_t c, std::string& out) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | (c >> 6));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (c >> 18));
        out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

/// Length of the well-formed UTF-8 sequence at `index` (Unicode 15, table 3-7), or 0.
std::size_t sequence_length(std::string_view text, std::size_t index) {
    const unsigned lead = byte_at(text, index);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || index + length > text.size()) return 0;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned next = byte_at(text, index + i);
        if (next < low || next > high) return 0;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

/// Where the run of ASCII that starts at `at` ends; eight bytes are looked at in one go.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0) break;
    }
    while (at < text.size() && byte_at(text, at) < 0x80) ++at;
    return at;
}

std::optional<std::size_t> find_bad_utf8(std::string_view text) {
    for (std::size_t at = skip_ascii(text, 0); at < text.size(); at = skip_ascii(text, at)) {
        const std::size_t length = sequence_length(text, at);
        if (length == 0) return at;
        at += length;
    }
    return std::nullopt;
}

Error bad_bytes(std::string_view before, std::size_t offset, std::string_view encoding) {
    const auto line = 1 + std::ranges::count(before, '\n');
    return {fmt::format("line {}: byte {} is not {} text", line, offset, encoding),
            "save the file as UTF-8"};
}

/// The 16- or 32-bit unit at `at`.
char32_t unit_at(std::string_view bytes, std::size_t at, std::size_t width, bool is_little) {
    char32_t unit = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t place = is_little ? width - 1 - i : i;
        unit = (unit << 8) | byte_at(bytes, at + place);
    }
    return unit;
}

Result<std::string> from_wide(std::string_view bytes, std::size_t width, bool is_little) {
    const std::string_view name = width == 2 ? "UTF-16" : "UTF-32";
    std::string text;
    for (std::size_t at = 0; at < bytes.size();) {
        if (at + width > bytes.size()) return bad_bytes(text, at, name);
        char32_t c = unit_at(bytes, at, width, is_little);
        std::size_t used = width;
        const bool is_lead = c >= 0xD800 && c < 0xDC00;
        if (width == 2 && is_lead && at + 4 <= bytes.size()) {
            const char32_t trail = unit_at(bytes, at + 2, 2, is_little);
            if (trail >= 0xDC00 && trail < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (trail - 0xDC00);
                used = 4;
            }
        }
        const bool is_surrogate = c >= 0xD800 && c < 0xE000;
        if (is_surrogate || c > 0x10FFFF) return bad_bytes(text, at, name);
        append_utf8(c, text);
        at += used;
    }
    return text;
}

void append_unit(char32_t unit, std::size_t width, bool is_little, std::string& out) {
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t place = is_little ? i : width - 1 - i;
        out += static_cast<char>((unit >> (8 * place)) & 0xFF);
    }
}

char32_t decode_sequence(std::string_view sequence) {
    if (sequence.size() == 1) return byte_at(sequence, 0);
    char32_t c = byte_at(sequence, 0) & (0x7FU >> sequence.size());
    for (std::size_t i = 1; i < sequence.size(); ++i) c = (c << 6) | (byte_at(sequence, i) & 0x3F);
    return c;
}

}  // namespace

Result<Decoded> decode(std::string bytes) {
    const Detected detected = detect(bytes);
    const std::string_view content = std::string_view(bytes).substr(detected.mark);
    switch (detected.encoding) {
        case Encoding::kUtf8:
        case Encoding::kUtf8WithBom:
            if (const std::optional<std::size_t> bad = find_bad_utf8(content)) {
                return bad_bytes(content.substr(0, *bad), *bad + detected.mark, "UTF-8");
            }
            if (detected.mark > 0) bytes.erase(0, detected.mark);
            return Decoded{std::move(bytes), detected.encoding};
        case Encoding::kUtf16Le:
        case Encoding::kUtf16Be:
        case Encoding::kUtf32Le:
        case Encoding::kUtf32Be: break;
    }
    const bool is_little =
        detected.encoding == Encoding::kUtf16Le || detected.encoding == Encoding::kUtf32Le;
    const bool is_utf16 =
        detected.encoding == Encoding::kUtf16Le || detected.encoding == Encoding::kUtf16Be;
    Result<std::string> text = from_wide(content, is_utf16 ? 2 : 4, is_little);
    if (!text) return text.error();
    return Decoded{*std::move(text), detected.encoding};
}

std::string encode(std::string_view text, Encoding encoding) {
    if (encoding == Encoding::kUtf8) return std::string(text);
    if (encoding == Encoding::kUtf8WithBom) return std::string(kUtf8Mark) + std::string(text);
    const bool is_little = encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf32Le;
    const bool is_utf16 = encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be;
    const std::size_t width = is_utf16 ? 2 : 4;
    std::string out;
    append_unit(0xFEFF, width, is_little, out);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, sequence_length(text, at));
        const char32_t c = decode_sequence(text.substr(at, length));
        if (is_utf16 && c >= 0x10000) {
            append_unit(0xD800 + ((c - 0x10000) >> 10), 2, is_little, out);
            append_unit(0xDC00 + ((c - 0x10000) & 0x3FF), 2, is_little, out);
        } else {
            append_unit(c, width, is_little, out);
        }
        at += length;
    }
    return out;
}

}  // namespace gpulint::text
