#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/span.h"

namespace gpulint::text {

/// The largest text, in bytes: spans are 32 bits wide.
inline constexpr std::size_t kMostBytes = 0xFFFFFF00;

/// A place a person can find: both from 1; the column counts characters (Unicode code points).
struct Position {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// How the bytes on disk spell the text.
enum class Encoding : std::uint8_t { kUtf8, kUtf8WithBom, kUtf16Le, kUtf16Be, kUtf32Le, kUtf32Be };

/// One input: its text as UTF-8 without byte order mark, at an address that never moves.
class SourceFile {
  public:
    SourceFile(FileId id, std::string name, std::string text, Encoding encoding);
    SourceFile(const SourceFile&) = delete;
    SourceFile& operator=(const SourceFile&) = delete;

    FileId id() const { return id_; }
    /// The name shown to people: as given on the command line, "<stdin>" for standard input.
    const std::string& name() const { return name_; }
    std::string_view text() const { return text_; }
    std::string_view text(Span span) const {
        return text().substr(span.begin, span.end - span.begin);
    }
    Span whole() const { return {id_, 0, static_cast<std::uint32_t>(text_.size())}; }
    Encoding encoding() const { return encoding_; }

    /// Line and column of a byte offset; offsets past the end give the end. Thread-safe.
    Position position(std::uint32_t offset) const;
    /// The text of a line (from 1) without its line break; "" past the last.
    std::string_view line(std::size_t number) const;
    std::size_t line_count() const;
    /// Byte offset at which a line (from 1) starts.
    std::uint32_t line_start(std::size_t number) const;
    /// Gives the memory of the text back; the file is empty from then on. For a file that nothing
    /// points into any more, and that no other thread looks at.
    void release();

  private:
    const std::vector<std::uint32_t>& line_starts() const;
    std::size_t characters_before(std::size_t offset) const;

    FileId id_;
    std::string name_;
    std::string text_;
    Encoding encoding_;
    mutable std::once_flag lines_once_;
    mutable std::vector<std::uint32_t> line_starts_;
    mutable std::vector<std::uint32_t> block_starts_;  ///< characters before each block of bytes
};

/// All inputs of one run, by id. Adding and looking up are thread-safe.
class SourceSet {
  public:
    /// Decodes `bytes` (UTF-8, UTF-16, UTF-32, by byte order mark or the pattern of NULs YAML 1.2
    /// section 5.2 gives) and keeps the text. Fails for invalid encodings and for 4 GiB and more.
    Result<FileId> add(std::string name, std::string bytes);
    const SourceFile& file(FileId id) const;
    /// SourceFile::release() of one file.
    void release(FileId id);
    std::size_t size() const;

  private:
    mutable std::mutex mutex_;
    std::deque<SourceFile> files_;
};

/// Where bytes come from; tests give memory, the program the disk.
class FileReader {
  public:
    FileReader() = default;
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;
    virtual ~FileReader() = default;
    /// The bytes at `path`; "-" is standard input. Fails for what is missing, a directory, not
    /// allowed, larger than kMostBytes, or breaks while it is read.
    virtual Result<std::string> read(const std::string& path) = 0;
};

/// Reads from the file system and standard input.
std::unique_ptr<FileReader> make_disk_reader();

}  // namespace gpulint::text
