#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "text/source.h"

namespace gpulint::text {

/// The text of a file as UTF-8, and how it was spelt on disk.
struct Decoded {
    std::string text;
    Encoding encoding = Encoding::kUtf8;
};

/// Decodes by byte order mark, or without one by where NULs stand in the first four bytes
/// (YAML 1.2, section 5.2). Fails for bytes that are no text in that encoding, naming the line.
Result<Decoded> decode(std::string bytes);

/// UTF-8 `text` as it is to be written to a file of `encoding`, byte order mark included.
std::string encode(std::string_view text, Encoding encoding);

}  // namespace gpulint::text
