#include "cli/check_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "app/baseline.h"
#include "base/ascii.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/display.h"
#include "report/reporter.h"
#include "text/diff.h"
#include "text/encoding.h"

namespace gpulint::cli {
namespace {

/// Standard output is written whenever this much is ready.
constexpr std::size_t kBuffer = std::size_t{64} * 1024;

/// One `--output FORMAT[=FILE]`.
struct Output {
    const report::Format* format = nullptr;
    std::string file;  ///< "" is standard output
};

Result<Output> parse_output(const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const report::Format* format = report::find_format(name);
    if (format == nullptr) {
        std::vector<std::string_view> names;
        for (const report::Format& known : report::formats()) names.push_back(known.name);
        return Error{fmt::format("there is no output format \"{}\"", name), suggest(name, names)};
    }
    if (equals + 1 == text.size()) {
        return Error{fmt::format("--output {} names no file", text),
                     fmt::format("--output {}=report.txt", name)};
    }
    const std::string file = equals == text.size() ? "-" : text.substr(equals + 1);
    return Output{format, file == "-" ? "" : file};
}

Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& texts) {
    std::vector<Output> outputs;
    for (const std::string& text : texts) {
        const Result<Output> output = parse_output(text);
        if (!output) return output.error();
        outputs.push_back(*output);
    }
    if (outputs.empty()) outputs.push_back({report::find_format("text"), ""});
    if (std::ranges::count(outputs, "", &Output::file) > 1) {
        return Error{"two formats would be written to standard output",
                     "--output FORMAT=FILE for one of them"};
    }
    return outputs;
}

/// Findings per rule, most frequent first.
std::string statistics(const app::CheckResult& result, const lint::RuleTable& rules) {
    std::map<std::string, std::size_t> counts;
    for (const diag::Finding& finding : result.findings) {
        if (!finding.suppressed) ++counts[finding.rule];
    }
    std::vector<std::pair<std::string, std::size_t>> rows(counts.begin(), counts.end());
    std::ranges::stable_sort(rows, std::greater(), [](const auto& row) { return row.second; });
    std::string text;
    for (const auto& [id, count] : rows) {
        const lint::Rule* rule = rules.find(id);
        text += fmt::format("{:>6}  {}  {}\n", count, id, rule == nullptr ? "" : rule->meta.name);
    }
    return text + report::escaped(report::summary_line(result.summary)) + '\n';
}

/// A diff for a terminal: what could steer it is written out, line by line.
std::string shown_on_terminal(std::string_view diff) {
    std::string text;
    for (const std::string_view line : ascii::split(diff, '\n')) {
        text += report::escaped(line) + '\n';
    }
    text.pop_back();
    return text;
}

class CheckCommand {
  public:
    explicit CheckCommand(CheckOptions options)
        : options_(std::move(options)),
          rules_(app::builtin_rules()),
          reader_(text::make_disk_reader()),
          session_(rules_, *reader_) {}

    int run() {
        if (options_.request.paths.empty()) {
            print_error({"no path is given", "gpulint check ."});
            return kUsage;
        }
        Result<std::vector<Output>> outputs = parse_outputs(options_.outputs);
        if (!outputs) return fail(outputs.error());
        show_progress();
        Result<app::CheckResult> checked = session_.check(options_.request);
        if (!checked) return fail(checked.error());
        app::CheckResult result = *std::move(checked);
        for (const Error& error : result.summary.unreadable) print_error(error);
        if (!options_.write_baseline.empty()) return write_baseline(result);
        if (const std::size_t gone = result.summary.gone_from_baseline; gone > 0) {
            fmt::print(stderr, "{} finding{} of the baseline {} gone: --write-baseline {}\n", gone,
                       gone == 1 ? "" : "s", gone == 1 ? "is" : "are", *options_.request.baseline);
        }
        if (options_.diff) {
            show_diff();
        } else {
            if (options_.fix || options_.unsafe_fixes) mend(result);
            for (const Output& output : *outputs) write(output, result);
        }
        return is_written_ ? status_of(result) : kUsage;
    }

  private:
    static int fail(const Error& error) {
        print_error(error);
        return kUsage;
    }

    /// A line on standard error while a long run lasts, on a terminal only.
    void show_progress() {
        if (::isatty(STDERR_FILENO) == 0) return;
        const auto start = std::chrono::steady_clock::now();
        options_.request.progress = [start](std::size_t done, std::size_t total) {
            const bool is_long = std::chrono::steady_clock::now() - start > std::chrono::seconds(1);
            if (!is_long) return;
            fmt::print(stderr, "\r{} of {} files{}", done, total, done == total ? "\r\x1b[K" : "");
        };
    }

    /// Writes down what was found, instead of reporting it.
    int write_baseline(const app::CheckResult& result) const {
        const std::string text = app::Baseline::write(result.findings, session_.sources());
        const Result<Done> done = write_file(options_.write_baseline, text);
        if (!done) return fail(done.error());
        const lint::Summary& summary = result.summary;
        const std::size_t count =
            summary.errors + summary.warnings + summary.notes + summary.in_baseline;
        fmt::print(stderr, "wrote {} finding{} to {}\n", count, count == 1 ? "" : "s",
                   options_.write_baseline);
        return summary.unreadable.empty() && !summary.has_damaged ? kClean : kUnreadable;
    }

    diag::Applicability least_trust() const {
        return options_.unsafe_fixes ? diag::Applicability::kUnsafe : diag::Applicability::kSafe;
    }

    void show_diff() {
        std::string diff;
        std::size_t fixed = 0;
        for (const app::FixedFile& file : session_.fix(least_trust())) {
            const std::string& name = file.path == "-" ? options_.request.stdin_name : file.path;
            diff += text::unified_diff(name, file.before, file.after);
            fixed += file.fixed;
        }
        is_written_ = print(::isatty(STDOUT_FILENO) != 0 ? shown_on_terminal(diff) : diff);
        fmt::print(stderr, "{} finding{} would be fixed\n", fixed, fixed == 1 ? "" : "s");
    }

    /// Writes the mended files; what is left is reported. Where standard input is mended, standard
    /// output carries it, and the report goes to standard error.
    void mend(app::CheckResult& result) {
        std::vector<app::FixedFile> fixed = session_.fix(least_trust());
        std::size_t count = 0;
        for (app::FixedFile& file : fixed) {
            const std::string bytes = text::encode(file.after, file.encoding);
            if (file.path == "-") {
                is_stdout_taken_ = true;
                is_written_ = print(bytes) && is_written_;
            } else if (const Result<Done> done = write_file(file.path, bytes); !done) {
                print_error(done.error());
                is_written_ = false;
                file.after = file.before;
                continue;
            }
            count += file.fixed;
        }
        if (count > 0) fmt::print(stderr, "fixed {} finding{}\n", count, count == 1 ? "" : "s");
        const std::vector<Error> unreadable = std::move(result.summary.unreadable);
        result = session_.after_fixes(fixed);
        result.summary.unreadable = unreadable;
    }

    report::Surroundings surroundings_for(const Output& output) const {
        std::string docs_url = options_.docs_url;
        if (docs_url.empty()) docs_url = session_.config().docs_url.value_or(GPULINT_DOCS_URL);
        report::Surroundings surroundings{session_.sources(), rules_, docs_url,
                                          std::string(version())};
        surroundings.colour =
            output.file.empty() && !is_stdout_taken_ && wants_colour(options_.color);
        surroundings.hyperlinks = surroundings.colour && ::isatty(STDOUT_FILENO) != 0;
        return surroundings;
    }

    void write(const Output& output, const app::CheckResult& result) {
        const bool is_for_people =
            output.format->name == "text" || output.format->name == "concise";
        if (options_.statistics && output.file.empty()) {
            const std::string counts = statistics(result, rules_);
            if (!is_for_people || is_stdout_taken_) fmt::print(stderr, "{}", counts);
            if (is_for_people && !is_stdout_taken_) is_written_ = print(counts) && is_written_;
            if (is_for_people) return;
        }
        const report::Surroundings surroundings = surroundings_for(output);
        const auto reporter = output.format->make(surroundings);
        std::string text;
        reporter->begin(text);
        for (const diag::Finding& finding : result.findings) {
            if (finding.suppressed && !reporter->wants_suppressed()) continue;
            reporter->finding(finding, text);
            if (output.file.empty() && text.size() >= kBuffer) put(text);
        }
        reporter->end(result.summary, text);
        if (output.file.empty()) {
            put(text);
        } else if (const Result<Done> done = write_file(output.file, text); !done) {
            print_error(done.error());
            is_written_ = false;
        }
    }

    /// Hands over what is ready; after a failure nothing more is tried.
    void put(std::string& text) {
        if (is_stdout_taken_) {
            fmt::print(stderr, "{}", text);
        } else if (is_written_) {
            is_written_ = print(text);
        }
        text.clear();
    }

    int status_of(const app::CheckResult& result) const {
        const lint::Summary& summary = result.summary;
        if (!summary.unreadable.empty() || summary.has_damaged) return kUnreadable;
        std::size_t counted = summary.errors;
        if (options_.fail_on != "error") counted += summary.warnings;
        if (options_.fail_on == "note") counted += summary.notes;
        return counted > 0 && !options_.exit_zero ? kFindings : kClean;
    }

    CheckOptions options_;
    const lint::RuleTable& rules_;
    std::unique_ptr<text::FileReader> reader_;
    app::Session session_;
    bool is_stdout_taken_ = false;  ///< by mended standard input
    bool is_written_ = true;        ///< everything so far
};

}  // namespace

int run_check(CheckOptions options) { return CheckCommand(std::move(options)).run(); }

}  // namespace gpulint::cli
