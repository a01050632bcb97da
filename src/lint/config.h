#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "diag/finding.h"
#include "gpu/catalog.h"
#include "k8s/kind_table.h"
#include "lint/rule_table.h"
#include "text/source.h"

namespace gpulint::lint {

/// Rules to use, as `--select`, `--ignore`, `--profile` or a configuration file name them: ids,
/// names, prefixes ("GPU3"), family names, "all".
struct Selection {
    std::optional<std::string> profile;
    std::vector<std::string> select;  ///< when not empty: only these
    std::vector<std::string> extend_select;
    std::vector<std::string> ignore;
};

/// A part of the configuration that holds for some paths only.
struct PathOverride {
    std::vector<std::string> paths;  ///< globs relative to the configuration file
    Selection selection;
    std::map<std::string, diag::Severity> severity;  ///< by rule id
};

/// What a gpulint.yaml says, `extends` already applied. Strings are checked against the rule table
/// when read, so that every mistake has a place and a suggestion.
struct ConfigFile {
    std::string path;  ///< "" for the built-in default
    Selection selection;
    std::map<std::string, std::map<std::string, std::string>>
        rule_options;  ///< id → option → value
    std::map<std::string, diag::Severity> severity;
    std::vector<PathOverride> overrides;
    std::vector<std::string> exclude;      ///< globs that directory walks leave out
    std::vector<std::string> inventories;  ///< paths, relative to the file
    std::optional<std::string> kubernetes;
    std::optional<std::string> docs_url;
    struct CustomKind {
        std::string group;
        std::string kind;
        std::string pod_spec;  ///< path
    };
    std::vector<CustomKind> kinds;
    struct CustomResource {
        std::string name;
        std::string vendor;
        std::string kind;  ///< whole, partition, shared, auxiliary, other
    };
    std::vector<CustomResource> resources;
};

/// Reads one configuration file's text; unknown keys are errors that name the nearest known key.
/// `extends` is resolved through `reader`, relative to the file; a cycle is an error.
Result<ConfigFile> parse_config(const text::SourceFile& file, const RuleTable& rules,
                                text::FileReader& reader);

/// Configuration as rules see it: which are on, for which path, with which options.
class Config {
  public:
    Config(const RuleTable& rules, ConfigFile file, Selection command_line);
    /// The selection names something that no rule is called; checked by the constructor's callers.
    static Result<Done> check_selection(const RuleTable& rules, const Selection& selection);

    const ConfigFile& file() const { return file_; }
    const RuleTable& rules() const { return *rules_; }
    /// Which of the file's overrides hold for a path, in their order.
    std::vector<bool> matching_overrides(std::string_view path) const;
    /// Rules that are on for a path (relative to the configuration file; "" for none), by id.
    std::vector<const Rule*> enabled_rules(std::string_view path) const;
    diag::Severity severity(const Rule& rule, diag::Severity written, std::string_view path) const;
    std::string option(const RuleMeta& rule, std::string_view name) const;
    /// "1.36": as asked for; "" when neither command line nor file says.
    const std::string& kubernetes_version() const { return kubernetes_version_; }
    void set_kubernetes_version(std::string version) { kubernetes_version_ = std::move(version); }

  private:
    const RuleTable* rules_;
    ConfigFile file_;
    Selection command_line_;
    std::string kubernetes_version_;
};

}  // namespace gpulint::lint
