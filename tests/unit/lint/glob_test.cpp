#include "lint/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace gpulint::lint {
namespace {

struct Case {
    const char* glob;
    const char* path;
    bool matches;
};

constexpr Case kCases[] = {
    {"a.yaml", "a.yaml", true},
    {"a.yaml", "x/a.yaml", true},
    {"*.yaml", "x/y/a.yaml", true},
    {"*.yaml", "a.yml", false},
    {"train/*.yaml", "train/a.yaml", true},
    {"train/*.yaml", "train/x/a.yaml", false},
    {"train/*.yaml", "x/train/a.yaml", false},
    {"train/**", "train/x/y/a.yaml", true},
    {"train/**/a.yaml", "train/a.yaml", true},
    {"train/**/a.yaml", "train/x/y/a.yaml", true},
    {"train/**/a.yaml", "train/x/ba.yaml", false},
    {"**/vendor/**", "x/vendor/y/a.yaml", true},
    {"**/vendor/**", "vendor/a.yaml", true},
    {"**/vendor/**", "x/vendored/a.yaml", false},
    {"vendor", "x/vendor/a.yaml", true},
    {"vendor/", "vendor/a.yaml", true},
    {"train", "training/a.yaml", false},
    {"/train/*.yaml", "train/a.yaml", true},
    {"charts/x", "charts/x/templates/a.yaml", true},
    {"a?.yaml", "ab.yaml", true},
    {"a?.yaml", "a/.yaml", false},
    {"[ab].yaml", "b.yaml", true},
    {"[!ab].yaml", "b.yaml", false},
    {"[a-c]x.yaml", "bx.yaml", true},
    {"[a", "[a", true},
    {"*a*b*c", "xaybzc", true},
    {"*a*b*c", "xaybz", false},
    {"x/**/y/**/z", "x/1/y/2/3/z", true},
    {"x/**/y/**/z", "x/1/2/z", false},
    {"*", "a", true},
    {"", "a", false},
};

TEST(Glob, Matches) {
    for (const Case& c : kCases) {
        EXPECT_EQ(matches_glob(c.glob, c.path), c.matches) << c.glob << " and " << c.path;
    }
}

TEST(Glob, ManyStarsTakeNoTime) {
    std::string glob;
    for (int i = 0; i < 60; ++i) glob += "*a";
    EXPECT_FALSE(matches_glob(glob + "b", std::string(5000, 'a')));
    std::string deep;
    std::string path;
    for (int i = 0; i < 60; ++i) deep += "**/a/";
    for (int i = 0; i < 500; ++i) path += "a/";
    EXPECT_FALSE(matches_glob(deep + "b", path + "c"));
}

}  // namespace
}  // namespace gpulint::lint
