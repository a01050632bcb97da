#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/scope.h"
#include "lint/engine.h"
#include "lint/file_report.h"
#include "text/source.h"
#include "yaml/parse.h"

namespace gpulint::app {

/// One input, and what came of it.
struct FileJob {
    std::string path;      ///< as given; "-" is standard input
    std::string relative;  ///< to the configuration, for its overrides
    const Scope* scope = nullptr;
    std::optional<text::FileId> id;  ///< once it was read
    std::optional<Error> unreadable;
    std::mutex mutex;  ///< chunks of one file are done by several threads
    std::vector<yaml::DocumentPart> parts;
    std::size_t chunks_left = 0;
    lint::FileReport report;
    lint::Counts counts;
    bool is_damaged = false;
};

/// Checks files on several threads: small ones whole, large ones in chunks of documents. A file is
/// read when its turn comes, and its text goes again when nothing was found in it.
class Workers {
  public:
    Workers(text::FileReader& reader, text::SourceSet& sources, const CheckRequest& request)
        : reader_(reader), sources_(sources), request_(request) {}

    void run(std::deque<FileJob>& files);

  private:
    struct Task {
        FileJob* file = nullptr;
        std::size_t first = 0;
        std::size_t last = 0;
        bool is_whole = false;  ///< the file is still to be read
    };

    void work();
    void open(FileJob& file);
    void check_chunk(FileJob& file, std::size_t first, std::size_t last);

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

/// Runs `body` on this thread and up to `threads` - 1 others; fewer when the system gives no more.
void run_on_threads(unsigned threads, const std::function<void()>& body);

/// The number of threads a request stands for.
unsigned thread_count(unsigned jobs);

}  // namespace gpulint::app
