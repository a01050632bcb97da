#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "diag/finding.h"
#include "lint/rule_table.h"
#include "lint/summary.h"
#include "text/source.h"

namespace gpulint::report {

/// What a reporter needs to turn spans into places and rules into links.
struct Surroundings {
    const text::SourceSet& sources;
    const lint::RuleTable& rules;
    std::string docs_url;  ///< base of links; "" gives paths below the repository's root
    std::string version;   ///< of gpulint
    bool colour = false;
    bool hyperlinks = false;  ///< OSC 8, where `docs_url` makes an address of a link
};

/// Writes one format. Findings come sorted; the output is the same byte
/// for byte on every run. What is ready is appended to `out`, which the caller may empty at any
/// time.
class Reporter {
  public:
    Reporter() = default;
    Reporter(const Reporter&) = delete;
    Reporter& operator=(const Reporter&) = delete;
    virtual ~Reporter() = default;
    /// Suppressed findings are handed over too.
    virtual bool wants_suppressed() const { return false; }
    virtual void begin(std::string& out) = 0;
    virtual void finding(const diag::Finding& finding, std::string& out) = 0;
    virtual void end(const lint::Summary& summary, std::string& out) = 0;
};

/// One output format. A new one is a file with its reporter and a row in the table of reporter.cpp.
struct Format {
    std::string_view name;
    std::string_view help;
    /// The surroundings must outlive the reporter.
    std::unique_ptr<Reporter> (*make)(const Surroundings&);
};
std::span<const Format> formats();
/// By name; null when there is none.
const Format* find_format(std::string_view name);

// One each per format, in a file of its own.
std::unique_ptr<Reporter> make_text_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_concise_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_json_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_jsonl_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_github_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_gitlab_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_sarif_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_junit_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_checkstyle_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_rdjson_reporter(const Surroundings& surroundings);
std::unique_ptr<Reporter> make_markdown_reporter(const Surroundings& surroundings);

/// Link to a rule's page, below `docs_url`.
std::string rule_link(const lint::RuleMeta& rule, std::string_view docs_url);
/// Link to a lesson step's anchor, below `docs_url`; "" for no step.
std::string lesson_link(std::string_view step, std::string_view docs_url);
/// A rule's own words, or those of the finding where it has some.
std::string_view why_of(const diag::Finding& finding, const lint::Rule* rule);
std::string_view what_to_do_of(const diag::Finding& finding, const lint::Rule* rule);
/// "rejected by the API server", "accepted, never scheduled", …
std::string_view outcome_phrase(const diag::Finding& finding);
/// "3 errors, 1 warning in 2 files, 5 documents, 4 workloads; 1 fixable with --fix; not judged: …".
std::string summary_line(const lint::Summary& summary);

}  // namespace gpulint::report
