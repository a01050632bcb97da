#include "report/display.h"

#include <gtest/gtest.h>

namespace gpulint::report {
namespace {

TEST(Display, WritesOutWhatCouldSteerATerminal) {
    struct Case {
        std::string_view text;
        std::string_view shown;
    };
    for (const Case& c : {
             Case{"plain text", "plain text"},
             Case{"\x1b[31mred", "\\x1b[31mred"},
             Case{"a\rb\nc", "a\\x0db\\x0ac"},
             Case{"bell\a\x7f", "bell\\x07\\x7f"},
             Case{"csi \u009b31m", "csi \\x9b31m"},
             Case{"bidi \u202eabc\u2066", "bidi \\u{202e}abc\\u{2066}"},
             Case{"zero\u200bwidth \ufeff", "zero\\u{200b}width \\u{feff}"},
             Case{"tag \U000e0041", "tag \\u{e0041}"},
             Case{"soft\u00adhyphen", "soft\\xadhyphen"},
             Case{"tabs\tstay", "tabs\tstay"},
             Case{"caf\u00e9 \u4e2d\u6587", "caf\u00e9 \u4e2d\u6587"},
             // A lead byte does not carry the escape behind it past the check.
             Case{"\xc3\x1b[0m", "\\xc3\\x1b[0m"},
             Case{"\xff\xf4\xbf\xbf\xbf", "\\xff\\xf4\\xbf\\xbf\\xbf"},
             Case{"\xc0\xaf \xed\xa0\x80", "\\xc0\\xaf \\xed\\xa0\\x80"},
             Case{"cut \xe4\xb8", "cut \\xe4\\xb8"},
         }) {
        EXPECT_EQ(escaped(c.text), c.shown);
    }
}

TEST(Display, CountsTheColumnsOfATerminal) {
    EXPECT_EQ(display_width("abc"), 3U);
    EXPECT_EQ(display_width("\u00e9"), 1U);
    EXPECT_EQ(display_width("e\u0301"), 1U);
    EXPECT_EQ(display_width("\u4e2d\u6587"), 4U);
    EXPECT_EQ(display_width("\U0001F680"), 2U);
    EXPECT_EQ(display_width("\t"), 4U);
    EXPECT_EQ(display_width("ab\tc"), 5U);
    EXPECT_EQ(display_width("\x1b"), 4U);
    EXPECT_EQ(display_width("\u202e"), 8U);
}

TEST(Display, WidthIsThatOfWhatIsShown) {
    for (const std::string_view text :
         {"a\tb\u4e2d\x1b", "\u202e\t\u200b", "\xff\t\xc3", "\t\t", ""}) {
        EXPECT_EQ(display_width(text), display_width(expanded(text, 0))) << text;
    }
    EXPECT_EQ(expanded("\tx", 0), "    x");
    EXPECT_EQ(expanded("\tx", 3), " x");
}

TEST(Display, WrapsAtWords) {
    const std::string long_text(60, 'x');
    EXPECT_EQ(wrapped(long_text + " " + long_text, 4), long_text + "\n    " + long_text);
    EXPECT_EQ(wrapped("two  words\nhere", 0), "two words here");
    EXPECT_EQ(wrapped("", 3), "");
}

TEST(Display, MakesUtf8Valid) {
    EXPECT_EQ(valid_utf8("caf\u00e9\xff"), "caf\u00e9\ufffd");
    EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");
}

}  // namespace
}  // namespace gpulint::report
