#include "yaml/stand_ins.h"

#include <algorithm>

namespace gpulint::yaml {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kEscape = "\\'";

/// A character of as many bytes as `like` that does not occur in `text`; "" when all occur.
std::string find_unused(std::string_view text, std::string_view like) {
    // U+0700 to U+073F, or for three bytes U+E000 to U+E03F, which nobody may assign.
    std::string candidate = like.size() == 2 ? "\xDC\x80" : "\xEE\x80\x80";
    for (int i = 0; i < 64; ++i) {
        candidate.back() = static_cast<char>(0x80 + i);
        if (text.find(candidate) == std::string_view::npos) return candidate;
    }
    return "";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    std::string replaced;
    std::size_t done = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
        replaced.append(text, done, at - done).append(to);
        done = at + from.size();
    }
    if (done == 0) return;
    text = replaced.append(text, done);
}

}  // namespace

StandIns::StandIns(std::string_view text) : text_(text) {
    if (text.find(kByteOrderMark) != std::string_view::npos) replace_marks();
}

void StandIns::replace_marks() {
    // In front of the document, on its marker's line or below it, the mark is passed over.
    const std::size_t second_line = std::min(text_.find('\n'), text_.size() - 1) + 1;
    for (std::size_t at = text_.find(kByteOrderMark, 1); at != std::string_view::npos;
         at = text_.find(kByteOrderMark, at + kByteOrderMark.size())) {
        const bool starts_line = text_[at - 1] == '\n' || text_[at - 1] == '\r';
        const bool starts_document =
            at == second_line && text_.find_first_not_of(" \t\r") == second_line - 1;
        if (!starts_line || starts_document) continue;
        if (mark_.empty()) mark_ = find_unused(text_, kByteOrderMark);
        if (mark_.empty()) return;
        if (copy_.empty()) copy_ = text_;
        copy_.replace(at, mark_.size(), mark_);
    }
}

bool StandIns::replace_refused(std::string_view message, std::size_t offset) {
    if (message.find("unknown escape") != std::string_view::npos) return replace_escapes(offset);
    if (message.find("unexpected ':'") != std::string_view::npos) return replace_colon(offset);
    return false;
}

/// A colon in front of a bracket or comma.
bool StandIns::replace_colon(std::size_t offset) {
    // Any of these is an ordinary character behind the first of a plain scalar.
    static constexpr std::string_view kCandidates = "^~|$;%\\@`=+()<>\"'*!";
    if (offset >= text_.size() || text_[offset] != ':') return false;
    for (const char candidate : kCandidates) {
        if (colon_.empty() && text_.find(candidate) == std::string_view::npos) colon_ = candidate;
    }
    if (colon_.empty()) return false;
    if (copy_.empty()) copy_ = text_;
    copy_.replace(offset, 1, colon_);
    return true;
}

/// Each `\'` from `offset` to the end of the quoted text.
bool StandIns::replace_escapes(std::size_t offset) {
    if (!text_.substr(std::min(offset, text_.size())).starts_with(kEscape)) return false;
    if (escape_.empty()) escape_ = find_unused(text_, kEscape);
    if (escape_.empty()) return false;
    if (copy_.empty()) copy_ = text_;
    for (std::size_t at = offset; at < text_.size() && text_[at] != '"'; ++at) {
        if (text_[at] != '\\') continue;
        if (text_.substr(at).starts_with(kEscape)) copy_.replace(at, escape_.size(), escape_);
        ++at;
    }
    return true;
}

std::string StandIns::restored(std::string_view decoded, ScalarStyle style) const {
    std::string text(decoded);
    if (!mark_.empty()) replace_all(text, mark_, kByteOrderMark);
    if (!colon_.empty()) replace_all(text, colon_, ":");
    const bool is_quoted = style == ScalarStyle::kDoubleQuoted;
    if (!escape_.empty()) replace_all(text, escape_, is_quoted ? "'" : kEscape);
    return text;
}

}  // namespace gpulint::yaml
