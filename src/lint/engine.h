#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/catalog.h"
#include "k8s/kind_table.h"
#include "lint/config.h"
#include "lint/file_report.h"
#include "lint/rule_table.h"
#include "yaml/document.h"

namespace gpulint::cluster {
class Inventory;
}

namespace gpulint::lint {

/// Runs rules over documents. Holds references only; one engine is used by all threads at once.
class Engine {
  public:
    struct Surroundings {
        const Config& config;
        const gpu::Catalog& catalog;
        const k8s::KindTable& kinds;
        const cluster::Inventory* inventory = nullptr;
        std::string today;  ///< "YYYY-MM-DD", for expired suppressions
    };
    explicit Engine(Surroundings surroundings);

    /// Every enabled rule over one document, findings completed (object, route, severity as
    /// configured) and suppressions applied; `path` decides which overrides hold.
    void check_document(const yaml::Document& document, std::string_view path,
                        FileReport& report) const;
    /// Rules about the inventory itself; nothing without one.
    void check_inventory(FileReport& report) const;

  private:
    Surroundings surroundings_;
};

}  // namespace gpulint::lint
