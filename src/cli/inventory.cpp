#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/session.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cluster/render.h"
#include "text/source.h"

namespace gpulint::cli {
namespace {

int show(const app::CheckRequest& request) {
    const auto reader = text::make_disk_reader();
    app::Session session(app::builtin_rules(), *reader);
    const Result<const cluster::Inventory*> inventory = session.load_inventory(request);
    if (!inventory) {
        print_error(inventory.error());
        return kUsage;
    }
    if (*inventory == nullptr) {
        print_error({"no inventory is given", "gpulint inventory show nodes.yaml"});
        return kUsage;
    }
    return print_all(cluster::render_inventory(**inventory));
}

}  // namespace

void fill_inventory(CLI::App& command, int& status) {
    command.require_subcommand(1);
    CLI::App* show_command = command.add_subcommand(
        "show", "Summarise nodes: products, what is advertised, allocatable and in use, taints");
    auto request = std::make_shared<app::CheckRequest>();
    show_command
        ->add_option("FILE", request->inventories,
                     "kubectl get nodes -o yaml or json, kubectl describe nodes, an "
                     "Inventory, or - for standard input")
        ->type_name("");
    show_command->add_option("--config", request->config, "configuration that names inventories")
        ->type_name("FILE");
    show_command->callback([request, &status] { status = show(*request); });
}

}  // namespace gpulint::cli
