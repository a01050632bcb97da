#include "k8s/scheduling.h"

#include <gtest/gtest.h>

#include <string>

#include "support/yaml_text.h"

namespace gpulint::k8s {
namespace {

/// A pod out of the text of its spec.
class PodText {
  public:
    explicit PodText(const std::string& spec)
        : text_("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n" + spec),
          objects_(find_objects(text_.document(), kinds_)),
          workload_(find_workload(objects_.at(0))) {}
    const PodTemplate& pod() const { return *workload_->templates().at(0); }

  private:
    test::ParsedText text_;
    KindTable kinds_;
    std::vector<Object> objects_;
    std::unique_ptr<Workload> workload_;
};

struct TolerationCase {
    const char* toleration;
    const char* key;
    const char* value;
    const char* effect;
    Match wanted;
};

TEST(Toleration, MatchesTaints) {
    const TolerationCase cases[] = {
        {"{key: gpu, operator: Exists}", "gpu", "yes", "NoSchedule", Match::kYes},
        {"{key: gpu, operator: Exists, effect: NoExecute}", "gpu", "", "NoSchedule", Match::kNo},
        {"{key: gpu, effect: NoSchedule}", "gpu", "present", "NoSchedule", Match::kNo},
        {"{key: gpu, effect: NoSchedule}", "gpu", "", "NoSchedule", Match::kYes},
        {"{key: gpu, operator: Equal, value: a}", "gpu", "a", "NoExecute", Match::kYes},
        {"{key: Gpu, operator: Exists}", "gpu", "", "NoSchedule", Match::kNo},
        {"{operator: Exists}", "anything", "x", "NoExecute", Match::kYes},
        {"{key: gpu, operator: Gt, value: \"1\"}", "gpu", "2", "NoSchedule", Match::kNo},
        {"{key: gpu, operator: Exist}", "gpu", "", "NoSchedule", Match::kUnknown},
        {"{key: \"{{ .Values.key }}\", operator: Exists}", "gpu", "", "NoSchedule",
         Match::kUnknown},
    };
    for (const TolerationCase& row : cases) {
        const PodText text("  containers: [{name: c, image: i}]\n  tolerations: [" +
                           std::string(row.toleration) + "]\n");
        const auto tolerations = find_tolerations(text.pod());
        ASSERT_EQ(tolerations.size(), 1U) << row.toleration;
        EXPECT_EQ(tolerations[0].matches(row.key, row.value, row.effect), row.wanted)
            << row.toleration << " " << row.key << "=" << row.value << ":" << row.effect;
    }
}

struct SelectionCase {
    const char* spec;
    Match wanted;
};

TEST(NodeSelection, MatchesLabels) {
    const Labels labels{{"zone", "a"}, {"gpu.memory", "81559"}, {"empty", ""}};
    const SelectionCase cases[] = {
        {"nodeSelector: {zone: a}", Match::kYes},
        {"nodeSelector: {zone: A}", Match::kNo},
        {"nodeSelector: {zone: a, pool: b}", Match::kNo},
        {"nodeSelector: {empty: \"\"}", Match::kYes},
        {"nodeSelector: {zone: \"{{ .Values.zone }}\"}", Match::kUnknown},
        {"{key: zone, operator: In, values: [b, a]}", Match::kYes},
        {"{key: zone, operator: NotIn, values: [b]}", Match::kYes},
        {"{key: pool, operator: NotIn, values: [b]}", Match::kYes},
        {"{key: pool, operator: Exists}", Match::kNo},
        {"{key: pool, operator: DoesNotExist}", Match::kYes},
        {"{key: gpu.memory, operator: Gt, values: [\"80000\"]}", Match::kYes},
        {"{key: gpu.memory, operator: Gt, values: [80GB]}", Match::kNo},
        {"{key: zone, operator: Lt, values: [\"3\"]}", Match::kNo},
        {"{key: gpu.memory, operator: Lt, values: [\"80000\"]}", Match::kNo},
    };
    for (const SelectionCase& row : cases) {
        const std::string text(row.spec);
        const std::string spec =
            text.starts_with("nodeSelector")
                ? "  " + text + "\n"
                : "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                  "{nodeSelectorTerms: [{matchExpressions: [" +
                      text + "]}]}}}\n";
        const PodText pod("  containers: [{name: c, image: i}]\n" + spec);
        EXPECT_EQ(find_node_selection(pod.pod()).matches(labels, "node-1"), row.wanted) << text;
    }
}

TEST(NodeSelection, ATermWithNothingInItMatchesNothing) {
    const PodText text(
        "  containers: [{name: c, image: i}]\n"
        "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: [{}]}}}\n");
    EXPECT_EQ(find_node_selection(text.pod()).matches({}, "n"), Match::kNo);
}

TEST(NodeSelection, KnowsTheNamesThatEveryTermPins) {
    const PodText text(
        "  containers: [{name: c, image: i}]\n"
        "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: "
        "[dgx-1]}]}]}}}\n");
    const NodeSelection selection = find_node_selection(text.pod());
    EXPECT_EQ(selection.pinned_names(), std::vector<std::string_view>{"dgx-1"});
    EXPECT_EQ(selection.matches({}, "dgx-1"), Match::kYes);
    EXPECT_EQ(selection.matches({}, "dgx-2"), Match::kNo);
}

TEST(NodeSelection, LabelsThatAnInputMayLeaveOutAreUnknown) {
    const PodText text("  containers: [{name: c, image: i}]\n  nodeSelector: {arch: arm64}\n");
    const auto shows = [](std::string_view) { return Match::kUnknown; };
    EXPECT_EQ(find_node_selection(text.pod()).matches({}, "n", shows), Match::kUnknown);
}

}  // namespace
}  // namespace gpulint::k8s
