#include "support/lint_text.h"

#include <stdexcept>

namespace gpulint::test {
namespace {

/// For texts that read nothing.
class NoReader : public text::FileReader {
  public:
    Result<std::string> read(const std::string& path) override {
        return Error{"tests read no files: " + path, ""};
    }
};

template <class T>
T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(*result);
}

}  // namespace

Linter::Linter(const Setup& setup) {
    const lint::RuleTable& rules = app::builtin_rules();
    lint::ConfigFile file;
    if (!setup.config.empty()) {
        NoReader reader;
        const text::FileId id = must(sources_.add("gpulint.yaml", setup.config));
        file = must(lint::parse_config(sources_.file(id), rules, reader));
    }
    lint::Selection selection;
    if (!setup.profile.empty()) selection.profile = setup.profile;
    config_ = std::make_unique<lint::Config>(rules, std::move(file), selection);
    if (!setup.kubernetes.empty()) config_->set_kubernetes_version(setup.kubernetes);
    if (!setup.inventory.empty()) {
        const text::FileId id = must(sources_.add("inventory.yaml", setup.inventory));
        inventory_ = must(cluster::parse_inventory({&sources_.file(id)}, catalog_));
    }
    engine_ = std::make_unique<lint::Engine>(
        lint::Surroundings{*config_, catalog_, kinds_, inventory_.get(), "2027-01-01"});
}

std::vector<diag::Finding> Linter::lint(std::string text, std::string name) {
    const text::FileId id = must(sources_.add(name, std::move(text)));
    lint::Counts counts;
    std::vector<diag::Finding> findings =
        engine_->check_file(sources_.file(id), name, counts).findings;
    std::erase_if(findings, [](const diag::Finding& finding) { return finding.suppressed; });
    return findings;
}

std::vector<diag::Finding> Linter::lint_inventory() {
    lint::FileReport report;
    engine_->check_inventory(report);
    return report.findings;
}

}  // namespace gpulint::test
