// A rule is two new files and nothing else. The scaffold's are put beside a copy of rules/, then
// built and linked with the commands of this very build, and their examples are run.
#include "dev/new_rule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/session.h"
#include "support/shared_data.h"
#include "unit/dev/temporary_folder.h"

namespace gpulint::dev {
namespace {

namespace fs = std::filesystem;

/// What a shell command prints, and how it ends.
struct Outcome {
    std::string output;
    int status = -1;
};

Outcome run(const std::string& command) {
    Outcome outcome;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return outcome;
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) {
        outcome.output.append(buffer, count);
    }
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
    return outcome;
}

void replace_once(std::string& text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " in " << text;
    text.replace(at, what.size(), by);
}

fs::path build_dir() { return GPULINT_BINARY_DIR; }

class NewRuleBuild : public testing::Test {
  protected:
    static constexpr std::string_view kRule = "a-rule-of-the-tests";
    static constexpr std::string_view kId = "GPU399";

    /// The command that compiles a rule, for another source.
    std::string compile(const fs::path& source, const fs::path& object) const {
        const auto commands =
            nlohmann::json::parse(test::read_file(build_dir() / "compile_commands.json"));
        const std::string known =
            (test::source_dir() / "src/rules/requests/fractional-gpu.cpp").string();
        for (const auto& entry : commands) {
            if (entry.at("file") != known) continue;
            std::string command = entry.at("command");
            const std::size_t output = command.rfind(" -o ");
            return fmt::format("cd '{}' && {} -o '{}' -c '{}'", build_dir().string(),
                               command.substr(0, output), object.string(), source.string());
        }
        return "false";
    }

    /// The command that links the tests of the rules, with two objects more.
    std::string link(const fs::path& program) const {
        const Outcome ninja =
            run(fmt::format("ninja -C '{}' -t commands tests/unit_rules", build_dir().string()));
        EXPECT_EQ(ninja.status, 0) << ninja.output;
        std::string command = ninja.output.substr(0, ninja.output.find_last_not_of('\n') + 1);
        command = command.substr(command.rfind('\n') + 1);
        replace_once(command, " -o tests/unit_rules ",
                     fmt::format(" '{0}/rule.o' '{0}/table.o' -o '{1}' ", folder_.path().string(),
                                 program.string()));
        return fmt::format("cd '{}' && {}", build_dir().string(), command);
    }

    /// The command that writes the table of all rules below `root`.
    std::string embed(const fs::path& root, const fs::path& table) const {
        return fmt::format(
            "'{}/gpulint-embed' rules '{}' $(ls '{}'/rules/*/*.yaml | grep -v /catalog/)",
            build_dir().string(), table.string(), root.string());
    }

    void expect_success(const std::string& command) const {
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.status, 0) << command << "\n" << outcome.output;
    }

    Outcome run_examples(const fs::path& program) const {
        return run(fmt::format("GPULINT_SOURCE_DIR='{}' '{}' --gtest_filter='{}.*'",
                               folder_.path().string(), program.string(), kId));
    }

    test::TemporaryFolder folder_;
};

TEST_F(NewRuleBuild, TwoFilesMakeARuleWithPassingExamples) {
    if (!fs::exists(build_dir() / "build.ninja")) GTEST_SKIP() << "this build is not Ninja's";
    const fs::path& root = folder_.path();
    fs::copy(test::source_dir() / "rules", root / "rules", fs::copy_options::recursive);
    const auto files = make_rule("requests", kRule, kId, app::builtin_rules());
    ASSERT_TRUE(files) << files.error().message;
    ASSERT_EQ(files->size(), 2U);
    ASSERT_TRUE(write_files(root, *files));
    expect_success(embed(root, root / "table.cpp"));
    expect_success(compile(root / "table.cpp", root / "table.o"));
    expect_success(compile(root / files->at(1).path, root / "rule.o"));
    expect_success(link(root / "unit_rules"));
    const Outcome good = run_examples(root / "unit_rules");
    EXPECT_EQ(good.status, 0) << good.output;
    EXPECT_NE(good.output.find("[  PASSED  ] 2 tests."), std::string::npos) << good.output;

    // An example that says something else fails.
    std::string metadata = files->at(0).text;
    replace_once(metadata, "\" runs \"", "\" walks \"");
    ASSERT_TRUE(write_files(root, {{files->at(0).path, metadata}}));
    EXPECT_NE(run_examples(root / "unit_rules").status, 0);
}

TEST(NewRule, SaysWhatIsWrong) {
    const auto error_of = [](const char* family, const char* name, const char* id) {
        const auto files = make_rule(family, name, id, app::builtin_rules());
        return files ? "no error" : files.error().message + " | " + files.error().hint;
    };
    EXPECT_EQ(error_of("request", "a-name", "GPU399"),
              "there is no family \"request\" | did you mean requests?");
    EXPECT_EQ(error_of("requests", "a-name", "GPU1"),
              "\"GPU1\" is no rule id | write GPU and three digits: GPU302");
    EXPECT_EQ(error_of("requests", "a-name", "GPU499"),
              "GPU499 is an id of family targeting, not requests | the hundred of an id says its "
              "family");
    EXPECT_EQ(error_of("requests", "A_Name", "GPU399"),
              "\"A_Name\" is no rule name | write lower case words with hyphens: "
              "gpu-request-without-limit");
    EXPECT_EQ(error_of("requests", "a-name", "GPU302"),
              "GPU302 is taken: GPU302 gpu-request-without-limit | choose another; ids are never "
              "used twice");
    EXPECT_EQ(error_of("requests", "gpu-request-without-limit", "GPU399"),
              "gpu-request-without-limit is taken: GPU302 gpu-request-without-limit | choose "
              "another; ids are never used twice");
}

}  // namespace
}  // namespace gpulint::dev
