#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "diag/finding.h"
#include "lint/rule.h"
#include "lint/rule_table.h"
#include "report/reporter.h"
#include "text/source.h"

namespace gpulint::report {

/// Sources in memory, and spans found by the text they cover.
class Sources {
  public:
    text::FileId add(std::string name, std::string text) {
        return *set_.add(std::move(name), std::move(text));
    }
    text::Span find(text::FileId file, std::string_view part) const {
        const std::size_t at = set_.file(file).text().find(part);
        const auto begin = static_cast<std::uint32_t>(at);
        return {file, begin, begin + static_cast<std::uint32_t>(part.size())};
    }
    const text::SourceSet& set() const { return set_; }

  private:
    text::SourceSet set_;
};

inline constexpr std::array<lint::Reference, 1> kReferences{{{"Page", "https://example.org/"}}};
inline constexpr std::array<lint::Rule, 1> kRules{{{{.id = "GPU302",
                                                     .name = "gpu-request-without-limit",
                                                     .title = "GPU requested without a limit",
                                                     .family = "requests",
                                                     .scope = "container",
                                                     .severity = diag::Severity::kError,
                                                     .confidence = diag::Confidence::kHigh,
                                                     .outcome = diag::Outcome::kRejected,
                                                     .needs_inventory = false,
                                                     .profiles = "recommended",
                                                     .since = "0.1.0",
                                                     .fix = "safe",
                                                     .lesson = "3.1",
                                                     .why = "It cannot be overcommitted.",
                                                     .what_to_do = "Set the limit.",
                                                     .references = kReferences,
                                                     .options = {}},
                                                    {}}}};

inline lint::RuleTable test_rules() { return lint::RuleTable(kRules); }

inline diag::Finding make_finding(text::Span span, std::string label = "") {
    diag::Finding finding;
    finding.rule = "GPU302";
    finding.severity = diag::Severity::kError;
    finding.outcome = diag::Outcome::kRejected;
    finding.primary = {span, std::move(label)};
    finding.message = "container \"server\" sets no limit";
    return finding;
}

}  // namespace gpulint::report
