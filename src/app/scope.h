#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "base/result.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "k8s/kind_table.h"
#include "lint/config.h"
#include "lint/engine.h"
#include "text/source.h"

namespace gpulint::app {

/// One configuration file, or none, and all that follows from it.
struct Scope {
    std::string directory;  ///< of the configuration file, absolute; "" without one
    gpu::Catalog catalog;
    k8s::KindTable kinds;
    std::unique_ptr<lint::Config> config;
    std::shared_ptr<const cluster::Inventory> inventory;
    std::unique_ptr<lint::Engine> engine;

    /// What the globs of the configuration are compared with.
    std::string relative(const std::string& absolute) const;
    bool is_excluded(const std::string& absolute) const;
};

/// The scopes of one run: for every directory the one of the nearest configuration file above it.
class ScopeTable {
  public:
    ScopeTable(const lint::RuleTable& rules, text::FileReader& reader, text::SourceSet& sources,
               const CheckRequest& request)
        : rules_(rules), reader_(reader), sources_(sources), request_(request) {}

    /// Null after an error, which error() tells.
    Scope* find(const std::string& directory);
    const std::optional<Error>& error() const { return error_; }
    /// Every scope that was asked for, in that order.
    const std::vector<std::unique_ptr<Scope>>& all() const { return scopes_; }

  private:
    Result<std::unique_ptr<Scope>> load(const std::string& config_path);
    Result<lint::ConfigFile> read_config(const std::string& path);
    Result<std::shared_ptr<const cluster::Inventory>> load_inventory(const Scope& scope);

    const lint::RuleTable& rules_;
    text::FileReader& reader_;
    text::SourceSet& sources_;
    const CheckRequest& request_;
    std::vector<std::unique_ptr<Scope>> scopes_;
    std::map<std::string, Scope*> by_config_;
    std::map<std::string, Scope*> by_directory_;
    std::map<std::vector<std::string>, std::shared_ptr<const cluster::Inventory>> inventories_;
    std::optional<Error> error_;
};

}  // namespace gpulint::app
