#include "diag/finding.h"

#include <gtest/gtest.h>

#include "diag/family.h"

namespace gpulint::diag {
namespace {

Finding make_finding(std::uint32_t file, std::uint32_t begin, std::uint32_t end, std::string rule) {
    Finding finding;
    finding.primary.span = {text::FileId{file}, begin, end};
    finding.rule = std::move(rule);
    return finding;
}

TEST(Finding, IsShownByFileThenPlaceThenRule) {
    const Finding first = make_finding(0, 5, 9, "GPU302");
    EXPECT_TRUE(comes_before(first, make_finding(1, 0, 1, "GPU001")));
    EXPECT_TRUE(comes_before(first, make_finding(0, 6, 7, "GPU001")));
    EXPECT_TRUE(comes_before(first, make_finding(0, 5, 10, "GPU001")));
    EXPECT_TRUE(comes_before(first, make_finding(0, 5, 9, "GPU303")));
    EXPECT_FALSE(comes_before(first, first));
    EXPECT_FALSE(comes_before(make_finding(0, 6, 7, "GPU001"), first));
}

TEST(Finding, ItsWordsAreThoseOfTheMachineFormats) {
    EXPECT_EQ(to_string(Severity::kError), "error");
    EXPECT_EQ(to_string(Confidence::kMedium), "medium");
    EXPECT_EQ(to_string(Outcome::kPending), "pending");
    EXPECT_EQ(to_string(Applicability::kDisplayOnly), "display");
}

TEST(Family, IsTheHundredOfTheId) {
    EXPECT_EQ(family_of("GPU001"), "input");
    EXPECT_EQ(family_of("GPU302"), "requests");
    EXPECT_EQ(family_of("GPU912"), "engines");
}

TEST(Family, KnowsIdsAndNames) {
    EXPECT_TRUE(is_rule_id("GPU302"));
    for (const char* id : {"", "GPU30", "GPU3021", "gpu302", "GPU3x2"}) {
        EXPECT_FALSE(is_rule_id(id)) << id;
    }
    EXPECT_TRUE(is_rule_name("gpu-request-without-limit"));
    for (const char* name : {"", "-gpu", "gpu-", "gpu--limit", "Gpu", "gpu_limit", "2-gpus"}) {
        EXPECT_FALSE(is_rule_name(name)) << name;
    }
}

}  // namespace
}  // namespace gpulint::diag
