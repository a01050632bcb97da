#include "lint/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "lint/rule.h"
#include "support/lint_text.h"

namespace gpulint::lint {
namespace {

constexpr std::string_view kPod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: infer}\nspec:\n  containers:\n    - name: server\n"
    "      image: a\n      resources: {requests: {nvidia.com/gpu: 1}}\n";

diag::Finding only(std::vector<diag::Finding> findings, std::string_view rule) {
    std::erase_if(findings, [rule](const diag::Finding& f) { return f.rule != rule; });
    EXPECT_EQ(findings.size(), 1U);
    return findings.empty() ? diag::Finding() : findings.front();
}

TEST(Engine, SaysWhichObjectAndWhereInIt) {
    test::Linter linter;
    const diag::Finding finding = only(linter.lint(std::string(kPod)), "GPU302");
    EXPECT_EQ(finding.object, "Pod/infer");
    EXPECT_NE(finding.route.find("containers[0].resources"), std::string::npos) << finding.route;
    EXPECT_EQ(linter.at(finding.primary.span), "nvidia.com/gpu: 1");
}

TEST(Engine, TellsWhatACustomResourceLetsThrough) {
    test::Linter linter;
    const diag::Finding finding = only(
        linter.lint("apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: t}\nspec:\n"
                    "  pytorchReplicaSpecs:\n    Worker:\n      replicas: 2\n      template:\n"
                    "        spec:\n          containers:\n            - name: pytorch\n"
                    "              image: a\n"
                    "              resources: {requests: {nvidia.com/gpu: 1}}\n"),
        "GPU302");
    EXPECT_EQ(finding.outcome, diag::Outcome::kRejected);
    EXPECT_TRUE(finding.is_at_pod_creation);
}

TEST(Engine, IsLessSureOfAKindNobodyKnows) {
    test::Linter linter;
    const diag::Finding finding =
        only(linter.lint("apiVersion: example.com/v1\nkind: Trainer\nmetadata: {name: t}\nspec:\n"
                         "  template:\n    spec:\n      containers:\n        - name: a\n"
                         "          image: a\n"
                         "          resources: {requests: {nvidia.com/gpu: 1}}\n"),
             "GPU302");
    EXPECT_EQ(finding.severity, diag::Severity::kWarning);
    EXPECT_EQ(finding.confidence, diag::Confidence::kMedium);
}

TEST(Engine, SeverityIsTheConfigurations) {
    test::Linter linter({"", "", "", "severity: {GPU302: note}\n"});
    EXPECT_EQ(only(linter.lint(std::string(kPod)), "GPU302").severity, diag::Severity::kNote);
}

TEST(Engine, RulesThatAreOffSayNothing) {
    test::Linter linter({"", "", "", "ignore: GPU302\n"});
    EXPECT_TRUE(linter.lint(std::string(kPod)).empty());
    test::Linter here({"", "", "", "overrides: [{paths: here/**, ignore: GPU302}]\n"});
    EXPECT_TRUE(here.lint(std::string(kPod), "here/a.yaml").empty());
    EXPECT_FALSE(here.lint(std::string(kPod), "there/a.yaml").empty());
}

TEST(Engine, FindingsComeInTheOrderOfTheText) {
    test::Linter linter;
    const auto findings =
        linter.lint(std::string(kPod) + "---\na: 1\na: 2\n---\n" + std::string(kPod) + "---\n[\n");
    EXPECT_TRUE(std::ranges::is_sorted(findings, diag::comes_before));
    EXPECT_GE(findings.size(), 4U);
}

TEST(Engine, CountsDocumentsAndWorkloads) {
    test::Linter linter;
    text::SourceSet sources;
    const auto id = sources.add("a.yaml", "# nothing\n---\n" + std::string(kPod) + "---\na: 1\n");
    Counts counts;
    const FileReport report = linter.engine().check_file(sources.file(*id), "a.yaml", counts);
    EXPECT_FALSE(report.findings.empty());
    EXPECT_EQ(counts.documents, 2U);
    EXPECT_EQ(counts.workloads, 1U);
}

TEST(Engine, TellsWhichRulesWaitForAnInventory) {
    test::Linter without;
    const std::vector<std::string> waiting = without.engine().rules_without_inventory();
    EXPECT_NE(std::ranges::find(waiting, "GPU306"), waiting.end());
    test::Linter with(
        {"apiVersion: gpulint.dev/v1\nkind: Inventory\nnodes:\n  - name: a\n    gpu: "
         "{product: NVIDIA-L4, count: 1}\n",
         "", "", ""});
    EXPECT_TRUE(with.engine().rules_without_inventory().empty());
}

TEST(RuleTable, FindsByIdInAnyCaseAndByName) {
    const RuleTable& rules = app::builtin_rules();
    for (const Rule& rule : rules.rules()) {
        EXPECT_EQ(rules.find(rule.meta.id), &rule);
        EXPECT_EQ(rules.find(rule.meta.name), &rule);
    }
    EXPECT_EQ(rules.find("gpu302"), rules.find("GPU302"));
    EXPECT_EQ(rules.find("GPU3"), nullptr);
    EXPECT_EQ(rules.find("GPU399"), nullptr);
    EXPECT_EQ(rules.find(""), nullptr);
    EXPECT_EQ(rules.find_near("gpu-request-without-limits"), "gpu-request-without-limit");
}

TEST(RuleTable, IsSortedById) {
    EXPECT_TRUE(std::ranges::is_sorted(app::builtin_rules().rules(), {},
                                       [](const Rule& rule) { return rule.meta.id; }));
}

}  // namespace
}  // namespace gpulint::lint
