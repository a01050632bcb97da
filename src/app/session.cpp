#include "app/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "app/paths.h"
#include "k8s/kind_table.h"
#include "lint/engine.h"
#include "lint/fix.h"
#include "rules/builtin.h"
#include "yaml/parse.h"

namespace gpulint::app {
namespace {

/// Documents that one thread takes of a large file at a time.
constexpr std::size_t kChunk = 128;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

/// What came of one input.
struct FileResult {
    std::string path;
    std::optional<text::FileId> id;
    std::optional<Error> unreadable;
    std::vector<yaml::DocumentPart> parts;
    std::mutex mutex;  // chunks of one file are done by several threads
    lint::FileReport report;
    lint::Counts counts;
    bool is_damaged = false;
    bool has_fixes = false;
};

/// Checks files on several threads: whole small ones, large ones in chunks of documents.
class Workers {
  public:
    Workers(const lint::Engine& engine, text::FileReader& reader, text::SourceSet& sources,
            const CheckRequest& request)
        : engine_(engine), reader_(reader), sources_(sources), request_(request) {}

    void run(std::deque<FileResult>& files) {
        total_ = files.size();
        for (FileResult& file : files) tasks_.push_back({&file, 0, 0, true});
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const unsigned wanted = request_.jobs == 0 ? cores : request_.jobs;
        std::vector<std::thread> threads;
        const bool is_small = files.size() == 1 && !is_large(files.front());
        for (unsigned i = 1; i < wanted && !is_small; ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads) thread.join();
    }

  private:
    struct Task {
        FileResult* file = nullptr;
        std::size_t first = 0;
        std::size_t last = 0;
        bool is_whole = false;  ///< the file is still to be read
    };

    static bool is_large(const FileResult& file) {
        std::error_code code;
        constexpr std::uintmax_t kLarge = 256 * 1024;
        const std::uintmax_t size = std::filesystem::file_size(file.path, code);
        return code || size > kLarge;
    }

    void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return !tasks_.empty() || busy_ == 0; });
            if (tasks_.empty()) return;
            const Task task = tasks_.front();
            tasks_.pop_front();
            ++busy_;
            lock.unlock();
            if (task.is_whole) {
                open(*task.file);
            } else {
                check_chunk(*task.file, task.first, task.last);
            }
            lock.lock();
            --busy_;
            if (task.is_whole && request_.progress) request_.progress(++done_, total_);
            changed_.notify_all();
        }
    }

    void open(FileResult& file) {
        Result<std::string> bytes = reader_.read(file.path);
        if (!bytes) {
            file.unreadable = bytes.error();
            return;
        }
        const std::string& name = file.path == "-" ? request_.stdin_name : file.path;
        const Result<text::FileId> id = sources_.add(name, *std::move(bytes));
        if (!id) {
            file.unreadable = id.error();
            return;
        }
        file.id = *id;
        const text::SourceFile& source = sources_.file(*id);
        file.parts = yaml::split_documents(source);
        // A suppression may reach over the whole file: then all of it is done in one go.
        const bool is_marked = source.text().find(lint::kSuppressionMark) != std::string_view::npos;
        if (file.parts.size() <= kChunk || is_marked) {
            check_chunk(file, 0, file.parts.size());
            return;
        }
        const std::lock_guard lock(mutex_);
        for (std::size_t first = 0; first < file.parts.size(); first += kChunk) {
            const std::size_t last = std::min(first + kChunk, file.parts.size());
            tasks_.push_front({&file, first, last, false});
        }
    }

    void check_chunk(FileResult& file, std::size_t first, std::size_t last) {
        const text::SourceFile& source = sources_.file(*file.id);
        lint::FileReport report;
        std::vector<lint::Suppression> suppressions;
        lint::Counts counts;
        bool is_damaged = false;
        for (std::size_t i = first; i < last; ++i) {
            const auto document = yaml::parse_document(source, file.parts[i]);
            is_damaged = is_damaged || (document->is_damaged() && !document->is_template());
            engine_.check_document(*document, file.path, report, suppressions, counts);
        }
        engine_.finish_file(source, file.path, suppressions, report);
        const std::lock_guard lock(file.mutex);
        std::ranges::move(report.findings, std::back_inserter(file.report.findings));
        std::ranges::move(report.skips, std::back_inserter(file.report.skips));
        file.counts.documents += counts.documents;
        file.counts.workloads += counts.workloads;
        file.is_damaged = file.is_damaged || is_damaged;
    }

    const lint::Engine& engine_;
    text::FileReader& reader_;
    text::SourceSet& sources_;
    const CheckRequest& request_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> tasks_;
    std::size_t busy_ = 0;
    std::size_t done_ = 0;
    std::size_t total_ = 0;
};

void count_finding(const diag::Finding& finding, lint::Summary& summary) {
    if (finding.suppressed) {
        ++summary.suppressed;
        return;
    }
    switch (finding.severity) {
        case diag::Severity::kError: ++summary.errors; break;
        case diag::Severity::kWarning: ++summary.warnings; break;
        case diag::Severity::kNote: ++summary.notes; break;
    }
    if (finding.fixes.empty()) return;
    switch (finding.fixes.front().applicability) {
        case diag::Applicability::kSafe: ++summary.fixable; break;
        case diag::Applicability::kUnsafe: ++summary.unsafe_fixable; break;
        case diag::Applicability::kDisplayOnly: break;
    }
}

}  // namespace

struct Session::State {
    State(const lint::RuleTable& table, text::FileReader& file_reader)
        : rules(table), reader(file_reader) {}

    const lint::RuleTable& rules;
    text::FileReader& reader;
    text::SourceSet sources;
    gpu::Catalog catalog;
    k8s::KindTable kinds;
    std::unique_ptr<cluster::Inventory> inventory;
    std::unique_ptr<lint::Config> config;
    std::unique_ptr<lint::Engine> engine;
    std::deque<FileResult> files;

    Result<Done> load_config(const CheckRequest& request);
    Result<Done> load_inventory(const CheckRequest& request);
    CheckResult collect(const std::vector<Error>& missing);
};

Result<Done> Session::State::load_config(const CheckRequest& request) {
    const Result<Done> known = lint::Config::check_selection(rules, request.selection);
    if (!known) return known;
    lint::ConfigFile file;
    std::string path = request.config.value_or("");
    if (!request.config && !request.no_config) {
        const bool has_path = !request.paths.empty() && request.paths.front() != "-";
        const std::filesystem::path first = has_path ? request.paths.front() : ".";
        std::error_code code;
        const bool is_directory = std::filesystem::is_directory(first, code);
        path = find_config(is_directory ? first.string() : first.parent_path().string());
    }
    if (!path.empty()) {
        Result<std::string> bytes = reader.read(path);
        if (!bytes) return bytes.error();
        const Result<text::FileId> id = sources.add(path, *std::move(bytes));
        if (!id) return id.error();
        Result<lint::ConfigFile> parsed = lint::parse_config(sources.file(*id), rules, reader);
        if (!parsed) return parsed.error();
        file = *std::move(parsed);
    }
    for (const auto& kind : file.kinds) {
        const Result<Done> added = kinds.add(kind.group, kind.kind, kind.pod_spec);
        if (!added)
            return Error{fmt::format("{}: {}", path, added.error().message), added.error().hint};
    }
    for (const auto& resource : file.resources) {
        const Result<Done> added =
            catalog.add_resource(resource.name, resource.vendor, resource.kind);
        if (!added)
            return Error{fmt::format("{}: {}", path, added.error().message), added.error().hint};
    }
    config = std::make_unique<lint::Config>(rules, std::move(file), request.selection);
    if (request.kubernetes) config->set_kubernetes_version(*request.kubernetes);
    return Done{};
}

Result<Done> Session::State::load_inventory(const CheckRequest& request) {
    std::vector<std::string> paths = request.inventories;
    if (paths.empty()) {
        const std::filesystem::path base = std::filesystem::path(config->file().path).parent_path();
        for (const std::string& path : config->file().inventories) {
            paths.push_back((base / path).string());
        }
    }
    if (paths.empty()) return Done{};
    std::vector<const text::SourceFile*> inputs;
    for (const std::string& path : paths) {
        Result<std::string> bytes = reader.read(path);
        if (!bytes) return bytes.error();
        const Result<text::FileId> id =
            sources.add(path == "-" ? "<stdin>" : path, *std::move(bytes));
        if (!id) return id.error();
        inputs.push_back(&sources.file(*id));
    }
    auto parsed = cluster::parse_inventory(inputs, catalog);
    if (!parsed) return parsed.error();
    inventory = *std::move(parsed);
    return Done{};
}

CheckResult Session::State::collect(const std::vector<Error>& missing) {
    CheckResult result;
    lint::Summary& summary = result.summary;
    summary.unreadable = missing;
    const auto take = [&](lint::FileReport& report) {
        std::ranges::move(report.findings, std::back_inserter(result.findings));
        for (const lint::Skip& skip : report.skips) ++summary.skipped[skip.reason];
    };
    lint::FileReport about_inventory;
    engine->check_inventory(about_inventory);
    std::ranges::sort(about_inventory.findings, diag::comes_before);
    for (FileResult& file : files) {
        if (file.unreadable) summary.unreadable.push_back(*file.unreadable);
        if (file.id) ++summary.files;
        summary.documents += file.counts.documents;
        summary.workloads += file.counts.workloads;
        summary.has_damaged = summary.has_damaged || file.is_damaged;
        std::ranges::sort(file.report.findings, diag::comes_before);
        file.has_fixes = std::ranges::any_of(
            file.report.findings, [](const auto& finding) { return !finding.fixes.empty(); });
        take(file.report);
    }
    take(about_inventory);
    const std::size_t waiting = engine->rules_without_inventory().size();
    if (waiting > 0 && summary.workloads > 0) {
        summary.skipped[fmt::format("{} rules need an inventory", waiting)] += summary.workloads;
    }
    for (const diag::Finding& finding : result.findings) count_finding(finding, summary);
    return result;
}

const lint::RuleTable& builtin_rules() { return rules::builtin_rules(); }

Session::Session(const lint::RuleTable& rules, text::FileReader& reader)
    : state_(std::make_unique<State>(rules, reader)) {}

Session::~Session() = default;

Result<CheckResult> Session::check(const CheckRequest& request) {
    if (const Result<Done> done = state_->load_config(request); !done) return done.error();
    if (const Result<Done> done = state_->load_inventory(request); !done) return done.error();
    state_->engine = std::make_unique<lint::Engine>(
        lint::Surroundings{*state_->config, state_->catalog, state_->kinds, state_->inventory.get(),
                           request.today.empty() ? today() : request.today});
    const PathList paths = expand_paths(request.paths, state_->config->file().exclude);
    for (const std::string& path : paths.files) state_->files.emplace_back().path = path;
    Workers(*state_->engine, state_->reader, state_->sources, request).run(state_->files);
    return state_->collect(paths.missing);
}

std::vector<FixedFile> Session::fix(diag::Applicability least) const {
    std::vector<FixedFile> fixed;
    for (const FileResult& file : state_->files) {
        if (!file.id || !file.has_fixes) continue;
        const text::SourceFile& source = state_->sources.file(*file.id);
        lint::FixOutcome outcome =
            lint::fix_text(*state_->engine, file.path, std::string(source.text()), least);
        if (outcome.text == source.text()) continue;
        fixed.push_back({file.path, std::string(source.text()), std::move(outcome.text),
                         source.encoding(), outcome.fixed});
    }
    return fixed;
}

Result<const cluster::Inventory*> Session::load_inventory(const CheckRequest& request) {
    if (const Result<Done> done = state_->load_config(request); !done) return done.error();
    if (const Result<Done> done = state_->load_inventory(request); !done) return done.error();
    return state_->inventory.get();
}

const text::SourceSet& Session::sources() const { return state_->sources; }
const gpu::Catalog& Session::catalog() const { return state_->catalog; }
const lint::ConfigFile& Session::config() const { return state_->config->file(); }

}  // namespace gpulint::app
