#include "report/frame.h"

#include <gtest/gtest.h>

#include "finding_maker.h"

namespace gpulint::report {
namespace {

std::string frame_of(const diag::Finding& finding, const Sources& sources) {
    return render_frame(finding, sources.set(), Palette(), gutter_width(finding, sources.set()));
}

TEST(Frame, PutsCaretsUnderTheExactRange) {
    Sources sources;
    const auto file = sources.add("a.yaml", "limits:\n  nvidia.com/gpu: 0.5\n");
    EXPECT_EQ(frame_of(make_finding(sources.find(file, "0.5"), "half"), sources),
              " --> a.yaml:2:19\n"
              "  |\n"
              "1 | limits:\n"
              "2 |   nvidia.com/gpu: 0.5\n"
              "  |                   ^^^ half\n");
}

TEST(Frame, ShowsNoBlankLineAboveAndOneCaretForAnEmptyPlace) {
    Sources sources;
    const auto file = sources.add("a.yaml", "a: 1\n\nb:\n");
    const text::Span end{file, 8, 8};
    EXPECT_EQ(frame_of(make_finding(end), sources),
              " --> a.yaml:3:3\n"
              "  |\n"
              "3 | b:\n"
              "  |   ^\n");
}

TEST(Frame, ColumnsAreRightBehindTabsAndWideCharacters) {
    Sources sources;
    const auto file = sources.add("a.yaml", "\t\u4e2d\u6587: \"e\u0301\" # x\n");
    EXPECT_EQ(frame_of(make_finding(sources.find(file, "# x")), sources),
              " --> a.yaml:1:11\n"
              "  |\n"
              "1 |     \u4e2d\u6587: \"e\u0301\" # x\n"
              "  |               ^^^\n");
}

TEST(Frame, JoinsPlacesOfOneFile) {
    Sources sources;
    const auto file = sources.add("a.yaml", "one: 1\ntwo: 2\nthree: 3\n4:\n5:\n6:\nseven: 7\n");
    diag::Finding finding = make_finding(sources.find(file, "three"), "here");
    finding.related.push_back({sources.find(file, "one"), "against this"});
    finding.related.push_back({sources.find(file, "seven: 7"), ""});
    finding.related.push_back(
        {sources.find(file, "3\n4").file == file ? text::Span{file, 21, 22} : text::Span(),
         "same line"});
    EXPECT_EQ(frame_of(finding, sources),
              " --> a.yaml:3:1\n"
              "  |\n"
              "1 | one: 1\n"
              "  | --- against this\n"
              "2 | two: 2\n"
              "3 | three: 3\n"
              "  | ^^^^^ here\n"
              "  |        - same line\n"
              "...\n"
              "7 | seven: 7\n"
              "  | --------\n");
}

TEST(Frame, ShowsOtherFilesBelow) {
    Sources sources;
    const auto manifest = sources.add("app.yaml", "nodeSelector:\n  gpu: H100\n");
    const auto nodes = sources.add("nodes.yaml", std::string(99, '\n') + "    gpu: A100\n");
    diag::Finding finding = make_finding(sources.find(manifest, "H100"), "asks for this");
    finding.related.push_back({sources.find(nodes, "A100"), "node dgx-1 has this"});
    EXPECT_EQ(frame_of(finding, sources),
              "   --> app.yaml:2:8\n"
              "    |\n"
              "  1 | nodeSelector:\n"
              "  2 |   gpu: H100\n"
              "    |        ^^^^ asks for this\n"
              "   ::: nodes.yaml:100:10\n"
              "    |\n"
              "100 |     gpu: A100\n"
              "    |          ---- node dgx-1 has this\n");
}

TEST(Frame, UnderlinesEachLineOfAShortPlace) {
    Sources sources;
    const auto file = sources.add("a.yaml", "r:\n  limits:\n    a: 1\n\n    b: 2\nend:\n");
    const std::string_view place = "limits:\n    a: 1\n\n    b: 2\n";
    EXPECT_EQ(frame_of(make_finding(sources.find(file, place), "all of it"), sources),
              " --> a.yaml:2:3\n"
              "  |\n"
              "1 | r:\n"
              "2 |   limits:\n"
              "  |   ^^^^^^^\n"
              "3 |     a: 1\n"
              "  |     ^^^^\n"
              "4 |\n"
              "5 |     b: 2\n"
              "  |     ^^^^ all of it\n");
}

TEST(Frame, ShowsTheEndsOfALongPlace) {
    Sources sources;
    const auto file = sources.add("a.yaml", "a:\n  1\n  2\n  3\n  4\n  5\n  6\n");
    const std::string_view place = "a:\n  1\n  2\n  3\n  4\n  5\n  6";
    EXPECT_EQ(frame_of(make_finding(sources.find(file, place), "long"), sources),
              " --> a.yaml:1:1\n"
              "  |\n"
              "1 | a:\n"
              "  | ^^\n"
              "...\n"
              "7 |   6\n"
              "  |   ^ long\n");
}

TEST(Frame, KnowsWindowsLineEnds) {
    Sources sources;
    const auto file = sources.add("a.yaml", "a: 1\r\nb: 2\r\n");
    EXPECT_EQ(frame_of(make_finding(sources.find(file, "a: 1\r\nb: 2\r\n")), sources),
              " --> a.yaml:1:1\n"
              "  |\n"
              "1 | a: 1\n"
              "  | ^^^^\n"
              "2 | b: 2\n"
              "  | ^^^^\n");
}

TEST(Frame, CutsLongLinesAroundThePlace) {
    Sources sources;
    const std::string filler(1'000'000, 'x');
    const auto file = sources.add("a.json", filler + "HERE" + filler + "THERE");
    diag::Finding finding = make_finding(sources.find(file, "HERE"), "one");
    finding.related.push_back({sources.find(file, "THERE"), "two"});
    const std::string frame = frame_of(finding, sources);
    EXPECT_LT(frame.size(), 1000U);
    EXPECT_NE(frame.find(" --> a.json:1:1000001\n"), std::string::npos);
    // The same line twice, each time around one of the places, and the carets below them.
    std::size_t from = 0;
    for (const auto& [word, caret] :
         {std::pair("HERE", "^^^^ one"), std::pair("THERE", "----- two")}) {
        const std::size_t at = frame.find(word, from);
        ASSERT_NE(at, std::string::npos) << frame;
        const std::size_t start = frame.rfind('\n', at) + 1;
        const std::size_t below = frame.find('\n', at) + 1;
        const std::size_t carets = frame.find(caret, below);
        ASSERT_NE(carets, std::string::npos) << frame;
        // The sign that the line is cut takes three bytes and one column.
        EXPECT_EQ(carets - below, at - start - 2) << frame;
        from = carets;
    }
}

TEST(Frame, CutsBetweenCharacters) {
    Sources sources;
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "\u4e2d";
    const auto file = sources.add("a.json", text + "HERE" + text);
    const std::string frame = frame_of(make_finding(sources.find(file, "HERE")), sources);
    EXPECT_EQ(frame.find("\\x"), std::string::npos) << frame;
    EXPECT_NE(frame.find("\u4e2dHERE\u4e2d"), std::string::npos) << frame;
}

TEST(Frame, WritesOutHostileText) {
    Sources sources;
    const auto file = sources.add("evil\x1b[2J.yaml", "a: \"\u202e\x1b[31m\"  # HERE\n");
    const std::string frame =
        frame_of(make_finding(sources.find(file, "HERE"), "\x1b]0;title\a"), sources);
    EXPECT_EQ(frame.find('\x1b'), std::string::npos);
    EXPECT_EQ(frame,
              " --> evil\\x1b[2J.yaml:1:16\n"
              "  |\n"
              "1 | a: \"\\u{202e}\\x1b[31m\"  # HERE\n"
              "  |                          ^^^^ \\x1b]0;title\\x07\n");
}

TEST(Frame, TakesAnyPlace) {
    Sources sources;
    const auto file = sources.add("a.yaml", "\n\na: \u00e9\r\n\n \t \nlast");
    const auto size = static_cast<std::uint32_t>(sources.set().file(file).text().size());
    for (std::uint32_t begin = 0; begin <= size; ++begin) {
        for (std::uint32_t end = begin; end <= size; ++end) {
            const std::string frame = frame_of(make_finding({file, begin, end}), sources);
            EXPECT_NE(frame.find('^'), std::string::npos) << begin << ".." << end;
        }
    }
    const auto empty = sources.add("empty.yaml", "");
    EXPECT_EQ(frame_of(make_finding({empty, 0, 0}), sources),
              " --> empty.yaml:1:1\n  |\n1 |\n  | ^\n");
}

}  // namespace
}  // namespace gpulint::report
