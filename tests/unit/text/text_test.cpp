#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "text/edit.h"
#include "text/encoding.h"
#include "text/source.h"

namespace gpulint::text {
namespace {

using namespace std::string_literals;

TEST(SourceFile, PositionsCountLinesAndCharacters) {
    SourceSet sources;
    const FileId id = *sources.add("a.yaml", "ab\n\u00e9x\r\n\nend");
    const SourceFile& file = sources.file(id);
    struct Case {
        std::uint32_t offset;
        std::size_t line;
        std::size_t column;
    };
    for (const Case& c : {Case{0, 1, 1}, Case{2, 1, 3}, Case{3, 2, 1}, Case{5, 2, 2}, Case{8, 3, 1},
                          Case{9, 4, 1}, Case{99, 4, 4}}) {
        EXPECT_EQ(file.position(c.offset).line, c.line) << c.offset;
        EXPECT_EQ(file.position(c.offset).column, c.column) << c.offset;
    }
    EXPECT_EQ(file.line(2), "\u00e9x");
    EXPECT_EQ(file.line(3), "");
    EXPECT_EQ(file.line(4), "end");
    EXPECT_EQ(file.line(5), "");
    EXPECT_EQ(file.line_count(), 4U);
    EXPECT_EQ(file.line_start(4), 9U);
}

TEST(SourceFile, ColumnsFarIntoALongLineAreExact) {
    SourceSet sources;
    std::string text = "first\n";
    for (int i = 0; i < 10'000; ++i) text += i % 3 == 0 ? "\u20ac" : "x";
    const FileId id = *sources.add("long.json", text);
    const SourceFile& file = sources.file(id);
    std::size_t column = 0;
    for (std::uint32_t offset = 6; offset <= text.size(); ++offset) {
        const bool is_start = offset == text.size() || (text[offset] & 0xC0) != 0x80;
        if (!is_start) continue;
        ++column;
        if (offset % 97 != 0 && offset % 4096 > 3 && offset + 4 < text.size()) continue;
        ASSERT_EQ(file.position(offset).column, column) << offset;
        ASSERT_EQ(file.position(offset).line, 2U) << offset;
    }
    EXPECT_EQ(file.position(static_cast<std::uint32_t>(text.size())).column, 10'001U);
}

TEST(SourceFile, IsEmptyOnceReleased) {
    SourceSet sources;
    const FileId untouched = *sources.add("a", "a\nb\n");
    const FileId looked_at = *sources.add("b", std::string(4096, '\n'));
    EXPECT_EQ(sources.file(looked_at).line_count(), 4097U);
    for (const FileId id : {untouched, looked_at}) {
        sources.release(id);
        const SourceFile& file = sources.file(id);
        EXPECT_EQ(file.text(), "");
        EXPECT_EQ(file.position(3).line, 1U);
        EXPECT_EQ(file.position(3).column, 1U);
        EXPECT_EQ(file.line_count(), 1U);
        EXPECT_EQ(file.line(1), "");
    }
}

TEST(DiskReader, KeepsNoMoreThanTheFile) {
    const std::string path = testing::TempDir() + "/gpulint-reader";
    const std::string bytes(3000, 'x');
    std::ofstream(path) << bytes;
    const Result<std::string> read = make_disk_reader()->read(path);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, bytes);
    EXPECT_LT(read->capacity(), 2 * bytes.size());
    std::remove(path.c_str());
    EXPECT_NE(make_disk_reader()->read(path).error().message.find("No such file"),
              std::string::npos);
}

TEST(DiskReader, RefusesWhatIsTooLargeBeforeReadingIt) {
    const std::string path = testing::TempDir() + "/gpulint-reader-large";
    std::ofstream(path) << "x";
    std::filesystem::resize_file(path, std::uintmax_t{5} << 30);  // a hole: takes no room
    const Result<std::string> read = make_disk_reader()->read(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "cannot read " + path + ": larger than 4 GiB");
    EXPECT_EQ(read.error().hint, "split the file");
    std::remove(path.c_str());
}

TEST(DiskReader, ReadsFilesThatDoNotSayTheirSize) {
    const Result<std::string> status = make_disk_reader()->read("/proc/self/status");
    ASSERT_TRUE(status);
    EXPECT_NE(status->find("VmPeak"), std::string::npos);
    EXPECT_EQ(*make_disk_reader()->read("/dev/null"), "");
}

TEST(Encoding, RoundTripsEveryEncoding) {
    const std::string text = "a: \u00e9\u20ac\U0001F600\n";
    for (const Encoding encoding : {Encoding::kUtf8, Encoding::kUtf8WithBom, Encoding::kUtf16Le,
                                    Encoding::kUtf16Be, Encoding::kUtf32Le, Encoding::kUtf32Be}) {
        const Result<Decoded> decoded = decode(encode(text, encoding));
        ASSERT_TRUE(decoded);
        EXPECT_EQ(decoded->text, text);
        EXPECT_EQ(decoded->encoding, encoding);
    }
}

TEST(Encoding, IsFoundWithoutAMark) {
    EXPECT_EQ(decode("a\0:\0"s)->text, "a:");
    EXPECT_EQ(decode("\0a\0:"s)->text, "a:");
    EXPECT_EQ(decode("\0\0\0a"s)->text, "a");
    EXPECT_EQ(decode("a\0\0\0"s)->text, "a");
    // A NUL further on is part of the text, and for the reader of YAML to complain of.
    EXPECT_EQ(decode("a: b\0c"s)->text, "a: b\0c"s);
    EXPECT_EQ(decode("a: b\0c"s)->encoding, Encoding::kUtf8);
}

TEST(Encoding, RefusesWhatIsNoText) {
    // Bad bytes are found wherever they stand beside runs of ASCII.
    for (std::size_t at = 0; at < 40; ++at) {
        std::string text(40, 'x');
        text[at] = '\x80';
        EXPECT_EQ(decode(text).error().message,
                  "line 1: byte " + std::to_string(at) + " is not UTF-8 text");
    }
    EXPECT_EQ(decode("a\nb\xff").error().message, "line 2: byte 3 is not UTF-8 text");
    EXPECT_FALSE(decode("\xed\xa0\x80"));
    EXPECT_FALSE(decode("\xc0\xaf"));
    EXPECT_FALSE(decode("\xff\xfe\x00"s));
    EXPECT_FALSE(decode("\xff\xfe\x00\xd8"s));
    EXPECT_TRUE(decode(""));
}

TEST(ApplyEdits, MakesThemInOrder) {
    const FileId file{};
    EXPECT_EQ(
        *apply_edits("abcdef", {{{file, 4, 5}, "X"}, {{file, 0, 1}, ""}, {{file, 2, 2}, "--"}}),
        "b--cdXf");
    EXPECT_EQ(*apply_edits("ab", {{{file, 1, 1}, "1"}, {{file, 1, 1}, "2"}}), "a12b");
}

TEST(ApplyEdits, RefusesOverlapAndOutside) {
    const FileId file{};
    EXPECT_FALSE(apply_edits("abcdef", {{{file, 0, 3}, "X"}, {{file, 2, 4}, "Y"}}));
    EXPECT_FALSE(apply_edits("abc", {{{file, 2, 9}, "X"}}));
    EXPECT_FALSE(apply_edits("abc", {{{file, 2, 1}, "X"}}));
    EXPECT_FALSE(apply_edits("abc", {{{file, 0, 1}, "X"}, {{FileId{1}, 1, 2}, "Y"}}));
}

TEST(DiskReader, NamesWhatIsMissing) {
    const auto reader = make_disk_reader();
    const Result<std::string> bytes = reader->read("no/such/file.yaml");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().message, "cannot read no/such/file.yaml: No such file or directory");
    EXPECT_EQ(bytes.error().hint, "check the path");
    EXPECT_EQ(reader->read(".").error().message, "cannot read .: Is a directory");
    EXPECT_EQ(reader->read(".").error().hint, "name the files in it");
}

}  // namespace
}  // namespace gpulint::text
