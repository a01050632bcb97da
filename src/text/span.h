#pragma once

#include <compare>
#include <cstdint>

namespace gpulint::text {

/// Names one file of a SourceSet.
enum class FileId : std::uint32_t {};

/// A half-open range of bytes [begin, end) of one file's UTF-8 text (after a byte order mark).
struct Span {
    FileId file{};
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    constexpr std::uint32_t size() const { return end - begin; }
    constexpr bool empty() const { return begin == end; }
    constexpr bool contains(Span inner) const {
        return file == inner.file && begin <= inner.begin && inner.end <= end;
    }
    constexpr bool overlaps(Span other) const {
        return file == other.file && begin < other.end && other.begin < end;
    }
    friend constexpr auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace gpulint::text
