#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/session.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/output.h"
#include "lint/rule.h"
#include "report/rule_list.h"

namespace gpulint::cli {

void fill_rules(CLI::App& command, int& status) {
    auto output = std::make_shared<std::string>("text");
    limit_to(*command.add_option("--output", *output, "format"), {"text", "json"});
    command.callback([output, &status] {
        const lint::RuleTable& rules = app::builtin_rules();
        status = print_all(*output == "json" ? report::rules_as_json(rules)
                                             : report::rules_as_text(rules));
    });
}

}  // namespace gpulint::cli
