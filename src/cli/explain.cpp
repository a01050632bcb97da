#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/session.h"
#include "base/near_text.h"
#include "cli/command.h"
#include "gpu/catalog.h"
#include "lint/rule.h"
#include "report/lessons.h"
#include "report/reporter.h"
#include "report/rule_list.h"

namespace gpulint::cli {
namespace {

std::string explain_step(const report::LessonStep& step) {
    std::string text = fmt::format("{} {}\n\n{}\n\npage: {}\n", step.id, step.title, step.summary,
                                   report::lesson_link(step.id, GPULINT_DOCS_URL));
    for (const lint::Rule& rule : app::builtin_rules().rules()) {
        if (rule.meta.lesson == step.id) {
            text += fmt::format("rule: {} {}\n", rule.meta.id, rule.meta.name);
        }
    }
    return text;
}

std::string_view kind_words(gpu::ResourceKind kind) {
    switch (kind) {
        case gpu::ResourceKind::kWhole: return "a whole device";
        case gpu::ResourceKind::kPartition: return "a hardware partition of a device";
        case gpu::ResourceKind::kShared: return "a share of a device that others use too";
        case gpu::ResourceKind::kAuxiliary: return "something counted beside devices";
        case gpu::ResourceKind::kOther: return "no accelerator";
        case gpu::ResourceKind::kRetired: return "retired: nothing advertises it any more";
    }
    return "";
}

std::string explain_resource(const std::string& name, const gpu::Catalog& catalog) {
    const gpu::ResourceName resource = catalog.find_resource(name);
    return fmt::format("{}: {}\nvendor: {}\nkind: {}\n", name, resource.row->title,
                       catalog.vendor_name(resource.row->vendor), kind_words(resource.row->kind));
}

int explain(const std::string& what) {
    const lint::RuleTable& rules = app::builtin_rules();
    if (const lint::Rule* rule = rules.find(what)) {
        return print(report::explain_rule(rule->meta, GPULINT_DOCS_URL)) ? kClean : kUsage;
    }
    if (const report::LessonStep* step = report::find_lesson_step(what)) {
        return print(explain_step(*step)) ? kClean : kUsage;
    }
    const gpu::Catalog catalog;
    if (catalog.find_resource(what).is_known()) {
        return print(explain_resource(what, catalog)) ? kClean : kUsage;
    }
    const std::string near_resource = catalog.find_near_resource(what).name;
    std::string_view near = rules.find_near(what);
    if (near.empty()) near = near_resource;
    print_error({fmt::format("nothing is known of \"{}\"", what),
                 near.empty()
                     ? "a rule (GPU301), a lesson step (3.1) or a resource name (nvidia.com/gpu)"
                     : fmt::format("did you mean {}?", near)});
    return kUsage;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("explain", "Explain a rule, a lesson step or a resource name");
    auto what = std::make_shared<std::string>();
    command->add_option("WHAT", *what, "GPU301, fractional-gpu, 3.1, nvidia.com/mig-1g.10gb")
        ->required();
    command->callback([what, &status] { status = explain(*what); });
}

}  // namespace gpulint::cli
