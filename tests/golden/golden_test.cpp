// Runs the real program. A case is a folder with `cmd`, a shell script, and what it has to give:
// `stdout`, `stderr` and `status`. The script runs in a fresh copy of the case's folder `in`, with
// gpulint and gpulint-dev on its PATH. GPULINT_UPDATE_GOLDEN=1 writes down what came instead.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "support/shared_data.h"

namespace gpulint {
namespace {

namespace fs = std::filesystem;

fs::path golden_dir() { return test::source_dir() / "tests/golden"; }

std::vector<std::string> find_cases() {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(golden_dir())) {
        if (fs::exists(entry.path() / "cmd")) names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

std::string read_if_there(const fs::path& path) {
    return fs::exists(path) ? test::read_file(path) : "";
}

class GoldenTest : public testing::TestWithParam<std::string> {
  protected:
    GoldenTest() {
        std::string name = testing::TempDir() + "/gpulint-golden-XXXXXX";
        scratch_ = ::mkdtemp(name.data());
        fs::create_directory(scratch_ / "work");
        if (fs::exists(case_dir() / "in")) {
            fs::copy(case_dir() / "in", scratch_ / "work", fs::copy_options::recursive);
        }
    }
    ~GoldenTest() override { fs::remove_all(scratch_); }

    fs::path case_dir() const { return golden_dir() / GetParam(); }

    int run() const {
        const std::string command = "cd '" + (scratch_ / "work").string() +
                                    "' && exec env -i HOME=/nonexistent LC_ALL=C.UTF-8 " +
                                    "PATH='" + std::string(GPULINT_BINARY_DIR) +
                                    "':/usr/bin:/bin SOURCE='" + test::source_dir().string() +
                                    "' sh '" + (case_dir() / "cmd").string() + "' </dev/null >'" +
                                    (scratch_ / "stdout").string() + "' 2>'" +
                                    (scratch_ / "stderr").string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    fs::path scratch_;
};

TEST_P(GoldenTest, GivesWhatIsWrittenDown) {
    const std::string status = std::to_string(run()) + "\n";
    if (std::getenv("GPULINT_UPDATE_GOLDEN") != nullptr) {
        for (const char* name : {"stdout", "stderr"}) {
            fs::copy_file(scratch_ / name, case_dir() / name, fs::copy_options::overwrite_existing);
        }
        std::ofstream(case_dir() / "status") << status;
        return;
    }
    EXPECT_EQ(test::read_file(scratch_ / "stdout"), read_if_there(case_dir() / "stdout"));
    EXPECT_EQ(test::read_file(scratch_ / "stderr"), read_if_there(case_dir() / "stderr"));
    EXPECT_EQ(status, read_if_there(case_dir() / "status"));
}

std::string test_name(const testing::TestParamInfo<std::string>& parameter) {
    std::string name = parameter.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest, testing::ValuesIn(find_cases()), test_name);

}  // namespace
}  // namespace gpulint
