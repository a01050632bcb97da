// Custom resources as a real API server took or refused them by their definitions, and the pods
// inside as it took or refused those.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

/// A file with what gpulint says of it.
class LintedFile {
  public:
    explicit LintedFile(const std::string& name)
        : LintedFile(name, test::read_file(test::shared_dir() / "corpus/manifests" / name)) {}
    LintedFile(const std::string& name, const std::string& text)
        : parsed_(text), findings_(linter_.lint(std::string(parsed_.file().text()), name)) {}

    const std::vector<diag::Finding>& findings() const { return findings_; }
    /// Findings of outcome "rejected" in a document, counted over the parts between `---`.
    std::vector<diag::Finding> rejected_in(std::size_t document) const {
        const text::Span span = parsed_.documents().at(document)->span();
        std::vector<diag::Finding> found;
        for (const diag::Finding& finding : findings_) {
            const std::uint32_t place = finding.primary.span.begin;
            const bool is_inside = span.begin <= place && place <= span.end;
            if (is_inside && finding.outcome == diag::Outcome::kRejected) found.push_back(finding);
        }
        return found;
    }

  private:
    test::Linter linter_{{"", "", "1.36", ""}};
    test::ParsedText parsed_;
    std::vector<diag::Finding> findings_;
};

/// The linted files of the corpus, each read once.
const LintedFile& linted(const std::string& name) {
    static std::map<std::string, LintedFile> files;
    return files.try_emplace(name, name).first->second;
}

std::string show(const std::vector<diag::Finding>& findings) {
    std::string text;
    for (const diag::Finding& finding : findings) {
        text += fmt::format("\n  {} {} at {}", finding.rule, finding.message, finding.route);
    }
    return text;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(CustomResources, AcceptedOnesAreNotRejected) {
    GPULINT_NEEDS_SHARED();
    test::Agreement accepted("corpus-admission-crd.jsonl", "accepted");
    test::Agreement refused("corpus-admission-crd.jsonl", "refused");
    for (const nlohmann::json& row :
         test::read_json_lines(test::shared_dir() / "oracle/corpus-admission-crd.jsonl")) {
        const auto name = row["file"].get<std::string>();
        const std::string id = fmt::format("{} document {}", name, row["document"].dump());
        std::vector<diag::Finding> found =
            linted(name).rejected_in(row["document"].get<std::size_t>());
        if (!row["ok"].get<bool>()) {
            found.empty() ? refused.add_not_judged("refused by its own schema, which is not known")
                          : refused.add_agreed();
            continue;
        }
        // Those that come to light when the pods are made are judged by the pods.
        std::erase_if(found, &diag::Finding::is_at_pod_creation);
        accepted.add(found.empty(), id, "accepted, but" + show(found));
    }
    EXPECT_EQ(accepted.rows() + refused.rows(), 387U);
}

/// Text that a shell or a person still has to fill in; gpulint says so, and does not judge it.
bool has_placeholder(const std::string& message) { return contains(message, "\"$"); }

TEST(CustomResources, PodsInsideAreJudgedAsPods) {
    GPULINT_NEEDS_SHARED();
    test::Agreement accepted("corpus-pods-crd.jsonl", "accepted");
    test::Agreement refused("corpus-pods-crd.jsonl", "refused");
    for (const nlohmann::json& row :
         test::read_json_lines(test::shared_dir() / "oracle/corpus-pods-crd.jsonl")) {
        const auto name = row["file"].get<std::string>();
        const auto path = row["path"].get<std::string>();
        const std::string id = fmt::format("{} document {} {}", name, row["document"].dump(), path);
        std::vector<diag::Finding> found =
            linted(name).rejected_in(row["document"].get<std::size_t>());
        std::erase_if(found, [&path](const diag::Finding& finding) {
            return !finding.route.starts_with(path) || !finding.is_at_pod_creation ||
                   finding.severity != diag::Severity::kError;
        });
        if (row["ok"].get<bool>()) {
            accepted.add(found.empty(), id, "accepted, but" + show(found));
            continue;
        }
        const auto message = row["message"].get<std::string>();
        const bool is_about_resources =
            contains(message, "resources.limits") || contains(message, "resources.requests");
        if (!found.empty()) {
            refused.add_agreed();
        } else if (is_about_resources && !has_placeholder(message)) {
            refused.add_disagreed(id, message);
        } else {
            refused.add_not_judged(is_about_resources || contains(message, "quantities must match")
                                       ? "a placeholder where an amount belongs"
                                       : "refused for other reasons, nothing found");
        }
    }
    EXPECT_EQ(accepted.rows() + refused.rows(), 323U);
}

/// Mistakes about GPUs that belong to rules not written yet, by the row's id.
const std::map<std::string, std::string>& missing_rules() {
    static const std::map<std::string, std::string> kReasons{
        {"pytorchjob-nproc-gt-gpus", "processes against GPUs"},
        {"mpijob-slots-gt-gpus", "processes against GPUs"},
        {"raycluster-numgpus-gt-limit", "processes against GPUs"},
        {"llmisvc-tensor-ne-gpus", "processes against GPUs"},
    };
    return kReasons;
}

/// The row changes what decides about a GPU in the pods: an amount, a name, a claim.
bool is_gpu_mistake(const std::string& note) {
    const auto says = [&note](std::string_view part) { return contains(note, part); };
    return says("GPU limit") || says("GPU request") || says("half a GPU, quoted") ||
           says("a resource name") || says("resource claim") || says("limit instead of limits");
}

TEST(CustomResources, MistakesAboutGpusAreFound) {
    GPULINT_NEEDS_SHARED();
    test::Agreement sound("variants-crd.jsonl", "sound");
    test::Agreement mistakes("variants-crd.jsonl", "mistakes about GPUs in pods");
    test::Agreement others("variants-crd.jsonl", "others");
    for (const nlohmann::json& row :
         test::read_json_lines(test::shared_dir() / "oracle/variants-crd.jsonl")) {
        const auto id = row["id"].get<std::string>();
        const auto note = row["note"].get<std::string>();
        const LintedFile file(id, row["input"].get<std::string>());
        std::vector<diag::Finding> found = file.findings();
        std::erase_if(found, [](const diag::Finding& finding) {
            return finding.severity == diag::Severity::kNote;
        });
        if (id.starts_with("sound-")) {
            sound.add(found.empty(), id, show(found));
        } else if (is_gpu_mistake(note)) {
            mistakes.add(!found.empty(), id, note);
        } else if (const auto reason = missing_rules().find(id); reason != missing_rules().end()) {
            others.add_not_judged(reason->second);
        } else if (found.empty()) {
            others.add_not_judged("a matter of the custom kind alone");
        } else {
            others.add_agreed();
        }
    }
    EXPECT_EQ(sound.rows() + mistakes.rows() + others.rows(), 135U);
}

}  // namespace
}  // namespace gpulint
