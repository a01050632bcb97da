#include "lint/suppressions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lint/fix.h"
#include "support/lint_text.h"
#include "support/yaml_text.h"

namespace gpulint::lint {
namespace {

/// Two pods, each with a container whose request lacks its limit.
std::string two_pods(const std::string& above, const std::string& behind = "",
                     const std::string& at_top = "") {
    return at_top +
           "apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec:\n  containers:\n    - name: "
           "server\n      image: a\n      resources:\n" +
           above + "        requests:\n          nvidia.com/gpu: 1" + behind +
           "\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: two}\nspec:\n  containers:\n    - "
           "name: server\n      image: a\n      resources:\n        requests:\n          "
           "nvidia.com/gpu: 1\n";
}

/// Ids and messages of the findings that are not silenced.
std::vector<std::string> lint(const std::string& text, const std::string& config = "") {
    test::Linter linter({"", "", "", config});
    std::vector<std::string> found;
    for (const diag::Finding& finding : linter.lint(text)) {
        found.push_back(finding.rule + " " + std::string(linter.at(finding.primary.span)));
    }
    return found;
}

std::string fixed(const std::string& text) {
    test::Linter linter;
    return fix_text(linter.engine(), "test.yaml", text, diag::Applicability::kSafe).text;
}

const std::string kMissing = "GPU302 nvidia.com/gpu: 1";
using Found = std::vector<std::string>;

TEST(Suppressions, WithoutOneEverythingIsSaid) {
    EXPECT_EQ(lint(two_pods("")), (Found{kMissing, kMissing}));
}

TEST(Suppressions, OnTheLine) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302] the webhook sets it")),
              Found{kMissing});
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[gpu302,GPU302]")), Found{kMissing});
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[gpu-request-without-limit]")),
              Found{kMissing});
}

TEST(Suppressions, AloneAboveTheNodeItCovers) {
    const std::string comment = "        # gpulint: ignore[GPU302] the webhook sets it\n";
    EXPECT_EQ(lint(two_pods(comment)), Found{kMissing});
    EXPECT_EQ(lint(two_pods(comment + "\n        # more about it\n\n")), Found{kMissing});
}

TEST(Suppressions, AloneAboveAnItemCoversTheItem) {
    std::string text = two_pods("");
    const std::size_t item = text.find("    - name");
    text.insert(item, "    # gpulint: ignore[GPU302]\n");
    EXPECT_EQ(lint(text), Found{kMissing});
}

TEST(Suppressions, AboveAnotherNodeItCoversNothing) {
    std::string text = two_pods("");
    text.insert(text.find("      image"), "      # gpulint: ignore[GPU302]\n");
    EXPECT_EQ(lint(text), (Found{"GPU007 GPU302", kMissing, kMissing}));
}

TEST(Suppressions, OfTheWholeObjectAndFile) {
    EXPECT_EQ(lint(two_pods("        # gpulint: ignore-object[GPU302]\n")), Found{kMissing});
    EXPECT_EQ(lint(two_pods("        # gpulint: ignore-file[GPU302]\n")), Found{});
    EXPECT_EQ(lint(two_pods("", "", "# gpulint: ignore[GPU302]\n")), Found{kMissing});
}

TEST(Suppressions, OfOneObjectInAList) {
    const std::string item =
        "    kind: Pod\n    metadata: {name: a}\n    spec:\n      containers:\n        - {name: a, "
        "image: a, resources: {requests: {nvidia.com/gpu: 1}}}\n";
    EXPECT_EQ(lint("apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    # gpulint: "
                   "ignore-object[GPU302]\n" +
                   item + "  - apiVersion: v1\n" + item),
              Found{kMissing});
}

TEST(Suppressions, OfOtherRulesLeaveTheFinding) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU303]")),
              (Found{kMissing, "GPU007 GPU303", kMissing}));
}

TEST(Suppressions, EveryNameIsJudgedByItself) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302, GPU301, GPU3x]")),
              (Found{"GPU007 GPU301", "GPU008 GPU3x", kMissing}));
}

TEST(Suppressions, OfARuleThatIsOffOrCannotRunAreNotUnused) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302, GPU303]"), "ignore: GPU303\n"),
              Found{kMissing});
    // GPU306 needs an inventory.
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302, GPU306]")), Found{kMissing});
}

TEST(Suppressions, InATemplateAreNotUnused) {
    const std::string text = two_pods("", "  # gpulint: ignore[GPU302, GPU303]");
    std::string templated = text;
    templated.replace(templated.find("image: a"), 8, "image: {{ .Values.image }}");
    for (const std::string& finding : lint(templated)) EXPECT_NE(finding, "GPU007 GPU303");
}

TEST(Suppressions, EndWithTheirDay) {
    // The tests' day is 2027-01-01.
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302] until=2027-01-01 soon")),
              Found{kMissing});
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302] until=2026-12-31")),
              (Found{kMissing, "GPU009 until=2026-12-31", kMissing}));
}

TEST(Suppressions, WithNoProperDayDoNotCount) {
    for (const char* day : {"2027-02-30", "2027-13-01", "summer", "31.12.2027", "2027-1-1", "",
                            "2027-01-011", "20270-1-01"}) {
        const std::string until = std::string("until=") + day;
        EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302] " + until)),
                  (Found{kMissing, "GPU009 " + until, kMissing}));
    }
}

TEST(Suppressions, OfEverythingAreToldSo) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore")),
              (Found{"GPU010 # gpulint: ignore", kMissing}));
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[] all of it")),
              (Found{"GPU010 # gpulint: ignore[] all of it", kMissing}));
}

TEST(Suppressions, WithAWordThatIsNoneSilenceNothing) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ingore[GPU302]")),
              (Found{kMissing, "GPU008 ingore", kMissing}));
    EXPECT_EQ(lint(two_pods("", "  # gpulint: noqa")), (Found{kMissing, "GPU008 noqa", kMissing}));
    EXPECT_EQ(lint(two_pods("", "  # gpulint: said this was fine")), (Found{kMissing, kMissing}));
}

TEST(Suppressions, AreReadEvenWithoutTheLastBracket) {
    EXPECT_EQ(lint(two_pods("", "  # gpulint: ignore[GPU302 for now")), Found{kMissing});
}

TEST(Suppressions, StandInCommentsOnly) {
    EXPECT_EQ(lint("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  text: |\n    # "
                   "gpulint: ignore[GPU302]\n"),
              Found{});
}

TEST(Suppressions, InManifestsThatAConfigMapCarriesCount) {
    const std::string carried =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  pod.yaml: |\n"
        "    apiVersion: v1\n    kind: Pod\n    metadata: {name: a}\n    spec:\n      containers:\n"
        "        - name: a\n          image: a\n          resources:\n            requests:\n"
        "              nvidia.com/gpu: 1";
    EXPECT_EQ(lint(carried + "\n"), Found{kMissing});
    EXPECT_EQ(lint(carried + "  # gpulint: ignore[GPU302] why\n"), Found{});
    EXPECT_EQ(lint(carried + "  # gpulint: ignore[GPU303] why\n"),
              (Found{kMissing, "GPU007 GPU303"}));
}

TEST(Suppressions, SeverityOfTheirFindingsCanBeSet) {
    test::Linter linter({"", "", "", "severity: {GPU007: error}\n"});
    const auto findings = linter.lint(two_pods("", "  # gpulint: ignore[GPU302, GPU303]"));
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].severity, diag::Severity::kError);
}

TEST(Suppressions, FixesTakeAwayOnlyWhatIsWrong) {
    const auto first_pod = [](std::string text) { return text.substr(0, text.find("\n---")); };
    const auto mended = [&](const char* comment) {
        const std::string text = first_pod(fixed(two_pods("", comment)));
        return text.substr(text.find("nvidia.com/gpu: 1") + 17);
    };
    EXPECT_EQ(mended("  # gpulint: ignore[GPU302, GPU303] why"), "  # gpulint: ignore[GPU302] why");
    EXPECT_EQ(mended("  # gpulint: ignore[GPU303, GPU302] why"), "  # gpulint: ignore[GPU302] why");
    EXPECT_EQ(mended("  # gpulint: ignore why"), "  # gpulint: ignore[GPU302] why");
    EXPECT_EQ(mended("  # gpulint: ignore[] why"), "  # gpulint: ignore[GPU302] why");
    EXPECT_EQ(mended("  # gpulint: ignroe[GPU302] why"), "  # gpulint: ignore[GPU302] why");
    EXPECT_EQ(fixed("# gpulint: ignore[GPU302]\na: 1  # gpulint: ignore[GPU301] \nb: 2\n"),
              "a: 1\nb: 2\n");
    EXPECT_EQ(fixed("a: 1\n  # gpulint: ignore-file"), "a: 1\n");
}

TEST(Suppressions, ManyTakeNoTime) {
    std::string text;
    for (int i = 0; i < 20000; ++i) text += "# gpulint: ignore[GPU302]\n";
    text += "a: 1\n";
    for (int i = 0; i < 20000; ++i) {
        text += "# gpulint: ignore[GPU302]\nk" + std::to_string(i) + ": 1\n";
    }
    EXPECT_EQ(lint(text).size(), 40000U);
}

TEST(ParseSuppression, KnowsWhereItsPartsStand) {
    const std::string_view comment = "#gpulint:  ignore-object[ GPU301 ,a-name] until=2027-01-31 x";
    const auto suppression = parse_suppression(
        comment, {text::FileId{}, 100, 100 + static_cast<std::uint32_t>(comment.size())});
    ASSERT_TRUE(suppression);
    const auto at = [comment](text::Span span) {
        return comment.substr(span.begin - 100, span.size());
    };
    EXPECT_EQ(suppression->scope, SuppressionScope::kObject);
    EXPECT_EQ(at(suppression->word), "ignore-object");
    EXPECT_EQ(at(suppression->brackets), "[ GPU301 ,a-name]");
    ASSERT_EQ(suppression->rules.size(), 2U);
    EXPECT_EQ(at(suppression->rules[0].span), "GPU301");
    EXPECT_EQ(at(suppression->rules[1].span), "a-name");
    EXPECT_EQ(suppression->until, "2027-01-31");
    EXPECT_EQ(at(suppression->until_span), "until=2027-01-31");
}

TEST(ParseSuppression, IsNothingElse) {
    for (const char* comment :
         {"# gpulint", "# gpulint:", "# gpulint: ", "# see gpulint: ignore", "# ignore", "#", ""}) {
        EXPECT_FALSE(parse_suppression(comment, {})) << comment;
    }
}

}  // namespace
}  // namespace gpulint::lint
