#include "app/workers.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>

#include "lint/suppressions.h"

namespace gpulint::app {
namespace {

/// Documents of a large file that one thread takes at a time.
constexpr std::size_t kChunk = 128;
constexpr unsigned kMostThreads = 256;

/// A second thread would cost more than it brings.
bool is_small(const FileJob& file) {
    constexpr std::uintmax_t kSmall = 256 * 1024;
    std::error_code code;
    const std::uintmax_t size = std::filesystem::file_size(file.path, code);
    return !code && size <= kSmall;
}

}  // namespace

void run_on_threads(unsigned threads, const std::function<void()>& body) {
    std::vector<std::thread> others;
    try {
        for (unsigned i = 1; i < threads; ++i) others.emplace_back(body);
    } catch (const std::system_error&) {
        // The threads there are do the work.
    }
    body();
    for (std::thread& thread : others) thread.join();
}

unsigned thread_count(unsigned jobs) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return jobs == 0 ? cores : std::min(jobs, kMostThreads);
}

void Workers::run(std::deque<FileJob>& files) {
    total_ = files.size();
    for (FileJob& file : files) tasks_.push_back({&file, 0, 0, true});
    const bool is_alone = files.empty() || (files.size() == 1 && is_small(files.front()));
    run_on_threads(is_alone ? 1 : thread_count(request_.jobs), [this] { work(); });
}

void Workers::work() {
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
        if (busy_ == 0 && tasks_.empty()) changed_.notify_all();
    }
}

void Workers::open(FileJob& file) {
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
        file.chunks_left = 1;
        check_chunk(file, 0, file.parts.size());
        return;
    }
    const std::lock_guard lock(mutex_);
    file.chunks_left = (file.parts.size() + kChunk - 1) / kChunk;
    for (std::size_t first = 0; first < file.parts.size(); first += kChunk) {
        tasks_.push_front({&file, first, std::min(first + kChunk, file.parts.size()), false});
    }
    changed_.notify_all();
}

void Workers::check_chunk(FileJob& file, std::size_t first, std::size_t last) {
    const text::SourceFile& source = sources_.file(*file.id);
    const lint::Engine& engine = *file.scope->engine;
    lint::FileReport report;
    std::vector<lint::Suppression> suppressions;
    lint::Counts counts;
    bool is_damaged = false;
    for (std::size_t i = first; i < last; ++i) {
        const auto document = yaml::parse_document(source, file.parts[i]);
        is_damaged = is_damaged || (document->is_damaged() && !document->is_template());
        engine.check_document(*document, file.relative, report, suppressions, counts);
    }
    engine.finish_file(source, file.relative, suppressions, report);
    const std::lock_guard lock(file.mutex);
    std::ranges::move(report.findings, std::back_inserter(file.report.findings));
    std::ranges::move(report.skips, std::back_inserter(file.report.skips));
    file.counts.documents += counts.documents;
    file.counts.workloads += counts.workloads;
    file.is_damaged = file.is_damaged || is_damaged;
    if (--file.chunks_left > 0) return;
    file.parts = {};
    // Standard input may have to be written out again.
    const bool is_needed = !file.report.findings.empty() || file.path == "-";
    if (!is_needed) sources_.release(*file.id);
}

}  // namespace gpulint::app
