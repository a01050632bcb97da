#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/session.h"
#include "cli/command.h"
#include "lint/rule.h"
#include "report/rule_list.h"

namespace gpulint::cli {

void add_rules(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("rules", "List all rules");
    auto output = std::make_shared<std::string>("text");
    command->add_option("--output", *output, "text or json")
        ->check(CLI::IsMember({"text", "json"}));
    command->callback([output, &status] {
        const lint::RuleTable& rules = app::builtin_rules();
        const bool is_written =
            print(*output == "json" ? report::rules_as_json(rules) : report::rules_as_text(rules));
        status = is_written ? kClean : kUsage;
    });
}

}  // namespace gpulint::cli
