// Real documents that a real API server accepted or refused, against findings of outcome
// "rejected".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "support/agreement.h"
#include "support/json_lines.h"
#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

/// The server's words are about an amount or a name of a resource of a container.
bool is_resource_reason(const std::string& message) {
    return message.find("quantities must match") != std::string::npos ||
           message.find("resources.limits") != std::string::npos ||
           message.find("resources.requests") != std::string::npos ||
           message.find("non overcommitable") != std::string::npos;
}

/// A file of the corpus with what gpulint says of it.
class CorpusFile {
  public:
    explicit CorpusFile(const std::string& name)
        : parsed_(test::read_file(test::shared_dir() / "corpus/manifests" / name)),
          findings_(linter_.lint(std::string(parsed_.file().text()), name)) {}

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

std::string show(const std::vector<diag::Finding>& findings) {
    std::string text;
    for (const diag::Finding& finding : findings) {
        text += fmt::format("\n  {} {} at {}", finding.rule, finding.message, finding.route);
    }
    return text;
}

TEST(RecordedAdmission, OfTheCorpusIsForeseen) {
    GPULINT_NEEDS_SHARED();
    test::Agreement accepted("corpus-admission.jsonl", "accepted");
    test::Agreement refused("corpus-admission.jsonl", "refused");
    std::map<std::string, std::vector<nlohmann::json>> by_file;
    for (nlohmann::json& row :
         test::read_json_lines(test::shared_dir() / "oracle/corpus-admission.jsonl")) {
        by_file[row["file"].get<std::string>()].push_back(std::move(row));
    }
    for (const auto& [name, rows] : by_file) {
        const CorpusFile file(name);
        for (const nlohmann::json& row : rows) {
            const std::string id = fmt::format("{} document {}", name, row["document"].dump());
            const std::vector<diag::Finding> found =
                file.rejected_in(row["document"].get<std::size_t>());
            if (row["ok"].get<bool>()) {
                accepted.add(found.empty(), id, "accepted, but" + show(found));
                continue;
            }
            const auto message = row["message"].get<std::string>();
            if (is_resource_reason(message)) {
                refused.add(!found.empty(), id, message);
            } else if (!found.empty()) {
                refused.add_agreed();
            } else {
                refused.add_not_judged("refused for other reasons, nothing found");
            }
        }
    }
    EXPECT_EQ(accepted.rows() + refused.rows(), 729U);
}

}  // namespace
}  // namespace gpulint
