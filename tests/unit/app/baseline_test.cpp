#include "app/baseline.h"

#include <gtest/gtest.h>

namespace gpulint::app {
namespace {

/// Findings in a file of the given name, at the given words of its text.
class BaselineTest : public testing::Test {
  protected:
    diag::Finding finding(const std::string& name, const std::string& text,
                          const std::string& object) {
        const text::FileId id = *sources_.add(name, text);
        diag::Finding made;
        made.rule = "GPU301";
        made.object = object;
        made.primary.span = sources_.file(id).whole();
        return made;
    }

    Baseline parse(const std::string& text) {
        Result<Baseline> baseline = Baseline::parse(sources_.file(*sources_.add("b.yaml", text)));
        EXPECT_TRUE(baseline) << (baseline ? "" : baseline.error().message);
        return baseline ? *std::move(baseline) : Baseline();
    }

    std::string error_of(const std::string& text) {
        const auto baseline = Baseline::parse(sources_.file(*sources_.add("b.yaml", text)));
        return baseline ? "" : baseline.error().message;
    }

    text::SourceSet sources_;
};

TEST_F(BaselineTest, SilencesWhatItWasWrittenFrom) {
    std::vector<diag::Finding> findings{finding("a, b: {c}.yaml", "0.5", "Pod/#x"),
                                        finding("it's \"q\".yaml", "0.5", "Pod/y"),
                                        finding("c.yaml", "0.5", "Pod/y")};
    const Baseline baseline = parse(Baseline::write(findings, sources_));
    EXPECT_EQ(baseline.apply(findings, sources_), 0U);
    for (const diag::Finding& one : findings) {
        EXPECT_TRUE(one.suppressed && one.is_in_baseline) << one.object;
    }
    // Written again it is the same, though everything is silent now.
    EXPECT_EQ(parse(Baseline::write(findings, sources_)).apply(findings, sources_), 3U);
}

TEST_F(BaselineTest, CountsEqualFindings) {
    std::vector<diag::Finding> one{finding("a.yaml", "0.5", "Pod/x")};
    const Baseline baseline = parse(Baseline::write(one, sources_));
    std::vector<diag::Finding> two{finding("b.yaml", "0.5", "Pod/x"),
                                   finding("c.yaml", "0.5", "Pod/x"),
                                   finding("c.yaml", "0.7", "Pod/x")};
    EXPECT_EQ(baseline.apply(two, sources_), 0U);
    EXPECT_TRUE(two[0].suppressed);
    EXPECT_FALSE(two[1].suppressed);
    EXPECT_FALSE(two[2].suppressed);
    std::vector<diag::Finding> none;
    EXPECT_EQ(baseline.apply(none, sources_), 1U);
}

TEST_F(BaselineTest, LeavesSuppressedFindingsAlone) {
    std::vector<diag::Finding> findings{finding("a.yaml", "0.5", "Pod/x")};
    findings[0].suppressed = true;
    const std::string text = Baseline::write(findings, sources_);
    EXPECT_NE(text.find("findings: []"), std::string::npos) << text;
    EXPECT_EQ(parse(text).apply(findings, sources_), 0U);
    EXPECT_FALSE(findings[0].is_in_baseline);
}

TEST_F(BaselineTest, SaysWhereItCannotBeRead) {
    EXPECT_EQ(error_of("version: 2\nfindings: []\n"), "b.yaml:1: this gpulint reads version 1");
    EXPECT_EQ(error_of("a: 1\n"), "b.yaml:1: a baseline has `version` and a list `findings`");
    EXPECT_EQ(error_of("version: 1\n---\nfindings: []\n"), "b.yaml:1: this is no baseline");
    EXPECT_EQ(error_of("version: 1\nfindings:\n  - {hash: x, count: many}\n"),
              "b.yaml:3: an entry has `hash`, and a `count` above 0");
    EXPECT_NE(error_of("version: [\n"), "");
}

}  // namespace
}  // namespace gpulint::app
