// Whatever manifests and file names say, no format lets it steer the terminal or the CI runner that
// prints the report.

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <string>

#include "base/ascii.h"
#include "finding_maker.h"
#include "report/display.h"

namespace gpulint::report {
namespace {

constexpr std::string_view kHostile[] = {
    "::error file=a::forged",
    "  ::set-output name=a::b",
    "a\n::error::forged",
    "a\r\n::add-mask::x\r::stop-commands::y",
    "##[error]forged",
    "a ##[set-env name=PATH]b ###[group]",
    "##vso[task.setvariable variable=a]b",
    "##teamcity[buildStatus status='FAILURE']",
    "\x1b[2J\x1b]0;title\a\x9b[31m",
    "\xe2\x80\xae\xe2\x81\xa6right to left\xe2\x81\xa9\xe2\x80\x8b",
    "\xef\xbf\xbe\xef\xbf\xbf\x01\x0b\x0c\x7f\xc2\x85\xe2\x80\xa8",
    "\xff\xfe\xc3 \xed\xa0\x80",
    "]]><![CDATA[ </failure><x a=\"'&quot;\">",
    "\"}],\"a\":[{\"b\":\"\\",
    "[click](https://example.org) | <img src=x> `code` @team",
    "\xf3\xa0\x81\x81\xf3\xa0\x81\x82",
};

/// Lines that a format itself may start with "::".
bool is_own_command(std::string_view line, std::string_view format) {
    // The head of another file's frame: runners know no command of this name.
    if (format == "text") return line.starts_with(" ::: ");
    if (format != "github") return false;
    return line.starts_with("::error file=") || line.starts_with("::error::") ||
           line.starts_with("::notice title=gpulint::");
}

bool has_old_command(std::string_view text) {
    for (std::size_t at = text.find("##"); at != std::string_view::npos;
         at = text.find("##", at + 1)) {
        std::size_t end = at + 2;
        while (end < text.size() && ascii::is_alpha(text[end])) ++end;
        if (end < text.size() && text[end] == '[') return true;
    }
    return false;
}

/// What is wrong with an output; "" when it is harmless.
std::string harm_in(const std::string& out, std::string_view format) {
    if (valid_utf8(out) != out) return "not UTF-8";
    if (has_old_command(out)) return "a command in the middle of a line";
    const auto hidden = with_hidden_written(out, [](char32_t) { return std::string("?"); });
    if (hidden != out) return "invisible characters";
    for (const std::string_view line : ascii::split(out, '\n')) {
        const std::string_view text = ascii::trim(line);
        if (text.starts_with("::") && !is_own_command(line, format)) {
            return "a command: " + std::string(text);
        }
    }
    return "";
}

std::string report_about(const Format& format, const std::string& hostile) {
    Sources sources;
    const lint::RuleTable rules = test_rules();
    const text::FileId file = sources.add(hostile, "key: \"value\" # ##[error]x\n::error::y\n");
    const text::FileId other = sources.add("dir/" + hostile, "b: 1\n");
    diag::Finding finding = make_finding(sources.find(file, "\"value\""), hostile);
    finding.message = hostile;
    finding.object = hostile;
    finding.route = hostile;
    finding.why = hostile + " " + hostile;
    finding.what_to_do = hostile;
    finding.related.push_back({sources.find(other, "1"), hostile});
    finding.fixes.push_back(
        {hostile, diag::Applicability::kSafe, {{sources.find(file, "\"value\""), hostile}}});
    lint::Summary summary;
    summary.files = 2;
    summary.errors = 1;
    summary.unreadable.push_back({hostile, hostile});
    summary.skipped[hostile] = 1;
    const Surroundings surroundings{sources.set(), rules, "", "0.1.0", false, false};
    const auto reporter = format.make(surroundings);
    std::string out;
    reporter->begin(out);
    reporter->finding(finding, out);
    finding.rule = "GPU999";
    finding.severity = diag::Severity::kNote;
    finding.suppressed = reporter->wants_suppressed();
    if (format.name != "github") reporter->finding(finding, out);
    reporter->end(summary, out);
    return out;
}

TEST(Hostile, TextSteersNobodyInAnyFormat) {
    for (const Format& format : formats()) {
        for (const std::string_view hostile : kHostile) {
            const std::string out = report_about(format, std::string(hostile));
            EXPECT_EQ(harm_in(out, format.name), "")
                << format.name << " of " << escaped(hostile) << "\n"
                << escaped(out);
        }
    }
}

TEST(Hostile, JsonStaysJsonAndKeepsTheText) {
    for (const std::string_view name : {"json", "sarif", "gitlab", "rdjson"}) {
        for (const std::string_view hostile : kHostile) {
            const std::string out = report_about(*find_format(name), std::string(hostile));
            rapidjson::Document document;
            document.Parse<rapidjson::kParseValidateEncodingFlag>(out.c_str());
            ASSERT_FALSE(document.HasParseError()) << name << "\n" << escaped(out);
            if (name != "json" || valid_utf8(hostile) != hostile) continue;
            EXPECT_EQ(document["findings"][0]["message"].GetString(), std::string(hostile));
        }
    }
}

TEST(Hostile, AFormatThatWroteItPlainlyWouldBeFound) {
    EXPECT_NE(harm_in("a\n  ::error::x\n", "text"), "");
    EXPECT_NE(harm_in("a ##vso[x]\n", "json"), "");
    EXPECT_NE(harm_in("a \x1b[0m\n", "text"), "");
    EXPECT_NE(harm_in("a \xe2\x80\xae\n", "junit"), "");
    EXPECT_NE(harm_in("::warning::x\n", "github"), "");
}

}  // namespace
}  // namespace gpulint::report
