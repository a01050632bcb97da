#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/catalog.h"
#include "k8s/kind_table.h"
#include "lint/config.h"
#include "lint/file_report.h"
#include "lint/rule_table.h"
#include "lint/suppressions.h"
#include "yaml/document.h"

namespace gpulint::cluster {
class Inventory;
}
namespace gpulint::k8s {
class Object;
class Workload;
}  // namespace gpulint::k8s

namespace gpulint::lint {

/// What rules look at beside the documents.
struct Surroundings {
    const Config& config;
    const gpu::Catalog& catalog;
    const k8s::KindTable& kinds;
    const cluster::Inventory* inventory = nullptr;
    std::string today;  ///< "YYYY-MM-DD", for suppressions with an end
};

/// Counts of what was looked at.
struct Counts {
    std::size_t documents = 0;
    std::size_t workloads = 0;
};

/// Runs rules over documents. One engine is used by all threads at once.
class Engine {
  public:
    explicit Engine(Surroundings surroundings);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// Every rule that is on for `path` over one document; suppressions found in it are appended,
    /// to be applied by finish_file.
    void check_document(const yaml::Document& document, std::string_view path, FileReport& report,
                        std::vector<Suppression>& suppressions, Counts& counts) const;
    /// Applies the suppressions of a whole file and sorts its findings.
    void finish_file(const text::SourceFile& file, std::string_view path,
                     std::vector<Suppression>& suppressions, FileReport& report) const;
    /// Both of the above for every document of a file.
    FileReport check_file(const text::SourceFile& file, std::string_view path,
                          Counts& counts) const;
    /// Rules about the inventory itself; nothing without one.
    void check_inventory(FileReport& report) const;
    /// Ids of rules that are on and did not run because no inventory was given.
    std::vector<std::string> rules_without_inventory() const;

    const Surroundings& surroundings() const { return surroundings_; }

  private:
    struct Plan;
    class Run;
    const Plan& plan_for(std::string_view path) const;

    Surroundings surroundings_;
    mutable std::mutex mutex_;
    /// By which overrides of the configuration hold.
    mutable std::map<std::vector<bool>, std::unique_ptr<Plan>> plans_;
    const Plan* default_plan_ = nullptr;
};

}  // namespace gpulint::lint
