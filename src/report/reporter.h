#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/finding.h"
#include "lint/rule_table.h"
#include "lint/summary.h"
#include "text/source.h"

namespace gpulint::report {

enum class Format : std::uint8_t { kText, kConcise, kJson, kJsonl, kGithub };
/// The format of that name, or none.
std::optional<Format> find_format(std::string_view name);
std::vector<std::string_view> format_names();

/// What a reporter needs to turn spans into places and rules into links.
struct Surroundings {
    const text::SourceSet& sources;
    const lint::RuleTable& rules;
    std::string docs_url;  ///< base of links; "" gives paths relative to the documentation
    std::string version;   ///< of gpulint
    bool colour = false;
    bool hyperlinks = false;  ///< OSC 8
};

/// Writes one format. Findings come sorted; the output is the same byte for byte on every run.
class Reporter {
  public:
    Reporter() = default;
    Reporter(const Reporter&) = delete;
    Reporter& operator=(const Reporter&) = delete;
    virtual ~Reporter() = default;
    virtual void begin(std::string& out) = 0;
    virtual void finding(const diag::Finding& finding, std::string& out) = 0;
    virtual void end(const lint::Summary& summary, std::string& out) = 0;
};

/// `surroundings` must outlive the reporter.
std::unique_ptr<Reporter> make_reporter(Format format, const Surroundings& surroundings);

// One each per format.
std::unique_ptr<Reporter> make_text_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_concise_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_json_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_jsonl_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_github_reporter(const Surroundings& surroundings);

/// Link to a rule's page, below `docs_url`.
std::string rule_link(const lint::RuleMeta& rule, std::string_view docs_url);
/// Link to a lesson step's anchor, below `docs_url`; "" for no step.
std::string lesson_link(std::string_view step, std::string_view docs_url);
/// "rejected by the API server", "accepted, never scheduled", …
std::string_view outcome_phrase(const diag::Finding& finding);
/// "3 errors, 1 warning; 2 files, 5 documents".
std::string summary_line(const lint::Summary& summary);

}  // namespace gpulint::report
