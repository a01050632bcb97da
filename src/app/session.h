#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/inventory.h"
#include "diag/finding.h"
#include "gpu/catalog.h"
#include "lint/config.h"
#include "lint/rule_table.h"
#include "lint/summary.h"
#include "text/source.h"

namespace gpulint::app {

/// The rules gpulint ships.
const lint::RuleTable& builtin_rules();

/// What a front end asks for.
struct CheckRequest {
    std::vector<std::string> paths;  ///< files, directories, globs, "-"
    std::string stdin_name = "<stdin>";
    std::vector<std::string> inventories;  ///< files, "-"
    std::optional<std::string> config;     ///< path; else for each file the nearest gpulint.yaml
    bool no_config = false;
    lint::Selection selection;
    std::optional<std::string> kubernetes;
    std::optional<std::string> baseline;  ///< file of findings to pass over
    std::string today;                    ///< "YYYY-MM-DD"; "" is the day of the run
    unsigned jobs = 0;                    ///< threads; 0: all cores
    std::function<void(std::size_t done, std::size_t total)> progress;  ///< may be empty
};

struct CheckResult {
    std::vector<diag::Finding> findings;  ///< sorted; suppressed ones included and marked
    lint::Summary summary;
};

/// One file that fixes changed.
struct FixedFile {
    std::string path;  ///< as given; "-" for standard input
    std::string before;
    std::string after;
    text::Encoding encoding = text::Encoding::kUtf8;
    std::size_t fixed = 0;
};

/// Files, configuration, catalogue and inventory to findings: what every front end talks to.
class Session {
  public:
    Session(const lint::RuleTable& rules, text::FileReader& reader);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    /// Fails for usage, configuration or inventory errors; unreadable inputs are in the summary.
    Result<CheckResult> check(const CheckRequest& request);
    /// After check(): what fixes up to `least` trust make of the files it read; standard input
    /// comes along even if nothing changed.
    std::vector<FixedFile> fix(diag::Applicability least) const;
    /// The findings once the files are as fix() made them.
    CheckResult after_fixes(const std::vector<FixedFile>& fixed);
    /// Reads configuration and inventories of a request alone; null when it names none.
    Result<const cluster::Inventory*> load_inventory(const CheckRequest& request);
    const text::SourceSet& sources() const;
    /// After check() or load_inventory(): what the configuration of the first path says.
    const gpu::Catalog& catalog() const;
    const lint::ConfigFile& config() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gpulint::app
