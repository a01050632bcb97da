#include <gtest/gtest.h>

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
}

TEST(Encoding, RefusesWhatIsNoText) {
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
}

TEST(DiskReader, NamesWhatIsMissing) {
    const auto reader = make_disk_reader();
    const Result<std::string> bytes = reader->read("no/such/file.yaml");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().message, "cannot read no/such/file.yaml: No such file or directory");
    EXPECT_FALSE(reader->read("."));
}

}  // namespace
}  // namespace gpulint::text
