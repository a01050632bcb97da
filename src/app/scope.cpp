#include "app/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "app/paths.h"
#include "lint/glob.h"

namespace gpulint::app {
namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

Error in_file(const std::string& path, const Error& error) {
    return {fmt::format("{}: {}", path, error.message), error.hint};
}

}  // namespace

std::string Scope::relative(const std::string& absolute) const {
    const bool is_below = !directory.empty() && absolute.starts_with(directory) &&
                          (directory == "/" || absolute[directory.size()] == '/');
    if (!is_below) return absolute;
    return absolute.substr(directory == "/" ? 1 : directory.size() + 1);
}

bool Scope::is_excluded(const std::string& absolute) const {
    const std::vector<std::string>& globs = config->file().exclude;
    if (globs.empty()) return false;
    const std::string path = relative(absolute);
    return std::ranges::any_of(
        globs, [&path](const std::string& glob) { return lint::matches_glob(glob, path); });
}

Scope* ScopeTable::find(const std::string& directory) {
    if (error_) return nullptr;
    const auto known = by_directory_.find(directory);
    if (known != by_directory_.end()) return known->second;
    std::string path = request_.config.value_or("");
    if (!request_.config && !request_.no_config) path = find_config(directory);
    auto place = by_config_.find(path);
    if (place == by_config_.end()) {
        Result<std::unique_ptr<Scope>> scope = load(path);
        if (!scope) {
            error_ = scope.error();
            return nullptr;
        }
        scopes_.push_back(*std::move(scope));
        place = by_config_.emplace(path, scopes_.back().get()).first;
    }
    by_directory_.emplace(directory, place->second);
    return place->second;
}

Result<std::unique_ptr<Scope>> ScopeTable::load(const std::string& config_path) {
    Result<lint::ConfigFile> file = read_config(config_path);
    if (!file) return file.error();
    auto scope = std::make_unique<Scope>();
    if (!config_path.empty()) {
        scope->directory =
            absolute_path(std::filesystem::path(absolute_path(config_path)).parent_path().string());
    }
    for (const auto& kind : file->kinds) {
        const Result<Done> added = scope->kinds.add(kind.group, kind.kind, kind.pod_spec);
        if (!added) return in_file(config_path, added.error());
    }
    for (const auto& resource : file->resources) {
        const Result<Done> added =
            scope->catalog.add_resource(resource.name, resource.vendor, resource.kind);
        if (!added) return in_file(config_path, added.error());
    }
    scope->config = std::make_unique<lint::Config>(rules_, *std::move(file), request_.selection);
    if (request_.kubernetes) scope->config->set_kubernetes_version(*request_.kubernetes);
    auto inventory = load_inventory(*scope);
    if (!inventory) return inventory.error();
    scope->inventory = *std::move(inventory);
    scope->engine = std::make_unique<lint::Engine>(
        lint::Surroundings{*scope->config, scope->catalog, scope->kinds, scope->inventory.get(),
                           request_.today.empty() ? today() : request_.today});
    return scope;
}

Result<lint::ConfigFile> ScopeTable::read_config(const std::string& path) {
    if (path.empty()) return lint::ConfigFile();
    Result<std::string> bytes = reader_.read(path);
    if (!bytes) return bytes.error();
    const Result<text::FileId> id = sources_.add(path, *std::move(bytes));
    if (!id) return id.error();
    return lint::parse_config(sources_.file(*id), rules_, reader_);
}

Result<std::shared_ptr<const cluster::Inventory>> ScopeTable::load_inventory(const Scope& scope) {
    std::vector<std::string> paths = request_.inventories;
    if (paths.empty()) {
        const std::filesystem::path base(scope.directory);
        for (const std::string& path : scope.config->file().inventories) {
            paths.push_back((base / path).string());
        }
    }
    if (paths.empty()) return std::shared_ptr<const cluster::Inventory>();
    const auto known = inventories_.find(paths);
    if (known != inventories_.end()) return known->second;
    std::vector<const text::SourceFile*> inputs;
    for (const std::string& path : paths) {
        Result<std::string> bytes = reader_.read(path);
        if (!bytes) return bytes.error();
        const Result<text::FileId> id =
            sources_.add(path == "-" ? "<stdin>" : path, *std::move(bytes));
        if (!id) return id.error();
        inputs.push_back(&sources_.file(*id));
    }
    auto parsed = cluster::parse_inventory(inputs, scope.catalog);
    if (!parsed) return parsed.error();
    std::shared_ptr<const cluster::Inventory> inventory = *std::move(parsed);
    inventories_.emplace(std::move(paths), inventory);
    return inventory;
}

}  // namespace gpulint::app
