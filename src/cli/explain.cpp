#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/session.h"
#include "base/near_text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "gpu/catalog.h"
#include "lint/rule.h"
#include "report/display.h"
#include "report/lessons.h"
#include "report/reporter.h"
#include "report/rule_list.h"

namespace gpulint::cli {
namespace {

std::string explain_step(const report::LessonStep& step) {
    std::string text = fmt::format("{} {}\n\n{}\n\npage: {}\n", step.id, step.title,
                                   report::wrapped(step.summary, 0),
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

std::string explain_product(const gpu::Product& product, const gpu::Catalog& catalog) {
    std::string text = fmt::format("{} {}\nresource: {}\n", catalog.vendor_name(product.vendor),
                                   product.name, product.resource);
    if (product.memory_mib) text += fmt::format("memory: {} MiB\n", *product.memory_mib);
    if (!product.architecture.empty()) {
        text += fmt::format("architecture: {}\n", product.architecture);
    }
    if (!product.compute_capability.empty()) {
        text += fmt::format("compute capability: {}\n", product.compute_capability);
    }
    text += fmt::format("MIG: {}\n", product.is_mig_capable ? "yes" : "no");
    return text + fmt::format("product label: {}\n", fmt::join(product.labels, ", "));
}

/// What was meant by something that is nothing.
std::string find_meant(const std::string& what, const gpu::Catalog& catalog) {
    std::vector<std::string_view> names;
    for (const lint::Rule& rule : app::builtin_rules().rules()) {
        names.push_back(rule.meta.id);
        names.push_back(rule.meta.name);
    }
    for (const report::LessonStep& step : report::lesson_steps()) names.push_back(step.id);
    for (const gpu::Product& product : gpu::Catalog::products()) {
        names.insert(names.end(), product.labels.begin(), product.labels.end());
    }
    const std::string_view near = find_nearest(what, names);
    return near.empty() ? catalog.find_near_resource(what).name : std::string(near);
}

int explain(const std::string& what) {
    if (const lint::Rule* rule = app::builtin_rules().find(what)) {
        return print_all(report::explain_rule(rule->meta, GPULINT_DOCS_URL));
    }
    if (const report::LessonStep* step = report::find_lesson_step(what)) {
        return print_all(explain_step(*step));
    }
    const gpu::Catalog catalog;
    if (catalog.find_resource(what).is_known()) return print_all(explain_resource(what, catalog));
    if (const gpu::Product* product = catalog.find_product(what)) {
        return print_all(explain_product(*product, catalog));
    }
    const std::string near = find_meant(what, catalog);
    print_error({fmt::format("nothing is known of \"{}\"", what),
                 near.empty() ? "a rule (GPU301), a lesson step (3.1), a resource name "
                                "(nvidia.com/gpu) or a product label (NVIDIA-L4)"
                              : fmt::format("did you mean {}?", near)});
    return kUsage;
}

}  // namespace

void fill_explain(CLI::App& command, int& status) {
    auto what = std::make_shared<std::string>();
    command
        .add_option("WHAT", *what,
                    "a rule (GPU301, fractional-gpu), a lesson step (3.1), a resource name "
                    "(nvidia.com/mig-1g.10gb) or a product label (NVIDIA-L4)")
        ->type_name("")
        ->required();
    command.callback([what, &status] { status = explain(*what); });
}

}  // namespace gpulint::cli
