#include "app/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

#include "app/baseline.h"
#include "app/paths.h"
#include "app/scope.h"
#include "app/workers.h"
#include "lint/fix.h"
#include "rules/builtin.h"

namespace gpulint::app {
namespace {

void count_finding(const diag::Finding& finding, lint::Summary& summary) {
    if (finding.suppressed) {
        ++summary.suppressed;
        if (finding.is_in_baseline) ++summary.in_baseline;
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

bool has_fixes(const FileJob& file) {
    return std::ranges::any_of(file.report.findings, [](const diag::Finding& finding) {
        return !finding.suppressed && !finding.fixes.empty();
    });
}

/// Standard input can be read once only.
std::optional<Error> find_stdin_conflict(const CheckRequest& request) {
    const auto count =
        std::ranges::count(request.paths, "-") + std::ranges::count(request.inventories, "-");
    if (count < 2) return std::nullopt;
    return Error{"\"-\" is given more than once, and standard input can be read only once",
                 "give manifests or inventory as a file"};
}

}  // namespace

struct Session::State {
    State(const lint::RuleTable& table, text::FileReader& file_reader)
        : rules(table), reader(file_reader) {}

    const lint::RuleTable& rules;
    text::FileReader& reader;
    text::SourceSet sources;
    CheckRequest request;
    std::unique_ptr<ScopeTable> scopes;
    Scope* main_scope = nullptr;  ///< that of the first path
    std::vector<Error> missing;
    std::deque<FileJob> files;
    std::optional<Baseline> baseline;

    Result<Done> read_baseline();
    Result<Done> open_scopes(const CheckRequest& asked);
    Result<Done> find_files();
    CheckResult collect() const;
};

Result<Done> Session::State::open_scopes(const CheckRequest& asked) {
    request = asked;
    files.clear();
    missing.clear();
    if (const auto conflict = find_stdin_conflict(request)) return *conflict;
    auto known = lint::Config::check_selection(rules, request.selection);
    if (!known) return known;
    scopes = std::make_unique<ScopeTable>(rules, reader, sources, request);
    std::string first;
    if (!request.paths.empty() && request.paths.front() != "-") {
        std::error_code code;
        const std::filesystem::path path = request.paths.front();
        const bool is_directory = std::filesystem::is_directory(path, code);
        first = is_directory ? path.string() : path.parent_path().string();
    }
    main_scope = scopes->find(absolute_path(first));
    if (main_scope == nullptr) return *scopes->error();
    return Done{};
}

Result<Done> Session::State::find_files() {
    const auto scope_of = [this](const std::string& absolute) {
        return scopes->find(absolute.substr(0, std::max<std::size_t>(absolute.rfind('/'), 1)));
    };
    const PathList paths = expand_paths(request.paths, [&scope_of](const std::string& absolute) {
        const Scope* scope = scope_of(absolute);
        return scope != nullptr && scope->is_excluded(absolute);
    });
    for (const FoundFile& found : paths.files) {
        FileJob& file = files.emplace_back();
        file.path = found.path;
        const std::string absolute =
            found.path == "-" ? absolute_path(request.stdin_name) : found.absolute;
        file.scope = scope_of(absolute);
        if (file.scope == nullptr) return *scopes->error();
        file.relative = file.scope->relative(absolute);
    }
    missing = paths.missing;
    return Done{};
}

Result<Done> Session::State::read_baseline() {
    baseline.reset();
    if (!request.baseline) return Done{};
    Result<std::string> bytes = reader.read(*request.baseline);
    if (!bytes) return bytes.error();
    const Result<text::FileId> id = sources.add(*request.baseline, *std::move(bytes));
    if (!id) return id.error();
    Result<Baseline> read = Baseline::parse(sources.file(*id));
    if (!read) return read.error();
    baseline = *std::move(read);
    return Done{};
}

CheckResult Session::State::collect() const {
    CheckResult result;
    lint::Summary& summary = result.summary;
    summary.unreadable = missing;
    std::map<const Scope*, std::size_t> workloads;
    const auto take = [&](const lint::FileReport& report) {
        std::ranges::copy(report.findings, std::back_inserter(result.findings));
        for (const lint::Skip& skip : report.skips) ++summary.skipped[skip.reason];
    };
    for (const FileJob& file : files) {
        if (file.unreadable) summary.unreadable.push_back(*file.unreadable);
        if (file.id) ++summary.files;
        summary.documents += file.counts.documents;
        summary.workloads += file.counts.workloads;
        summary.has_damaged = summary.has_damaged || file.is_damaged;
        workloads[file.scope] += file.counts.workloads;
        take(file.report);
    }
    std::set<const cluster::Inventory*> checked;
    for (const std::unique_ptr<Scope>& scope : scopes->all()) {
        const bool is_waiting = !scope->engine->rules_without_inventory().empty();
        const std::size_t unjudged = workloads[scope.get()];
        if (is_waiting && unjudged > 0) summary.skipped["no inventory"] += unjudged;
        if (!checked.insert(scope->inventory.get()).second) continue;
        lint::FileReport about_inventory;
        scope->engine->check_inventory(about_inventory);
        std::ranges::stable_sort(about_inventory.findings, diag::comes_before);
        take(about_inventory);
    }
    if (baseline) summary.gone_from_baseline = baseline->apply(result.findings, sources);
    for (const diag::Finding& finding : result.findings) count_finding(finding, summary);
    return result;
}

const lint::RuleTable& builtin_rules() { return rules::builtin_rules(); }

Session::Session(const lint::RuleTable& rules, text::FileReader& reader)
    : state_(std::make_unique<State>(rules, reader)) {}

Session::~Session() = default;

Result<CheckResult> Session::check(const CheckRequest& request) {
    if (const Result<Done> done = state_->open_scopes(request); !done) return done.error();
    if (const Result<Done> done = state_->read_baseline(); !done) return done.error();
    if (const Result<Done> done = state_->find_files(); !done) return done.error();
    Workers(state_->reader, state_->sources, state_->request).run(state_->files);
    for (FileJob& file : state_->files) {
        std::ranges::stable_sort(file.report.findings, diag::comes_before);
    }
    return state_->collect();
}

std::vector<FixedFile> Session::fix(diag::Applicability least) const {
    std::vector<FileJob*> jobs;
    for (FileJob& file : state_->files) {
        if (file.id && (has_fixes(file) || file.path == "-")) jobs.push_back(&file);
    }
    std::vector<FixedFile> fixed(jobs.size());
    std::atomic<std::size_t> next = 0;
    const auto threads = static_cast<unsigned>(
        std::min<std::size_t>(jobs.size(), thread_count(state_->request.jobs)));
    run_on_threads(threads, [&] {
        for (std::size_t i = next++; i < jobs.size(); i = next++) {
            const FileJob& file = *jobs[i];
            const text::SourceFile& source = state_->sources.file(*file.id);
            lint::FixOutcome outcome = lint::fix_text(*file.scope->engine, file.relative,
                                                      std::string(source.text()), least);
            fixed[i] = {file.path, std::string(source.text()), std::move(outcome.text),
                        source.encoding(), outcome.fixed};
        }
    });
    std::erase_if(
        fixed, [](const FixedFile& file) { return file.path != "-" && file.before == file.after; });
    return fixed;
}

CheckResult Session::after_fixes(const std::vector<FixedFile>& fixed) {
    std::map<std::string_view, FileJob*> by_path;
    for (FileJob& file : state_->files) by_path.emplace(file.path, &file);
    for (const FixedFile& mended : fixed) {
        if (mended.before == mended.after) continue;
        FileJob* const file = by_path.at(mended.path);
        const std::string& name = state_->sources.file(*file->id).name();
        const Result<text::FileId> id = state_->sources.add(name, mended.after);
        if (!id) continue;
        file->id = *id;
        file->counts = {};
        file->report = file->scope->engine->check_file(state_->sources.file(*id), file->relative,
                                                       file->counts);
    }
    return state_->collect();
}

Result<const cluster::Inventory*> Session::load_inventory(const CheckRequest& request) {
    if (const Result<Done> done = state_->open_scopes(request); !done) return done.error();
    return state_->main_scope->inventory.get();
}

const text::SourceSet& Session::sources() const { return state_->sources; }
const gpu::Catalog& Session::catalog() const { return state_->main_scope->catalog; }
const lint::ConfigFile& Session::config() const { return state_->main_scope->config->file(); }

}  // namespace gpulint::app
