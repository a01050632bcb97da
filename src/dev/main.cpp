// gpulint-dev: what those who work on gpulint need beside the compiler.
//   gpulint-dev new-rule FAMILY NAME ID   writes the two files of a new rule
//   gpulint-dev docs [--check]            writes docs/rules, or says what is out of date there
// Both take --root DIR, the repository's root; else it is the current folder.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "app/session.h"
#include "dev/new_rule.h"
#include "dev/rule_pages.h"

namespace gpulint::dev {
namespace {

constexpr int kFound = 1;
constexpr int kUsage = 2;

int fail(const Error& error) {
    fmt::print(stderr, "gpulint-dev: error: {}\n", error.message);
    if (!error.hint.empty()) fmt::print(stderr, "  try: {}\n", error.hint);
    return kUsage;
}

int new_rule(const std::filesystem::path& root, const std::vector<std::string>& arguments) {
    if (!std::filesystem::exists(root / "src/LAYERS")) {
        return fail({"this is not the root of gpulint's repository",
                     "change to it, or name it with --root"});
    }
    const auto files = make_rule(arguments[1], arguments[2], arguments[3], app::builtin_rules());
    if (!files) return fail(files.error());
    for (const RepositoryFile& file : *files) {
        if (std::filesystem::exists(root / file.path)) {
            return fail({fmt::format("{} is there already", file.path), "choose another name"});
        }
    }
    if (const Result<Done> done = write_files(root, *files); !done) return fail(done.error());
    for (const RepositoryFile& file : *files) fmt::print("wrote {}\n", file.path);
    fmt::print("Fill them in, build, and run unit_rules --gtest_filter='{}.*'.\n", arguments[3]);
    return 0;
}

int docs(const std::filesystem::path& root, bool is_check) {
    const auto pages = make_rule_pages(root, app::builtin_rules());
    if (!pages) return fail(pages.error());
    const std::vector<std::string> orphans = find_orphans(root, *pages);
    const std::vector<std::string> stale = find_stale(root, *pages);
    if (is_check) {
        for (const std::string& path : stale) fmt::print("{} is out of date\n", path);
        for (const std::string& path : orphans) fmt::print("{} belongs to no rule\n", path);
        if (stale.empty() && orphans.empty()) return 0;
        fmt::print("`gpulint-dev docs` writes them anew\n");
        return kFound;
    }
    if (const Result<Done> done = write_files(root, *pages); !done) return fail(done.error());
    for (const std::string& path : orphans) std::filesystem::remove(root / path);
    fmt::print("{} pages, {} changed, {} removed\n", pages->size(), stale.size(), orphans.size());
    return 0;
}

int run(std::vector<std::string> arguments) {
    std::filesystem::path root = ".";
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != "--root") continue;
        root = arguments[i + 1];
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                        arguments.begin() + static_cast<std::ptrdiff_t>(i + 2));
        break;
    }
    const std::size_t count = arguments.size();
    if (count == 4 && arguments[0] == "new-rule") return new_rule(root, arguments);
    if (count == 1 && arguments[0] == "docs") return docs(root, false);
    if (count == 2 && arguments[0] == "docs" && arguments[1] == "--check") return docs(root, true);
    return fail({"this is no command of gpulint-dev",
                 "gpulint-dev new-rule FAMILY NAME ID, or gpulint-dev docs [--check]"});
}

}  // namespace
}  // namespace gpulint::dev

int main(int argc, char** argv) { return gpulint::dev::run({argv + 1, argv + argc}); }
