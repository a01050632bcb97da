#include "cli/output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/command.h"
#include "support/shared_data.h"

namespace gpulint::cli {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
  protected:
    WriteFile() {
        std::string name = testing::TempDir() + "/gpulint-XXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~WriteFile() override { fs::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    mode_t mode_of(const std::string& name) const {
        struct stat status {};
        return ::lstat(path(name).c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
    }
    std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

TEST_F(WriteFile, MakesAndReplacesWholeFiles) {
    const mode_t mask = ::umask(027);
    ASSERT_TRUE(write_file(path("a"), "one"));
    ::umask(mask);
    EXPECT_EQ(test::read_file(path("a")), "one");
    EXPECT_EQ(mode_of("a"), 0640U);
    ASSERT_TRUE(write_file(path("a"), ""));
    EXPECT_EQ(test::read_file(path("a")), "");
    EXPECT_EQ(file_count(), 1U) << "nothing temporary is left";
}

TEST_F(WriteFile, KeepsPermissionsAndLinks) {
    std::ofstream(path("a")) << "before";
    ::chmod(path("a").c_str(), 0751);
    fs::create_symlink("a", path("link"));
    ASSERT_TRUE(write_file(path("link"), "after"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(test::read_file(path("a")), "after");
    EXPECT_EQ(mode_of("a"), 0751U);
}

TEST_F(WriteFile, WritesIntoWhatIsNoFile) {
    ASSERT_TRUE(write_file("/dev/null", "gone"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_FALSE(write_file("/dev/full", "no room"));
    EXPECT_FALSE(write_file(folder_.string(), "a folder"));
}

TEST_F(WriteFile, SaysWhyItCannot) {
    const Result<Done> done = write_file(path("missing/a"), "x");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message,
              "cannot write " + path("missing/a") + ": No such file or directory");
    EXPECT_FALSE(done.error().hint.empty());
}

TEST(Colour, IsAskedForInOrder) {
    const auto with = [](const char* force, const char* no, std::string_view when) {
        ::setenv("FORCE_COLOR", force, 1);
        ::setenv("NO_COLOR", no, 1);
        const bool wants = wants_colour(when);
        ::unsetenv("FORCE_COLOR");
        ::unsetenv("NO_COLOR");
        return wants;
    };
    EXPECT_TRUE(with("", "1", "always"));
    EXPECT_FALSE(with("1", "", "never"));
    EXPECT_TRUE(with("1", "1", "auto"));
    EXPECT_FALSE(with("0", "1", "auto"));
    EXPECT_FALSE(with("", "1", "auto"));
}

TEST(Suggest, NamesTheNearestOrAll) {
    EXPECT_EQ(suggest("eror", {"error", "warning"}), "did you mean error?");
    EXPECT_EQ(suggest("zzz", {"error", "warning"}), "one of error, warning");
}

TEST(Commands, HaveNameAndHelp) {
    for (const Command& command : commands()) {
        EXPECT_FALSE(std::string_view(command.name).empty());
        EXPECT_FALSE(std::string_view(command.help).empty());
    }
}

}  // namespace
}  // namespace gpulint::cli
