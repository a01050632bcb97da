#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/command.h"
#include "lint/profile.h"

namespace gpulint::cli {
namespace {

std::string starter() {
    std::string text = "# Configuration of gpulint; the nearest one above a manifest is used.\n\n";
    text += "# A set of rules:\n";
    for (const lint::Profile& profile : lint::kProfiles) {
        text += fmt::format("#   {}: {}\n", profile.name, profile.help);
    }
    text +=
        "profile: recommended\n\n"
        "# Rules by id, name, prefix (GPU3) or family (requests).\n"
        "ignore: []\n\n"
        "# What the cluster has, so that \"can it ever be placed?\" is answered too:\n"
        "#   kubectl get nodes -o yaml > cluster.yaml\n"
        "# inventory: [cluster.yaml]\n";
    return text;
}

int init(bool force) {
    const std::string path = "gpulint.yaml";
    std::error_code code;
    if (std::filesystem::exists(path, code) && !force) {
        print_error({"gpulint.yaml is there already", "edit it, or give --force to start over"});
        return kUsage;
    }
    if (const Result<Done> done = write_file(path, starter()); !done) {
        print_error(done.error());
        return kUsage;
    }
    return print("wrote gpulint.yaml\n") ? kClean : kUsage;
}

}  // namespace

void add_init(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("init", "Write a starter gpulint.yaml into this folder");
    auto force = std::make_shared<bool>(false);
    command->add_flag("--force", *force, "replace one that is there");
    command->callback([force, &status] { status = init(*force); });
}

}  // namespace gpulint::cli
