#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "cluster/inventory.h"
#include "diag/finding.h"
#include "gpu/catalog.h"
#include "k8s/kind_table.h"
#include "lint/config.h"
#include "lint/engine.h"
#include "text/source.h"

namespace gpulint::test {

/// Lints texts held in memory, with all built-in rules that a profile has on.
class Linter {
  public:
    struct Setup {
        std::string inventory;   ///< text of an inventory; "" none
        std::string profile;     ///< "" recommended
        std::string kubernetes;  ///< "" newest
        std::string config;      ///< text of a gpulint.yaml; "" none
    };
    Linter() : Linter(Setup()) {}
    explicit Linter(const Setup& setup);

    /// Findings of one text, sorted, suppressed ones left out.
    std::vector<diag::Finding> lint(std::string text, std::string name = "test.yaml");
    /// Findings about the inventory itself.
    std::vector<diag::Finding> lint_inventory();
    std::string_view at(text::Span span) const { return sources_.file(span.file).text(span); }
    const text::SourceSet& sources() const { return sources_; }
    const lint::Engine& engine() const { return *engine_; }

  private:
    text::SourceSet sources_;
    gpu::Catalog catalog_;
    k8s::KindTable kinds_;
    std::unique_ptr<cluster::Inventory> inventory_;
    std::unique_ptr<lint::Config> config_;
    std::unique_ptr<lint::Engine> engine_;
};

}  // namespace gpulint::test
