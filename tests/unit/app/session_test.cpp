#include "app/session.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "temporary_folder.h"

namespace gpulint::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string pod(std::string_view name, std::string_view resources) {
    return fmt::format(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {}}}\nspec:\n  containers:\n"
        "    - name: server\n      image: vllm/vllm-openai:v0.8.0\n      resources:\n        {}\n",
        name, resources);
}

const std::string kClean = pod("clean", "limits: {nvidia.com/gpu: 1}");
const std::string kHalf = pod("half", "limits: {nvidia.com/gpu: 0.5}");
const std::string kUnlimited = pod("unlimited", "requests: {nvidia.com/gpu: 1}");

/// A folder, and a session over it.
class SessionTest : public testing::Test {
  protected:
    CheckResult check(CheckRequest request) {
        Result<CheckResult> result = session_->check(request);
        EXPECT_TRUE(result) << (result ? "" : result.error().message);
        return result ? *std::move(result) : CheckResult();
    }
    CheckResult check(std::vector<std::string> paths) {
        CheckRequest request;
        request.paths = std::move(paths);
        return check(request);
    }
    std::string error_of(const CheckRequest& request) {
        const Result<CheckResult> result = session_->check(request);
        return result ? "" : result.error().message;
    }
    /// "a.yaml GPU301" for each finding.
    std::vector<std::string> found(const CheckResult& result) {
        std::vector<std::string> lines;
        for (const diag::Finding& finding : result.findings) {
            lines.push_back(session_->sources().file(finding.primary.span.file).name() + " " +
                            finding.rule);
        }
        return lines;
    }

    TemporaryFolder folder_;
    std::unique_ptr<text::FileReader> reader_ = text::make_disk_reader();
    std::unique_ptr<Session> session_ = std::make_unique<Session>(builtin_rules(), *reader_);
};

TEST_F(SessionTest, FindsInTheOrderOfPaths) {
    folder_.write("b.yaml", kHalf + "---\n" + kClean);
    folder_.write("a.yaml", kHalf);
    const CheckResult result = check({"b.yaml", "a.yaml"});
    EXPECT_THAT(found(result), ElementsAre("b.yaml GPU301", "a.yaml GPU301"));
    EXPECT_EQ(result.summary.files, 2U);
    EXPECT_EQ(result.summary.documents, 3U);
    EXPECT_EQ(result.summary.workloads, 3U);
    EXPECT_EQ(result.summary.errors, 2U);
}

TEST_F(SessionTest, IsTheSameOnAnyNumberOfThreads) {
    std::string large;
    for (int i = 0; i < 400; ++i) large += "---\n" + (i % 7 == 0 ? kHalf : kClean);
    folder_.write("large.yaml", large);
    for (int i = 0; i < 10; ++i)
        folder_.write(fmt::format("m/{}.yaml", i), kHalf + large.substr(0, 9000));
    std::vector<std::string> places[3];
    std::size_t at = 0;
    for (const unsigned jobs : {1U, 2U, 8U}) {
        Session session(builtin_rules(), *reader_);
        CheckRequest request;
        request.paths = {"."};
        request.jobs = jobs;
        const Result<CheckResult> result = session.check(request);
        ASSERT_TRUE(result);
        places[at].push_back(fmt::format("{} documents", result->summary.documents));
        for (const diag::Finding& finding : result->findings) {
            const text::SourceFile& file = session.sources().file(finding.primary.span.file);
            places[at].push_back(
                fmt::format("{}:{} {}", file.name(), finding.primary.span.begin, finding.message));
        }
        ++at;
    }
    EXPECT_GT(places[0].size(), 100U);
    EXPECT_EQ(places[0], places[1]);
    EXPECT_EQ(places[0], places[2]);
}

TEST_F(SessionTest, GoesOnPastWhatCannotBeRead) {
    folder_.write("a.yaml", kHalf);
    folder_.write("bytes.yaml", "a: \xff\n");
    const CheckResult result = check({"missing.yaml", "bytes.yaml", "no*.yaml", "a.yaml"});
    EXPECT_THAT(found(result), ElementsAre("a.yaml GPU301"));
    std::vector<std::string> messages;
    for (const Error& error : result.summary.unreadable) messages.push_back(error.message);
    EXPECT_THAT(messages, ElementsAre("no file matches no*.yaml",
                                      "cannot read missing.yaml: No such file or directory",
                                      "bytes.yaml: line 1: byte 3 is not UTF-8 text"));
}

TEST_F(SessionTest, LetsGoOfTextsInWhichNothingWasFound) {
    folder_.write("a.yaml", kClean);
    folder_.write("b.yaml", kHalf);
    const CheckResult result = check({"a.yaml", "b.yaml"});
    const text::SourceSet& sources = session_->sources();
    for (std::uint32_t id = 0; id < sources.size(); ++id) {
        const text::SourceFile& file = sources.file(text::FileId{id});
        EXPECT_EQ(file.text().empty(), file.name() == "a.yaml") << file.name();
    }
}

TEST_F(SessionTest, EveryFileHasItsNearestConfiguration) {
    folder_.write("a/gpulint.yaml", "ignore: [GPU301]\n");
    folder_.write("a/x.yaml", kHalf);
    folder_.write("a/deep/y.yaml", kHalf);
    folder_.write("b/x.yaml", kHalf);
    EXPECT_THAT(found(check({"."})), ElementsAre("b/x.yaml GPU301"));
    CheckRequest request;
    request.paths = {"a", "b"};
    request.config = "a/gpulint.yaml";
    EXPECT_THAT(found(check(request)), ElementsAre());
    request.config.reset();
    request.no_config = true;
    EXPECT_EQ(found(check(request)).size(), 3U);
}

TEST_F(SessionTest, GlobsOfAConfigurationCountFromItsFolder) {
    folder_.write("a/gpulint.yaml",
                  "exclude: [vendor/]\noverrides: [{paths: [\"lab/*.yaml\"], ignore: [GPU301]}]\n");
    for (const char* name : {"a/vendor/x.yaml", "a/lab/x.yaml", "a/x.yaml"}) {
        folder_.write(name, kHalf);
    }
    EXPECT_THAT(found(check({"."})), ElementsAre("a/x.yaml GPU301"));
    std::filesystem::current_path(folder_.path() / "a/lab");
    EXPECT_THAT(found(check({"../lab", "../x.yaml"})), ElementsAre("../x.yaml GPU301"));
    // What is named is checked, excluded or not.
    EXPECT_THAT(found(check({"../vendor/x.yaml"})), ElementsAre("../vendor/x.yaml GPU301"));
}

TEST_F(SessionTest, ConfigurationAddsKindsAndResources) {
    folder_.write("gpulint.yaml",
                  "kinds: [{group: example.org, kind: Trainer, pod-spec: spec.pod.spec}]\n"
                  "resources: [{name: example.org/npu, vendor: example, kind: whole}]\n");
    folder_.write("a.yaml",
                  "apiVersion: example.org/v1\nkind: Trainer\nmetadata: {name: t}\nspec:\n  pod:\n"
                  "    spec:\n      containers:\n        - name: c\n          image: x\n"
                  "          resources: {limits: {example.org/npu: 0.5}}\n");
    EXPECT_THAT(found(check({"a.yaml"})), ElementsAre("a.yaml GPU301"));
}

TEST_F(SessionTest, RefusesBadUsageConfigurationAndInventory) {
    folder_.write("a.yaml", kClean);
    folder_.write("bad.yaml", "profil: strict\n");
    folder_.write("none.yaml", "hello: world\n");
    CheckRequest request;
    request.paths = {"a.yaml"};
    request.config = "bad.yaml";
    EXPECT_THAT(error_of(request), HasSubstr("bad.yaml:1:"));
    request.config = "missing.yaml";
    EXPECT_THAT(error_of(request), HasSubstr("cannot read missing.yaml"));
    request.config.reset();
    request.inventories = {"none.yaml"};
    EXPECT_THAT(error_of(request), HasSubstr("none.yaml"));
    request.inventories = {"-"};
    request.paths = {"-"};
    EXPECT_THAT(error_of(request), HasSubstr("given more than once"));
    request.inventories.clear();
    request.selection.select = {"GPU3O1"};
    EXPECT_EQ(error_of(request), "no rule is called \"GPU3O1\"");
    // A configuration deeper down is as wrong as the one on top.
    folder_.write("sub/gpulint.yaml", "profile: strickt\n");
    folder_.write("sub/b.yaml", kClean);
    CheckRequest walk;
    walk.paths = {"."};
    EXPECT_THAT(error_of(walk), HasSubstr("strickt"));
}

TEST_F(SessionTest, TellsProgress) {
    for (const char* name : {"a.yaml", "b.yaml", "c.yaml"}) folder_.write(name, kClean);
    CheckRequest request;
    request.paths = {"."};
    std::vector<std::size_t> seen;
    request.progress = [&seen](std::size_t done, std::size_t total) {
        EXPECT_EQ(total, 3U);
        seen.push_back(done);
    };
    check(request);
    EXPECT_THAT(seen, ElementsAre(1U, 2U, 3U));
}

TEST_F(SessionTest, FixesAndChecksAgain) {
    folder_.write("a.yaml", kHalf);
    folder_.write("b.yaml", kUnlimited + "---\n" + kHalf);
    const CheckResult before = check({"a.yaml", "b.yaml"});
    EXPECT_EQ(before.summary.fixable, 1U);
    const std::vector<FixedFile> fixed = session_->fix(diag::Applicability::kSafe);
    ASSERT_EQ(fixed.size(), 1U);
    EXPECT_EQ(fixed[0].path, "b.yaml");
    EXPECT_EQ(fixed[0].before, kUnlimited + "---\n" + kHalf);
    EXPECT_THAT(fixed[0].after, HasSubstr("limits"));
    EXPECT_EQ(fixed[0].fixed, 1U);
    const CheckResult after = session_->after_fixes(fixed);
    EXPECT_THAT(found(after), ElementsAre("a.yaml GPU301", "b.yaml GPU301"));
    EXPECT_EQ(after.summary.fixable, 0U);
    EXPECT_EQ(after.summary.documents, 3U);
    // The places are those of the mended text.
    EXPECT_EQ(session_->sources()
                  .file(after.findings[1].primary.span.file)
                  .text(after.findings[1].primary.span),
              "0.5");
}

TEST_F(SessionTest, SuppressedFindingsAreCountedAndNotFixed) {
    std::string text = kUnlimited;
    text.insert(text.find("requests"), "# gpulint: ignore[GPU302] on purpose\n        ");
    folder_.write("a.yaml", text);
    const CheckResult result = check({"a.yaml"});
    EXPECT_EQ(result.summary.suppressed, 1U);
    EXPECT_EQ(result.summary.fixable, 0U);
    EXPECT_TRUE(session_->fix(diag::Applicability::kUnsafe).empty());
}

TEST_F(SessionTest, ReadsTheInventoriesOfARequestOrItsConfiguration) {
    folder_.write("nodes.yaml",
                  "apiVersion: gpulint.dev/v1\nkind: Inventory\nnodes:\n  - name: dgx-1\n"
                  "    gpu: {product: NVIDIA-H100-80GB-HBM3, count: 8}\n    cpu: 8\n"
                  "    memory: 64Gi\n");
    Result<const cluster::Inventory*> none = session_->load_inventory({});
    ASSERT_TRUE(none);
    EXPECT_EQ(*none, nullptr);
    CheckRequest request;
    request.inventories = {"nodes.yaml"};
    const Result<const cluster::Inventory*> given = session_->load_inventory(request);
    ASSERT_TRUE(given) << given.error().message;
    EXPECT_EQ((*given)->nodes().size(), 1U);
    folder_.write("gpulint.yaml", "inventory: [nodes.yaml]\n");
    const Result<const cluster::Inventory*> configured = session_->load_inventory({});
    ASSERT_TRUE(configured) << configured.error().message;
    EXPECT_EQ((*configured)->nodes().size(), 1U);
}

}  // namespace
}  // namespace gpulint::app
