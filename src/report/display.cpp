#include "report/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace gpulint::report {
namespace {

constexpr std::size_t kTab = 4;
constexpr std::size_t kTextWidth = 92;

struct Decoded {
    char32_t character = 0;
    std::size_t length = 1;
    bool is_valid = true;
};

/// One character; a byte that starts none is given back by itself, as not valid.
Decoded decode_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
    };
    const char32_t lead = byte(at);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {lead, 1, false};
    char32_t c = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return {lead, 1, false};
        c = (c << 6) | (byte(at + i) & 0x3F);
    }
    constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = c >= 0xD800 && c < 0xE000;
    if (c < kSmallest[length] || is_surrogate || c > 0x10FFFF) return {lead, 1, false};
    return {c, length, true};
}

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t kCount>
bool is_in(const std::array<Range, kCount>& ranges, char32_t c) {
    return std::ranges::any_of(ranges, [c](Range r) { return r.first <= c && c <= r.last; });
}

/// C0 and C1 controls, soft hyphen, bidirectional, zero-width and filler characters, byte order
/// mark, tags and the variation selectors that carry hidden bytes.
constexpr std::array<Range, 16> kHidden{{{0x00, 0x1F},
                                         {0x7F, 0x9F},
                                         {0xAD, 0xAD},
                                         {0x034F, 0x034F},
                                         {0x061C, 0x061C},
                                         {0x115F, 0x1160},
                                         {0x17B4, 0x17B5},
                                         {0x180B, 0x180E},
                                         {0x200B, 0x200F},
                                         {0x2028, 0x202E},
                                         {0x2060, 0x206F},
                                         {0x3164, 0x3164},
                                         {0xFEFF, 0xFEFF},
                                         {0xFFA0, 0xFFA0},
                                         {0xFFF0, 0xFFFB},
                                         {0xE0000, 0xE0FFF}}};
/// East Asian wide and emoji blocks (Unicode 15, EastAsianWidth W and F), blocks taken whole.
constexpr std::array<Range, 11> kWide{{{0x1100, 0x115E},
                                       {0x231A, 0x231B},
                                       {0x2E80, 0x303E},
                                       {0x3041, 0xA4CF},
                                       {0xA960, 0xA97F},
                                       {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},
                                       {0xFE30, 0xFE6F},
                                       {0xFF01, 0xFF60},
                                       {0xFFE0, 0xFFE6},
                                       {0x1F300, 0x3FFFD}}};
/// Marks that stand on the character before them, in the scripts most met.
constexpr std::array<Range, 12> kCombining{{{0x0300, 0x036F},
                                            {0x0483, 0x0489},
                                            {0x0591, 0x05BD},
                                            {0x0610, 0x061A},
                                            {0x064B, 0x065F},
                                            {0x0E31, 0x0E31},
                                            {0x0E34, 0x0E3A},
                                            {0x1AB0, 0x1AFF},
                                            {0x1DC0, 0x1DFF},
                                            {0x20D0, 0x20FF},
                                            {0xFE00, 0xFE0F},
                                            {0xFE20, 0xFE2F}}};

bool is_hidden(const Decoded& decoded) {
    if (decoded.character >= 0x20 && decoded.character < 0x7F) return false;
    return !decoded.is_valid || is_in(kHidden, decoded.character);
}

std::string written_out(const Decoded& decoded) {
    const auto code = static_cast<unsigned>(decoded.character);
    return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{{{:x}}}", code);
}

/// "##[", "##vso[", "##teamcity[": runners look for these anywhere in a line.
bool is_runner_command(std::string_view text, std::size_t at) {
    if (text[at] != '#' || at + 2 >= text.size() || text[at + 1] != '#') return false;
    std::size_t end = at + 2;
    while (end < text.size() && ascii::is_alpha(text[end])) ++end;
    return end < text.size() && text[end] == '[';
}

bool is_written_out(std::string_view text, std::size_t at, const Decoded& decoded) {
    return is_hidden(decoded) || is_runner_command(text, at);
}

std::size_t width_of(const Decoded& decoded) {
    const char32_t c = decoded.character;
    if (c >= 0x20 && c < 0x7F) return 1;
    if (is_hidden(decoded)) return written_out(decoded).size();
    if (is_in(kCombining, c)) return 0;
    return is_in(kWide, c) ? 2 : 1;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        if (decoded.character != '\t' && is_written_out(text, at, decoded)) {
            out += written_out(decoded);
        } else {
            out += text.substr(at, decoded.length);
        }
        at += decoded.length;
    }
    return out;
}

std::string escaped_at_start(std::string_view text) {
    const std::string out = escaped(text);
    const std::size_t first = out.find_first_not_of(" \t");
    if (first == std::string::npos || !out.substr(first).starts_with("::")) return out;
    return out.substr(0, first) + "\\x3a" + out.substr(first + 1);
}

std::string with_hidden_written(std::string_view text,
                                const std::function<std::string(char32_t)>& write) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        if (decoded.character != '\n' && is_written_out(text, at, decoded)) {
            out += write(decoded.character);
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
        width += decoded.character == '\t'     ? kTab - width % kTab
                 : is_runner_command(text, at) ? written_out(decoded).size()
                                               : width_of(decoded);
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
        } else if (is_runner_command(text, at)) {
            out += written_out(decoded);
            column += written_out(decoded).size();
        } else {
            out += escaped(text.substr(at, decoded.length));
            column += width_of(decoded);
        }
        at += decoded.length;
    }
    return out;
}

std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        const std::size_t width = display_width(word);
        if (column > indent && column + 1 + width > kTextWidth) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += escaped_at_start(word);
        column += width;
    }
    return out;
}

std::string valid_utf8(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode_at(text, at);
        out += decoded.is_valid ? text.substr(at, decoded.length) : "\xEF\xBF\xBD";
        at += decoded.length;
    }
    return out;
}

}  // namespace gpulint::report
