#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/finding.h"
#include "text/edit.h"
#include "text/span.h"

namespace gpulint::gpu {
class Catalog;
}
namespace gpulint::cluster {
class Inventory;
}

namespace gpulint::lint {

class Config;
struct Rule;
struct FileReport;
struct Skip;

/// Builds one finding; it is handed in when the builder goes away (end of the full expression).
class FindingBuilder {
  public:
    FindingBuilder(FileReport& report, const Rule& rule, text::Span span);
    FindingBuilder(const FindingBuilder&) = delete;
    FindingBuilder& operator=(const FindingBuilder&) = delete;
    ~FindingBuilder();

    template <class... Args>
    FindingBuilder& message(fmt::format_string<Args...> format, Args&&... args) {
        finding_.message = fmt::format(format, std::forward<Args>(args)...);
        return *this;
    }
    /// Words under the carets of the primary place.
    template <class... Args>
    FindingBuilder& label(fmt::format_string<Args...> format, Args&&... args) {
        finding_.primary.message = fmt::format(format, std::forward<Args>(args)...);
        return *this;
    }
    /// A second place, in this or another file.
    template <class... Args>
    FindingBuilder& related(text::Span span, fmt::format_string<Args...> format, Args&&... args) {
        finding_.related.push_back({span, fmt::format(format, std::forward<Args>(args)...)});
        return *this;
    }
    /// A second place with the very same mistake; an empty span is none.
    FindingBuilder& also(text::Span span);
    /// Replaces the rule's own "why" by one that knows the case.
    template <class... Args>
    FindingBuilder& why(fmt::format_string<Args...> format, Args&&... args) {
        finding_.why = fmt::format(format, std::forward<Args>(args)...);
        return *this;
    }
    /// Replaces the rule's own "do" by one that knows the case.
    template <class... Args>
    FindingBuilder& what_to_do(fmt::format_string<Args...> format, Args&&... args) {
        finding_.what_to_do = fmt::format(format, std::forward<Args>(args)...);
        return *this;
    }
    /// The field path as the API server reports it, where it is not the way to the primary place.
    FindingBuilder& field(std::string route);
    FindingBuilder& outcome(diag::Outcome outcome);
    FindingBuilder& severity(diag::Severity severity);
    FindingBuilder& confidence(diag::Confidence confidence);
    /// Offers a fix; an empty list of edits (the edit is not possible here) offers nothing.
    FindingBuilder& fix(std::string title, std::vector<text::Edit> edits,
                        diag::Applicability applicability = diag::Applicability::kSafe);

  private:
    FileReport& report_;
    diag::Finding finding_;
};

/// What a rule may use. It has no way to print, to read files or to see other rules.
class RuleContext {
  public:
    RuleContext(const Rule& rule, const Config& config, const gpu::Catalog& catalog,
                const cluster::Inventory* inventory, FileReport& report)
        : rule_(&rule),
          config_(&config),
          catalog_(&catalog),
          inventory_(inventory),
          report_(&report) {}

    const gpu::Catalog& catalog() const { return *catalog_; }
    /// Null when none was given; rules with `needs: [inventory]` are only called with one.
    const cluster::Inventory* inventory() const { return inventory_; }
    /// An option of this rule as configured, else its default.
    std::string option(std::string_view name) const;
    /// "1.36": as asked for, else the inventory's, else the newest known.
    std::string kubernetes_version() const;

    /// Starts a finding at `span`: `context.report(span).message("…")`.
    FindingBuilder report(text::Span span) const;
    /// Says that something could not be judged, and why: counted in the summary.
    void skip(text::Span span, std::string reason) const;

  private:
    const Rule* rule_;
    const Config* config_;
    const gpu::Catalog* catalog_;
    const cluster::Inventory* inventory_;
    FileReport* report_;
};

}  // namespace gpulint::lint
