#include "gpu/mig_layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <limits>
#include <set>

#include "base/ascii.h"
#include "gpu/catalog.h"

namespace gpulint::gpu {
namespace {

/// Layouts with verdicts: from NVIDIA's guide and shipped configurations, pasted transcripts, and
/// an exhaustive search over the placement tables.
struct Verdict {
    const char* label;
    const char* layout;
    const char* why;  ///< "" for a layout that fits
};

constexpr Verdict kVerdicts[] = {
    // clang-format off
    {"NVIDIA-H100-80GB-HBM3", "7 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "8 x 1g.10gb", "per-profile limit 1g.10gb max 7; compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "6 x 1g.10gb + 1 x 1g.10gb+me", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 1g.10gb+me", ""},
    {"NVIDIA-H100-80GB-HBM3", "2 x 1g.10gb+me", "per-profile limit 1g.10gb+me max 1; OFA budget 2>1"},
    {"NVIDIA-H100-80GB-HBM3", "4 x 1g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "5 x 1g.20gb", "per-profile limit 1g.20gb max 4; memory budget 10>8"},
    {"NVIDIA-H100-80GB-HBM3", "4 x 1g.20gb + 1 x 1g.10gb", "memory budget 9>8"},
    {"NVIDIA-H100-80GB-HBM3", "3 x 1g.20gb + 2 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "2 x 1g.20gb + 4 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 1g.20gb + 6 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 1g.20gb + 7 x 1g.10gb", "compute budget 8>7; memory budget 9>8; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "3 x 2g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "3 x 2g.20gb + 1 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "3 x 2g.20gb + 1 x 1g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "3 x 2g.20gb + 2 x 1g.10gb", "compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "4 x 2g.20gb", "per-profile limit 2g.20gb max 3; compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "2 x 2g.20gb + 3 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "2 x 2g.20gb + 4 x 1g.10gb", "compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 2g.20gb + 5 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 2g.20gb + 6 x 1g.10gb", "compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "2 x 3g.40gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "3 x 3g.40gb", "per-profile limit 3g.40gb max 2; compute budget 9>7; memory budget 12>8; NVDEC budget 9>7; JPEG budget 9>7"},
    {"NVIDIA-H100-80GB-HBM3", "2 x 3g.40gb + 1 x 1g.10gb", "memory budget 9>8"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 1 x 4g.40gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 1 x 4g.40gb + 1 x 1g.10gb", "compute budget 8>7; memory budget 9>8; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "2 x 4g.40gb", "per-profile limit 4g.40gb max 1; compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 1 x 2g.20gb + 1 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 2 x 2g.20gb", "compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 3 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 4 x 1g.10gb", "compute budget 8>7; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 2 x 1g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 1 x 1g.20gb + 2 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 4g.40gb + 3 x 1g.20gb", "memory budget 10>8"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 2 x 2g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 1 x 2g.20gb + 2 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 1 x 2g.20gb + 3 x 1g.10gb", "compute budget 8>7; memory budget 9>8; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 4 x 1g.10gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 5 x 1g.10gb", "compute budget 8>7; memory budget 9>8; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 2 x 1g.20gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 3g.40gb + 3 x 1g.20gb", "memory budget 10>8"},
    {"NVIDIA-H100-80GB-HBM3", "1 x 7g.80gb", ""},
    {"NVIDIA-H100-80GB-HBM3", "1 x 7g.80gb + 1 x 1g.10gb", "compute budget 8>7; memory budget 9>8; NVDEC budget 8>7; JPEG budget 8>7"},
    {"NVIDIA-H100-80GB-HBM3", "7 x 1g.5gb", "unknown profile 1g.5gb"},
    {"NVIDIA-A100-SXM4-40GB", "2 x 1g.5gb + 1 x 2g.10gb + 1 x 3g.20gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "7 x 1g.5gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "1 x 2g.10gb + 5 x 1g.5gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "2 x 3g.20gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "4 x 1g.10gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "7 x 1g.10gb", "per-profile limit 1g.10gb max 4; memory budget 14>8; NVDEC budget 7>5"},
    {"NVIDIA-A100-SXM4-40GB", "1 x 3g.20gb + 1 x 4g.20gb", ""},
    {"NVIDIA-A100-SXM4-40GB", "1 x 1g.5gb+me + 6 x 1g.5gb", ""},
    {"NVIDIA-A100-SXM4-80GB", "2 x 2g.20gb + 1 x 3g.20gb", "unknown profile 3g.20gb"},
    {"NVIDIA-A30", "4 x 1g.6gb", ""},
    {"NVIDIA-A30", "2 x 1g.6gb + 1 x 2g.12gb", ""},
    {"NVIDIA-A30", "2 x 2g.12gb", ""},
    {"NVIDIA-A30", "1 x 2g.12gb + 3 x 1g.6gb", "compute budget 5>4; memory budget 5>4; NVDEC budget 5>4"},
    {"NVIDIA-A30", "1 x 1g.6gb+me + 1 x 2g.12gb+me", "JPEG budget 2>1; OFA budget 2>1"},
    {"NVIDIA-A30", "1 x 1g.6gb+me + 3 x 1g.6gb", ""},
    {"NVIDIA-A30", "1 x 4g.24gb + 1 x 1g.6gb", "compute budget 5>4; memory budget 5>4; NVDEC budget 5>4"},
    {"NVIDIA-A30", "1 x 3g.18gb", "unknown profile 3g.18gb"},
    {"NVIDIA-H200", "5 x 1g.18gb + 1 x 2g.35gb", ""},
    {"NVIDIA-H200", "2 x 3g.71gb + 1 x 1g.18gb", "memory budget 9>8"},
    {"NVIDIA-H200", "2 x 3g.72gb", "unknown profile 3g.72gb"},
    {"NVIDIA-H20", "1 x 3g.48gb + 1 x 1g.24gb + 2 x 1g.12gb", ""},
    {"NVIDIA-GH200-480GB", "1 x 3g.48gb + 1 x 2g.24gb + 1 x 1g.24gb", ""},
    {"NVIDIA-H100-NVL", "2 x 1g.12gb + 1 x 2g.24gb + 1 x 3g.47gb", ""},
    {"NVIDIA-H100-NVL", "7 x 1g.10gb", "unknown profile 1g.10gb"},
    {"NVIDIA-B200", "2 x 1g.23gb + 1 x 2g.45gb + 1 x 3g.90gb", ""},
    {"NVIDIA-B200", "1 x 4g.90gb + 1 x 3g.90gb + 1 x 1g.23gb", "compute budget 8>7; memory budget 9>8"},
    {"NVIDIA-GB200", "7 x 1g.24gb", "unknown profile 1g.24gb"},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "4 x 1g.24gb", ""},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "2 x 1g.24gb + 1 x 2g.48gb", ""},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 1g.24gb + 2 x 2g.48gb", "compute budget 5>4; memory budget 15>12; NVDEC budget 5>4; JPEG budget 5>4"},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 1g.24gb+me + 1 x 2g.48gb+gfx + 1 x 1g.24gb+gfx", ""},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 1g.24gb+me.all + 3 x 1g.24gb", "NVDEC budget 7>4; JPEG budget 7>4"},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 1g.24gb+me.all + 3 x 1g.24gb-me", ""},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 1g.24gb+me + 1 x 1g.24gb+me.all", "NVDEC budget 5>4; JPEG budget 5>4; OFA budget 2>1"},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 2g.48gb+me.all + 1 x 2g.48gb-me", ""},
    {"NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", "1 x 3g.72gb", "unknown profile 3g.72gb"},
    // clang-format on
};

/// Reads "2 x 1g.10gb + 1 x 3g.40gb".
std::map<std::string, std::int64_t> parse_layout(std::string_view text) {
    std::map<std::string, std::int64_t> layout;
    while (!text.empty()) {
        const std::size_t times = text.find(" x ");
        const std::size_t end = text.find(" + ");
        const std::string name(text.substr(times + 3, end == text.npos ? end : end - times - 3));
        std::from_chars(text.data(), text.data() + times, layout[name]);
        text = end == std::string_view::npos ? "" : text.substr(end + 3);
    }
    return layout;
}

/// The excess in the words of the table.
std::string in_words(const MigExcess& excess) {
    using Kind = MigExcess::Kind;
    const auto budget = [&](std::string_view what) {
        return fmt::format("{} budget {}>{}", what, excess.used, excess.available);
    };
    switch (excess.kind) {
        case Kind::kUnknownProfile: return fmt::format("unknown profile {}", excess.profile);
        case Kind::kProfileLimit:
            return fmt::format("per-profile limit {} max {}", excess.profile, excess.available);
        case Kind::kComputeSlices: return budget("compute");
        case Kind::kMemorySlices: return budget("memory");
        case Kind::kDecoders: return budget("NVDEC");
        case Kind::kEncoders: return budget("NVENC");
        case Kind::kJpegEngines: return budget("JPEG");
        case Kind::kOfaEngines: return budget("OFA");
        case Kind::kPlacement: return "placement";
    }
    return "";
}

std::set<std::string> reasons_in(std::string_view why) {
    std::set<std::string> reasons;
    for (const std::string_view reason : ascii::split(why, ';')) {
        if (!ascii::trim(reason).empty()) reasons.emplace(ascii::trim(reason));
    }
    return reasons;
}

TEST(MigLayout, VerdictsAndTheirReasons) {
    const Catalog catalog;
    for (const Verdict& verdict : kVerdicts) {
        const MigProduct* product = catalog.find_mig_product(verdict.label);
        ASSERT_NE(product, nullptr) << verdict.label;
        const auto layout = parse_layout(verdict.layout);
        const MigLayoutCheck check = check_mig_layout(*product, layout);
        std::set<std::string> reasons;
        for (const MigExcess& excess : check.excesses) reasons.insert(in_words(excess));
        std::set<std::string> wanted = reasons_in(verdict.why);
        // The boards of the RTX PRO have encoders too, which the table leaves out.
        std::erase_if(reasons, [](const auto& reason) { return reason.starts_with("NVENC"); });
        EXPECT_EQ(reasons, wanted) << verdict.label << ": " << verdict.layout;
        if (check.fits() && !check.is_unknown) {
            std::int64_t instances = 0;
            for (const auto& [name, count] : layout) instances += count;
            EXPECT_EQ(check.placements.size(), static_cast<std::size_t>(instances));
        }
    }
}

TEST(MigLayout, WhatIsThereAlreadyCounts) {
    const Catalog catalog;
    const MigProduct& h100 = *catalog.find_mig_product("NVIDIA-H100-80GB-HBM3");
    const MigProduct& rtx =
        *catalog.find_mig_product("NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition");
    struct Case {
        const MigProduct& product;
        std::vector<MigPlacement> present;
        const char* wanted;
        bool fits;
    };
    for (const Case& c : {
             Case{h100, {{"1g.10gb", 0}, {"1g.10gb", 4}}, "1 x 3g.40gb", false},
             Case{h100, {{"3g.40gb", 0}}, "1 x 4g.40gb", false},
             Case{h100, {{"3g.40gb", 4}}, "1 x 4g.40gb", true},
             Case{h100, {{"3g.40gb", 0}}, "2 x 2g.20gb", false},
             Case{h100, {{"3g.40gb", 4}}, "2 x 2g.20gb", true},
             Case{h100, {{"3g.40gb", 0}}, "4 x 1g.10gb", false},
             Case{h100, {{"3g.40gb", 4}}, "4 x 1g.10gb", true},
             Case{h100, {{"1g.20gb", 0}, {"1g.10gb", 2}}, "1 x 4g.40gb", false},
             Case{rtx, {{"1g.24gb", 3}, {"1g.24gb", 6}}, "1 x 2g.48gb", false},
         }) {
        const MigLayoutCheck check = check_mig_layout(c.product, parse_layout(c.wanted), c.present);
        EXPECT_EQ(check.fits(), c.fits) << c.wanted;
        if (!check.fits()) {
            EXPECT_EQ(check.excesses.front().kind, MigExcess::Kind::kPlacement) << c.wanted;
        }
    }
}

TEST(MigLayout, SaysWhenItKnowsTooLittle) {
    const Catalog catalog;
    const MigProduct& rtx5000 = *catalog.find_mig_product("NVIDIA-RTX-PRO-5000-Blackwell");
    const MigLayoutCheck check = check_mig_layout(rtx5000, {{"1g.24gb", 2}});
    EXPECT_TRUE(check.fits());
    EXPECT_TRUE(check.is_unknown);
    EXPECT_TRUE(check.placements.empty());
    EXPECT_FALSE(check_mig_layout(rtx5000, {{"1g.24gb", 3}}).fits());
}

TEST(MigLayout, TakesAnyCount) {
    const Catalog catalog;
    const MigProduct& h100 = *catalog.find_mig_product("NVIDIA-H100-80GB-HBM3");
    EXPECT_FALSE(
        check_mig_layout(h100, {{"1g.10gb", std::numeric_limits<std::int64_t>::max()}}).fits());
    EXPECT_TRUE(check_mig_layout(h100, {{"1g.10gb", -1}}).fits());
    EXPECT_TRUE(check_mig_layout(h100, {}).fits());
}

}  // namespace
}  // namespace gpulint::gpu
