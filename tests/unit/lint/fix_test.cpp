#include "lint/fix.h"

#include <gtest/gtest.h>

#include <array>

#include "lint/rule.h"
#include "support/lint_text.h"

namespace gpulint::lint {
namespace {

/// An engine over rules made up for a test.
class Workbench {
  public:
    explicit Workbench(std::span<const Rule> rules)
        : table_(rules),
          config_(table_, {}, {}),
          engine_(Surroundings{config_, catalog_, kinds_, nullptr, "2027-01-01"}) {}

    FixOutcome fix(std::string text, diag::Applicability least = diag::Applicability::kSafe) {
        return fix_text(engine_, "test.yaml", std::move(text), least);
    }

  private:
    RuleTable table_;
    gpu::Catalog catalog_;
    k8s::KindTable kinds_;
    Config config_;
    Engine engine_;
};

constexpr Rule make_rule(std::string_view id, DocumentRule check) {
    return {{id,
             id,
             "",
             "requests",
             "document",
             diag::Severity::kError,
             diag::Confidence::kHigh,
             diag::Outcome::kRejected,
             false,
             "recommended",
             "",
             "safe",
             "3.1",
             "",
             "",
             {},
             {}},
            check};
}

/// Calls `visit` with the value node of every key of the root.
template <class Visit>
void for_each_value(const yaml::Document& document, const Visit& visit) {
    for (const yaml::Entry entry : document.root().written_entries()) visit(entry.value);
}

void wants_no_bad(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (value.text() != "bad") return;
        context.report(value.span()).message("bad").fix("good", {{value.span(), "good"}});
    });
}

/// Its fix is no YAML.
void breaks_the_text(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (value.text() != "fragile") return;
        context.report(value.span()).message("fragile").fix("break it", {{value.span(), "[}"}});
    });
}

/// Its fix is what the rule above speaks of.
void makes_it_bad(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (value.text() != "odd") return;
        context.report(value.span()).message("odd").fix("make it bad", {{value.span(), "bad"}});
    });
}

/// Its first fix does not help; its second does.
void has_two_ways(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (value.text() != "either") return;
        context.report(value.span())
            .message("either")
            .fix("no help", {{value.span(), "either "}})
            .fix("help", {{value.span(), "or"}});
    });
}

/// Goes on for ever: every fix makes the next finding.
void is_never_content(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (!value.text().starts_with("more")) return;
        context.report(value.span())
            .message("more")
            .fix("more", {{value.span(), std::string(value.text()) + "x"}});
    });
}

void has_doubts(const RuleContext& context, const yaml::Document& document) {
    for_each_value(document, [&](yaml::Node value) {
        if (value.text() == "maybe") {
            context.report(value.span())
                .message("maybe")
                .fix("yes", {{value.span(), "sure"}}, diag::Applicability::kUnsafe);
        }
        if (value.text() == "picture") {
            context.report(value.span())
                .message("picture")
                .fix("look", {{value.span(), "seen"}}, diag::Applicability::kDisplayOnly);
        }
    });
}

constexpr std::array kRules{
    make_rule("GPU301", wants_no_bad),     make_rule("GPU302", breaks_the_text),
    make_rule("GPU303", makes_it_bad),     make_rule("GPU304", has_two_ways),
    make_rule("GPU305", is_never_content), make_rule("GPU306", has_doubts),
};

TEST(Fix, ChangesWhatIsWrongAndKeepsEveryOtherByte) {
    Workbench bench(kRules);
    const FixOutcome outcome = bench.fix("# top\na:   bad # here\r\n'b' : fine\n---\nc: bad\n\n\n");
    EXPECT_EQ(outcome.text, "# top\na:   good # here\r\n'b' : fine\n---\nc: good\n\n\n");
    EXPECT_EQ(outcome.fixed, 2U);
}

TEST(Fix, LeavesWhatIsRight) {
    Workbench bench(kRules);
    const FixOutcome outcome = bench.fix("a: fine\n");
    EXPECT_EQ(outcome.text, "a: fine\n");
    EXPECT_EQ(outcome.fixed, 0U);
}

TEST(Fix, StaysOnlyWhereTheResultParses) {
    Workbench bench(kRules);
    const FixOutcome outcome = bench.fix("a: bad\nb: fragile\nc: bad\n");
    EXPECT_EQ(outcome.text, "a: good\nb: fragile\nc: good\n");
    EXPECT_EQ(outcome.fixed, 2U);
}

TEST(Fix, StaysOnlyWhereNoOtherRuleHasMoreToSay) {
    Workbench bench(kRules);
    EXPECT_EQ(bench.fix("a: odd\nb: bad\n").text, "a: odd\nb: good\n");
    EXPECT_EQ(bench.fix("a: odd\n").text, "a: odd\n");
}

TEST(Fix, TakesTheNextWhereTheFirstDoesNotHelp) {
    Workbench bench(kRules);
    EXPECT_EQ(bench.fix("a: either\n").text, "a: or\n");
}

TEST(Fix, ThatHelpsNothingIsNotMade) {
    Workbench bench(kRules);
    EXPECT_EQ(bench.fix("a: more\n").text, "a: more\n");
}

TEST(Fix, IsTrustedAsFarAsAsked) {
    Workbench bench(kRules);
    EXPECT_EQ(bench.fix("a: maybe\nb: picture\n").text, "a: maybe\nb: picture\n");
    EXPECT_EQ(bench.fix("a: maybe\nb: picture\n", diag::Applicability::kUnsafe).text,
              "a: sure\nb: picture\n");
    EXPECT_EQ(bench.fix("a: maybe\nb: picture\n", diag::Applicability::kDisplayOnly).text,
              "a: sure\nb: picture\n");
}

TEST(Fix, OfManyIsFoundAmongBadOnesInLittleTime) {
    Workbench bench(kRules);
    std::string text;
    std::string wanted;
    for (int i = 0; i < 500; ++i) {
        const std::string key = "k" + std::to_string(i) + ": ";
        text += key + (i % 100 == 50 ? "fragile\n" : "bad\n");
        wanted += key + (i % 100 == 50 ? "fragile\n" : "good\n");
    }
    EXPECT_EQ(bench.fix(text).text, wanted);
}

TEST(Fix, OfTheRealRulesAreStable) {
    test::Linter linter;
    const std::string text =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - name: a\n"
        "      image: a  # kept\n      resources: {requests: {nvidia.com/gpu: 2}}\n";
    const FixOutcome once =
        fix_text(linter.engine(), "test.yaml", text, diag::Applicability::kSafe);
    EXPECT_NE(once.text, text);
    EXPECT_NE(once.text.find("# kept"), std::string::npos);
    const FixOutcome twice =
        fix_text(linter.engine(), "test.yaml", once.text, diag::Applicability::kSafe);
    EXPECT_EQ(twice.text, once.text);
    EXPECT_EQ(twice.fixed, 0U);
}

}  // namespace
}  // namespace gpulint::lint
