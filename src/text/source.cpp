#include "text/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "text/encoding.h"

namespace gpulint::text {
namespace {

/// Characters are counted once per block of bytes, so that a column far into a long line is cheap.
constexpr std::size_t kBlock = 4096;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

}  // namespace

SourceFile::SourceFile(FileId id, std::string name, std::string text, Encoding encoding)
    : id_(id), name_(std::move(name)), text_(std::move(text)), encoding_(encoding) {}

const std::vector<std::uint32_t>& SourceFile::line_starts() const {
    std::call_once(lines_once_, [this] {
        line_starts_.push_back(0);
        const char* const begin = text_.data();
        const char* const end = begin + text_.size();
        for (const char* at = begin; at != end;) {
            const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
            if (newline == nullptr) break;
            at = static_cast<const char*>(newline) + 1;
            line_starts_.push_back(static_cast<std::uint32_t>(at - begin));
        }
        std::size_t characters = 0;
        for (std::size_t block = 0; block <= text_.size(); block += kBlock) {
            block_starts_.push_back(static_cast<std::uint32_t>(characters));
            characters += count_characters(text().substr(block, kBlock));
        }
    });
    return line_starts_;
}

std::size_t SourceFile::characters_before(std::size_t offset) const {
    const std::size_t block = offset / kBlock;
    const std::size_t begin = block * kBlock;
    return block_starts_[block] + count_characters(text().substr(begin, offset - begin));
}

Position SourceFile::position(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const std::vector<std::uint32_t>& starts = line_starts();
    const auto after = std::ranges::upper_bound(starts, offset);
    const auto line = static_cast<std::size_t>(after - starts.begin());
    const std::size_t begin = starts[line - 1];
    const std::size_t characters = offset - begin < kBlock
                                       ? count_characters(text().substr(begin, offset - begin))
                                       : characters_before(offset) - characters_before(begin);
    return {line, characters + 1};
}

void SourceFile::release() {
    std::call_once(lines_once_, [] {});
    text_ = std::string();
    line_starts_ = {0};
    block_starts_ = {0};
}

std::string_view SourceFile::line(std::size_t number) const {
    const std::vector<std::uint32_t>& starts = line_starts();
    if (number == 0 || number > starts.size()) return {};
    const std::size_t begin = starts[number - 1];
    const std::size_t end = number < starts.size() ? starts[number] : text_.size();
    std::string_view line = text().substr(begin, end - begin);
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::size_t SourceFile::line_count() const { return line_starts().size(); }

std::uint32_t SourceFile::line_start(std::size_t number) const {
    const std::vector<std::uint32_t>& starts = line_starts();
    if (number == 0) return 0;
    return number > starts.size() ? static_cast<std::uint32_t>(text_.size()) : starts[number - 1];
}

Result<FileId> SourceSet::add(std::string name, std::string bytes) {
    Result<Decoded> decoded = decode(std::move(bytes));
    if (!decoded)
        return Error{fmt::format("{}: {}", name, decoded.error().message), decoded.error().hint};
    if (decoded->text.size() > kMostBytes) {
        return Error{fmt::format("{}: larger than 4 GiB", name), "split the file"};
    }
    const std::lock_guard lock(mutex_);
    const auto id = static_cast<FileId>(files_.size());
    files_.emplace_back(id, std::move(name), std::move(decoded->text), decoded->encoding);
    return id;
}

const SourceFile& SourceSet::file(FileId id) const {
    const std::lock_guard lock(mutex_);
    return files_[static_cast<std::size_t>(id)];
}

void SourceSet::release(FileId id) {
    const std::lock_guard lock(mutex_);
    files_[static_cast<std::size_t>(id)].release();
}

std::size_t SourceSet::size() const {
    const std::lock_guard lock(mutex_);
    return files_.size();
}

}  // namespace gpulint::text
