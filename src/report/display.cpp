#include "report/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpulint::report {
namespace {

constexpr std::size_t kTab = 4;

struct Decoded {
    char32_t character = 0;
    std::size_t length = 1;
};

/// One character of valid UTF-8 (all sources are); a stray byte is itself.
Decoded decode_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
    };
    const char32_t lead = byte(at);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 1 || at + length > text.size()) return {lead, 1};
    char32_t c = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) c = (c << 6) | (byte(at + i) & 0x3F);
    return {c, length};
}

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t kCount>
bool is_in(const std::array<Range, kCount>& ranges, char32_t c) {
    return std::ranges::any_of(ranges, [c](Range r) { return r.first <= c && c <= r.last; });
}

/// C0 and C1 controls, zero-width and bidirectional marks, byte order mark, tags.
constexpr std::array<Range, 9> kHidden{{{0x00, 0x1F},
                                        {0x7F, 0x9F},
                                        {0x061C, 0x061C},
                                        {0x200B, 0x200F},
                                        {0x2028, 0x202E},
                                        {0x2060, 0x2069},
                                        {0xFEFF, 0xFEFF},
                                        {0xFFF9, 0xFFFB},
                                        {0xE0000, 0xE007F}}};
/// East Asian wide and emoji blocks (Unicode 15, EastAsianWidth W and F).
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 3> kCombining{{{0x0300, 0x036F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

std::string written_out(char32_t c) {
    return c < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(c))
                     : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c));
}

std::size_t width_of(char32_t c) {
    if (is_in(kHidden, c)) return written_out(c).size();
    if (is_in(kCombining, c)) return 0;
    return is_in(kWide, c) ? 2 : 1;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        if (decoded.character != '\t' && is_in(kHidden, decoded.character)) {
            out += written_out(decoded.character);
        } else {
            out += text.substr(at, decoded.length);
        }
        at += decoded.length;
    }
    return out;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        width += decoded.character == '\t' ? kTab - width % kTab : width_of(decoded.character);
        at += decoded.length;
    }
    return width;
}

std::string expanded(std::string_view text, std::size_t column) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        if (decoded.character == '\t') {
            const std::size_t blanks = kTab - column % kTab;
            out.append(blanks, ' ');
            column += blanks;
        } else {
            out += escaped(text.substr(at, decoded.length));
            column += width_of(decoded.character);
        }
        at += decoded.length;
    }
    return out;
}

std::string workflow_data(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '%': out += "%25"; break;
            case '\r': out += "%0D"; break;
            case '\n': out += "%0A"; break;
            case ':': out += "%3A"; break;
            case ',': out += "%2C"; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace gpulint::report
