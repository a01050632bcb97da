#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "cli/app.h"
#include "cli/check_run.h"
#include "cli/command.h"
#include "cli/output.h"
#include "lint/profile.h"
#include "report/reporter.h"

namespace gpulint::cli {
namespace {

/// Rule lists as written, to be split: `--select GPU301,GPU302 --select GPU1`.
struct RuleLists {
    std::vector<std::string> select;
    std::vector<std::string> extend_select;
    std::vector<std::string> ignore;
};

std::vector<std::string> split_lists(const std::vector<std::string>& lists) {
    std::vector<std::string> items;
    for (const std::string& list : lists) {
        for (const std::string_view item : ascii::split(list, ',')) {
            if (!ascii::trim(item).empty()) items.emplace_back(ascii::trim(item));
        }
    }
    return items;
}

std::string profile_names() {
    std::vector<std::string> names;
    for (const lint::Profile& profile : lint::kProfiles) names.emplace_back(profile.name);
    return braced(names);
}

std::string format_names() {
    std::vector<std::string> names;
    for (const report::Format& format : report::formats()) names.emplace_back(format.name);
    return braced(names);
}

/// "v1.35.2" and "1.35" are both 1.35.
std::string check_version(std::string& written) {
    std::string_view text = written;
    if (text.starts_with('v')) text.remove_prefix(1);
    const std::vector<std::string_view> parts = ascii::split(text, '.');
    const bool are_numbers = std::ranges::all_of(parts, [](std::string_view part) {
        return !part.empty() && part.size() < 5 && std::ranges::all_of(part, ascii::is_digit);
    });
    if (parts.size() < 2 || parts.size() > 3 || !are_numbers) {
        return fmt::format("\"{}\" is no version of Kubernetes\n--kubernetes 1.35", written);
    }
    written = fmt::format("{}.{}", parts[0], parts[1]);
    return "";
}

void add_what_to_check(CLI::App& command, CheckOptions& options) {
    app::CheckRequest& request = options.request;
    command.add_option("PATH", request.paths, "files, directories, globs, or - for standard input")
        ->type_name("");
    command
        .add_option("-i,--inventory", request.inventories,
                    "what the cluster has: kubectl get nodes -o yaml, describe, or an Inventory; "
                    "repeatable")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command.add_option("--stdin-name", request.stdin_name, "name to show for standard input")
        ->type_name("NAME");
    command
        .add_option("--kubernetes", request.kubernetes,
                    "version of the API server; else the inventory's, else the newest known")
        ->type_name("VERSION")
        ->transform(CLI::Validator(check_version, ""));
    command
        .add_option("--config", request.config,
                    "configuration; else for each file the nearest gpulint.yaml")
        ->type_name("FILE");
    command.add_flag("--no-config", request.no_config, "look for no configuration");
    command.add_option("--jobs", request.jobs, "threads; else all cores")->type_name("N");
}

void add_rule_choice(CLI::App& command, CheckOptions& options, RuleLists& lists) {
    const auto add = [&command](const char* name, std::vector<std::string>& list,
                                const char* help) {
        command.add_option(name, list, help)->type_name("RULES")->allow_extra_args(false);
    };
    add("--select", lists.select, "only these: ids, names, families, GPU3, all");
    add("--extend-select", lists.extend_select, "these as well");
    add("--ignore", lists.ignore, "not these");
    command.add_option("--profile", options.request.selection.profile, "set of rules")
        ->type_name(profile_names());
}

void add_results(CLI::App& command, CheckOptions& options) {
    command.add_flag("--fix", options.fix, "apply safe fixes");
    command.add_flag("--unsafe-fixes", options.unsafe_fixes,
                     "apply fixes that want a second look too");
    command.add_flag("--diff", options.diff, "show what --fix would change, change nothing");
    limit_to(*command.add_option("--fail-on", options.fail_on, "least severity that fails"),
             {"error", "warning", "note"});
    command
        .add_option("--baseline", options.request.baseline,
                    "pass over the findings that are in this file")
        ->type_name("FILE");
    command
        .add_option("--write-baseline", options.write_baseline,
                    "write what is found to this file, to be passed over from then on")
        ->type_name("FILE");
    command.add_flag("--exit-zero", options.exit_zero, "findings do not fail");
    command
        .add_option("--output", options.outputs,
                    "format, and file if not standard output; repeatable")
        ->type_name(format_names() + "[=FILE]")
        ->allow_extra_args(false);
    command.add_flag("--statistics", options.statistics, "count findings by rule");
    limit_to(*command.add_option("--color", options.color, "colours in the text format"),
             {"auto", "always", "never"});
    command.add_option("--docs-url", options.docs_url, "base address of links")->type_name("URL");
}

}  // namespace

void fill_check(CLI::App& command, int& status) {
    auto options = std::make_shared<CheckOptions>();
    auto lists = std::make_shared<RuleLists>();
    add_what_to_check(command, *options);
    add_rule_choice(command, *options, *lists);
    add_results(command, *options);
    command.footer(
        "Exit status: 0 nothing found, 1 findings, 2 wrong usage, configuration or inventory,\n"
        "3 some input could not be read (the others are checked all the same).");
    command.callback([options, lists, &status] {
        lint::Selection& selection = options->request.selection;
        selection.select = split_lists(lists->select);
        selection.extend_select = split_lists(lists->extend_select);
        selection.ignore = split_lists(lists->ignore);
        status = run_check(std::move(*options));
    });
}

}  // namespace gpulint::cli
