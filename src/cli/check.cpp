#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "base/near_text.h"
#include "cli/command.h"
#include "report/reporter.h"
#include "text/diff.h"
#include "text/encoding.h"

namespace gpulint::cli {
namespace {

/// Everything `gpulint check` can be told.
struct CheckOptions {
    app::CheckRequest request;
    std::vector<std::string> outputs;
    std::vector<std::string> select;
    std::vector<std::string> ignore;
    std::string color = "auto";
    std::string fail_on = "error";
    std::string docs_url;
    bool exit_zero = false;
    bool fix = false;
    bool unsafe_fixes = false;
    bool diff = false;
    bool statistics = false;
};

/// One `--output FORMAT[=FILE]`.
struct Output {
    report::Format format = report::Format::kText;
    std::string file;  ///< "" is standard output
};

Result<Output> parse_output(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::optional<report::Format> format = report::find_format(name);
    if (!format) {
        const std::vector<std::string_view> names = report::format_names();
        const std::string_view near = find_nearest(name, names);
        return Error{fmt::format("there is no output format \"{}\"", name),
                     near.empty() ? fmt::format("the formats are {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean {}?", near)};
    }
    return Output{*format, equals == std::string::npos ? "" : text.substr(equals + 1)};
}

/// Splits `GPU301,GPU302` given once or several times.
std::vector<std::string> split_lists(const std::vector<std::string>& lists) {
    std::vector<std::string> items;
    for (const std::string& list : lists) {
        std::size_t begin = 0;
        while (begin <= list.size()) {
            const std::size_t comma = std::min(list.find(',', begin), list.size());
            if (comma > begin) items.push_back(list.substr(begin, comma - begin));
            begin = comma + 1;
        }
    }
    return items;
}

bool wants_colour(const std::string& when) {
    if (when != "auto") return when == "always";
    const char* forced = std::getenv("FORCE_COLOR");
    if (forced != nullptr && *forced != '\0') return true;
    const char* never = std::getenv("NO_COLOR");
    return (never == nullptr || *never == '\0') && ::isatty(STDOUT_FILENO) != 0;
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
        std::vector<Output> outputs;
        for (const std::string& text : options_.outputs) {
            const Result<Output> output = parse_output(text);
            if (!output) return fail(output.error());
            outputs.push_back(*output);
        }
        if (outputs.empty()) outputs.push_back({});
        options_.request.selection.select = split_lists(options_.select);
        options_.request.selection.ignore = split_lists(options_.ignore);
        set_progress();
        Result<app::CheckResult> result = session_.check(options_.request);
        if (!result) return fail(result.error());
        if (options_.fix || options_.unsafe_fixes || options_.diff) {
            if (const Result<Done> done = mend(); !done) return fail(done.error());
            if (options_.diff) return status_of(*result);
        }
        for (const Output& output : outputs) {
            if (const Result<Done> done = write(output, *result); !done) return fail(done.error());
        }
        for (const Error& error : result->summary.unreadable) print_error(error);
        if (options_.statistics) print(statistics(*result, rules_));
        return status_of(*result);
    }

  private:
    static int fail(const Error& error) {
        print_error(error);
        return kUsage;
    }

    /// A line on standard error while a long run lasts, on a terminal only.
    void set_progress() {
        if (::isatty(STDERR_FILENO) == 0) return;
        const auto start = std::chrono::steady_clock::now();
        options_.request.progress = [start](std::size_t done, std::size_t total) {
            const bool is_long = std::chrono::steady_clock::now() - start > std::chrono::seconds(1);
            if (!is_long) return;
            fmt::print(stderr, "\r{} of {} files{}", done, total, done == total ? "\r\x1b[K" : "");
        };
    }

    Result<Done> mend() {
        const diag::Applicability least =
            options_.unsafe_fixes ? diag::Applicability::kUnsafe : diag::Applicability::kSafe;
        std::size_t fixed = 0;
        std::string diff;
        for (const app::FixedFile& file : session_.fix(least)) {
            fixed += file.fixed;
            const std::string& name = file.path == "-" ? options_.request.stdin_name : file.path;
            if (options_.diff) {
                diff += text::unified_diff(name, file.before, file.after);
            } else if (file.path == "-") {
                print(file.after);
            } else if (const Result<Done> done =
                           write_file(file.path, text::encode(file.after, file.encoding));
                       !done) {
                return done;
            }
        }
        if (options_.diff) {
            print(diff);
            return Done{};
        }
        fmt::print(stderr, "fixed {} finding{}\n", fixed, fixed == 1 ? "" : "s");
        mended_ = true;
        return Done{};
    }

    Result<Done> write(const Output& output, const app::CheckResult& result) {
        const std::string configured = session_.config().docs_url.value_or(GPULINT_DOCS_URL);
        report::Surroundings surroundings{
            session_.sources(), rules_, options_.docs_url.empty() ? configured : options_.docs_url,
            std::string(version())};
        surroundings.colour = output.file.empty() && wants_colour(options_.color);
        surroundings.hyperlinks = surroundings.colour && ::isatty(STDOUT_FILENO) != 0;
        const auto reporter = report::make_reporter(output.format, surroundings);
        std::string text;
        reporter->begin(text);
        for (const diag::Finding& finding : result.findings) {
            const bool is_gone = mended_ && is_fixed(finding);
            if (!finding.suppressed && !is_gone) reporter->finding(finding, text);
        }
        reporter->end(result.summary, text);
        if (output.file.empty()) {
            if (!print(text)) return Error{"standard output could not be written", ""};
            return Done{};
        }
        return write_file(output.file, text);
    }

    bool is_fixed(const diag::Finding& finding) const {
        if (finding.fixes.empty()) return false;
        const diag::Applicability trust = finding.fixes.front().applicability;
        return trust == diag::Applicability::kSafe ||
               (options_.unsafe_fixes && trust == diag::Applicability::kUnsafe);
    }

    int status_of(const app::CheckResult& result) const {
        const lint::Summary& summary = result.summary;
        if (!summary.unreadable.empty() || summary.has_damaged) return kUnreadable;
        std::size_t counted = 0;
        for (const diag::Finding& finding : result.findings) {
            if (finding.suppressed || (mended_ && is_fixed(finding))) continue;
            const bool counts =
                finding.severity == diag::Severity::kError ||
                (options_.fail_on != "error" && finding.severity == diag::Severity::kWarning) ||
                options_.fail_on == "note";
            if (counts) ++counted;
        }
        return counted > 0 && !options_.exit_zero ? kFindings : kClean;
    }

    CheckOptions options_;
    const lint::RuleTable& rules_;
    std::unique_ptr<text::FileReader> reader_;
    app::Session session_;
    bool mended_ = false;
};

}  // namespace

void add_check(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("check", "Check manifests; the default command");
    auto options = std::make_shared<CheckOptions>();
    app::CheckRequest& request = options->request;
    command->add_option("PATH", request.paths, "files, directories, globs, or - for standard input")
        ->required();
    command->add_option(
        "-i,--inventory", request.inventories,
        "what the cluster has: kubectl get nodes -o yaml, describe, or an Inventory");
    command->add_option("--stdin-name", request.stdin_name, "name to show for standard input");
    command->add_flag("--fix", options->fix, "apply safe fixes");
    command->add_flag("--unsafe-fixes", options->unsafe_fixes,
                      "apply fixes that want a second look too");
    command->add_flag("--diff", options->diff, "show what --fix would change, change nothing");
    command->add_option("--select", options->select, "only these rules: ids, names, GPU3, all");
    command->add_option("--extend-select", request.selection.extend_select, "these rules as well");
    command->add_option("--ignore", options->ignore, "not these rules");
    command->add_option("--profile", request.selection.profile,
                        "set of rules: recommended, strict, …");
    command->add_option("--kubernetes", request.kubernetes,
                        "version of the API server, such as 1.35");
    command->add_option("--config", request.config,
                        "configuration file; else the nearest gpulint.yaml");
    command->add_flag("--no-config", request.no_config, "look for no configuration file");
    command
        ->add_option("--fail-on", options->fail_on,
                     "least severity that fails: error, warning, note")
        ->check(CLI::IsMember({"error", "warning", "note"}));
    command->add_flag("--exit-zero", options->exit_zero, "findings do not fail");
    command->add_option("--output", options->outputs,
                        "FORMAT or FORMAT=FILE, repeatable: text, concise, json, jsonl, github");
    command->add_flag("--statistics", options->statistics, "count findings by rule");
    command->add_option("--color", options->color, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    command->add_option("--docs-url", options->docs_url, "base address of links");
    command->add_option("--jobs", request.jobs, "threads; all cores when not given");
    command->callback([options, &status] { status = CheckCommand(*options).run(); });
}

}  // namespace gpulint::cli
