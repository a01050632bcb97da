#include "dev/rule_pages.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/session.h"
#include "lint/rule.h"
#include "support/shared_data.h"
#include "unit/dev/temporary_folder.h"

namespace gpulint::dev {
namespace {

std::vector<RepositoryFile> pages() {
    auto made = make_rule_pages(test::source_dir(), app::builtin_rules());
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return made ? *std::move(made) : std::vector<RepositoryFile>();
}

std::string page_of(const std::string& rule) {
    for (const RepositoryFile& page : pages()) {
        if (page.path == "docs/rules/" + rule + ".md") return page.text;
    }
    return "";
}

TEST(RulePages, AreFresh) {
    const std::vector<RepositoryFile> made = pages();
    EXPECT_EQ(find_stale(test::source_dir(), made), std::vector<std::string>())
        << "run gpulint-dev docs";
    EXPECT_EQ(find_orphans(test::source_dir(), made), std::vector<std::string>())
        << "run gpulint-dev docs";
    EXPECT_EQ(made.size(), app::builtin_rules().rules().size() + 1);
}

TEST(RulePages, ShowWhatGpulintSays) {
    const std::string page = page_of("gpu-request-without-limit");
    EXPECT_NE(page.find("# GPU302 gpu-request-without-limit"), std::string::npos);
    EXPECT_NE(page.find("error[GPU302]: container \"server\" requests nvidia.com/gpu"),
              std::string::npos);
    EXPECT_NE(page.find("  --> manifest.yaml:10:11"), std::string::npos);
    EXPECT_NE(page.find("](../lessons/3-asking-for-gpus.md#3.1)"), std::string::npos);
    EXPECT_EQ(page.find(" ^^^ "), std::string::npos);
}

TEST(RulePages, ShowSomethingUnderEveryBadExample) {
    for (const RepositoryFile& page : pages()) {
        EXPECT_EQ(page.text.find("```text\n\n"), std::string::npos) << page.path;
        EXPECT_TRUE(page.text.ends_with('\n')) << page.path;
        EXPECT_FALSE(page.text.ends_with("\n\n")) << page.path;
    }
}

TEST(RulePages, StaleAndOrphanedOnesAreFound) {
    const test::TemporaryFolder folder;
    const std::vector<RepositoryFile> files{{"docs/rules/a.md", "a\n"}, {"docs/rules/b.md", "b\n"}};
    EXPECT_EQ(find_stale(folder.path(), files),
              (std::vector<std::string>{"docs/rules/a.md", "docs/rules/b.md"}));
    ASSERT_TRUE(write_files(folder.path(), files));
    EXPECT_TRUE(find_stale(folder.path(), files).empty());
    std::ofstream(folder.path() / "docs/rules/a.md") << "older\n";
    std::ofstream(folder.path() / "docs/rules/c.md") << "c\n";
    EXPECT_EQ(find_stale(folder.path(), files), std::vector<std::string>{"docs/rules/a.md"});
    EXPECT_EQ(find_orphans(folder.path(), files), std::vector<std::string>{"docs/rules/c.md"});
}

TEST(WriteFiles, FailWithAReason) {
    const Result<Done> done = write_files("/proc/nowhere", {{"a", "b"}});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "cannot write /proc/nowhere/a");
}

}  // namespace
}  // namespace gpulint::dev
