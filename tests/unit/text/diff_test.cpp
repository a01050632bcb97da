#include "text/diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "text/line_matching.h"

namespace gpulint::text {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

/// Numbers a text's letters, one a line: "abc" is three lines.
std::string letters(std::string_view text) {
    std::string lines;
    for (const char c : text) lines += std::string(1, c) + '\n';
    return lines;
}

std::string body_of(const std::string& diff) {
    EXPECT_EQ(diff.find("--- a/x.yaml\n+++ b/x.yaml\n"), 0U);
    return diff.substr(std::min<std::size_t>(diff.size(), 26));
}

TEST(Diff, ReadsAsDiffPrintsIt) {
    struct Case {
        std::string before;
        std::string after;
        const char* want;
    };
    for (const Case& c : {
             Case{letters("abcdefgh"), letters("abcdXfgh"),
                  "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n"},
             Case{letters("abc"), letters("abcd"), "@@ -1,3 +1,4 @@\n a\n b\n c\n+d\n"},
             Case{letters("a"), letters("b"), "@@ -1 +1 @@\n-a\n+b\n"},
             Case{"", letters("a"), "@@ -0,0 +1 @@\n+a\n"},
             Case{letters("ab"), "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
             Case{"a\nb", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
             Case{"a\nb", "c\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
             Case{"a\r\n", "b\r\n", "@@ -1 +1 @@\n-a\r\n+b\r\n"},
             // Six lines between two changes are context of both, seven part them.
             Case{letters("1abcdef2"), letters("3abcdef4"),
                  "@@ -1,8 +1,8 @@\n-1\n+3\n a\n b\n c\n d\n e\n f\n-2\n+4\n"},
             Case{letters("1abcdefg2"), letters("3abcdefg4"),
                  "@@ -1,4 +1,4 @@\n-1\n+3\n a\n b\n c\n"
                  "@@ -6,4 +6,4 @@\n e\n f\n g\n-2\n+4\n"},
         }) {
        EXPECT_EQ(body_of(unified_diff("x.yaml", c.before, c.after)), c.want);
    }
    EXPECT_EQ(unified_diff("x.yaml", "same\n", "same\n"), "");
}

/// What a program that patches makes of a text and a diff of it.
std::string patched(std::string_view before, std::string_view diff) {
    const std::vector<std::string_view> old_lines = lines_of(before);
    std::string result;
    std::size_t done = 0;
    std::string_view last_sign;
    for (const std::string_view line : lines_of(diff)) {
        if (line.starts_with("---") || line.starts_with("+++")) continue;
        if (line.starts_with("@@")) {
            std::size_t first = std::stoul(std::string(line.substr(4)));
            const bool is_empty = line.substr(0, line.find(" +")).ends_with(",0");
            if (is_empty) ++first;
            while (done + 1 < first) result += old_lines.at(done++);
            continue;
        }
        if (line.starts_with('\\')) {
            if (last_sign != "-") result.pop_back();
            continue;
        }
        last_sign = line.substr(0, 1);
        std::string_view content = line.substr(1);
        if (line.front() != '+') {
            std::string_view old = old_lines.at(done++);
            if (!old.ends_with('\n')) content.remove_suffix(1);
            EXPECT_EQ(content, old);
        }
        if (line.front() != '-') result += line.substr(1);
    }
    while (done < old_lines.size()) result += old_lines[done++];
    return result;
}

TEST(Diff, PatchesOneTextIntoTheOther) {
    std::mt19937 random(7);
    const auto any_text = [&random] {
        std::string text;
        for (std::size_t i = random() % 40; i > 0; --i) {
            text += static_cast<char>('a' + random() % 4);
            text += '\n';
        }
        if (!text.empty() && random() % 3 == 0) text.pop_back();
        return text;
    };
    for (int i = 0; i < 3000; ++i) {
        const std::string before = any_text();
        const std::string after = any_text();
        ASSERT_EQ(patched(before, unified_diff("x.yaml", before, after)), after)
            << before << "=====\n"
            << after;
    }
}

std::size_t longest_common(const std::vector<std::string_view>& a,
                           const std::vector<std::string_view>& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (const std::string_view line : a) {
        std::size_t diagonal = 0;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = line == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
            diagonal = above;
        }
    }
    return row.back();
}

TEST(LineMatching, KeepsAsManyLinesAsCanBe) {
    std::mt19937 random(11);
    for (int i = 0; i < 2000; ++i) {
        std::string before;
        std::string after;
        for (std::size_t n = random() % 30; n > 0; --n)
            before += static_cast<char>('a' + random() % 5);
        for (std::size_t n = random() % 30; n > 0; --n)
            after += static_cast<char>('a' + random() % 5);
        const std::string old_text = letters(before);
        const std::string new_text = letters(after);
        const LineMatching matching = match_lines(lines_of(old_text), lines_of(new_text));
        std::string kept_before;
        std::string kept_after;
        for (std::size_t n = 0; n < before.size(); ++n)
            if (!matching.is_removed[n]) kept_before += before[n];
        for (std::size_t n = 0; n < after.size(); ++n)
            if (!matching.is_added[n]) kept_after += after[n];
        ASSERT_EQ(kept_before, kept_after);
        ASSERT_EQ(kept_before.size(), longest_common(lines_of(old_text), lines_of(new_text)))
            << before << ' ' << after;
    }
}

TEST(LineMatching, FindsManySmallChangesInALongText) {
    std::string before;
    std::string after;
    constexpr int kObjects = 20'000;
    for (int i = 0; i < kObjects; ++i) {
        const std::string head = "kind: Pod\nname: pod-" + std::to_string(i) + "\nlimits:\n";
        before += head + "  gpu: 0.5\n  cpu: 1\n---\n";
        after += head + "  gpu: 1\n  cpu: 1\n  memory: 1Gi\n---\n";
    }
    const LineMatching matching = match_lines(lines_of(before), lines_of(after));
    EXPECT_EQ(std::ranges::count(matching.is_removed, true), kObjects);
    EXPECT_EQ(std::ranges::count(matching.is_added, true), 2 * kObjects);
}

TEST(LineMatching, IsBoundedWhenNothingFits) {
    std::mt19937 random(3);
    std::string before;
    std::string after;
    for (int i = 0; i < 12'000; ++i) {
        before += std::to_string(random() % 1000) + '\n';
        after += std::to_string(random() % 1000) + '\n';
    }
    EXPECT_EQ(patched(before, unified_diff("x.yaml", before, after)), after);
}

}  // namespace
}  // namespace gpulint::text
