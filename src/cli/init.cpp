#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/output.h"
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
    for (const char* name : {"gpulint.yaml", ".gpulint.yaml"}) {
        std::error_code code;
        if (force || !std::filesystem::exists(name, code)) continue;
        print_error({fmt::format("{} is there already", name),
                     "edit it, or gpulint init --force to start over"});
        return kUsage;
    }
    if (const Result<Done> done = write_file("gpulint.yaml", starter()); !done) {
        print_error(done.error());
        return kUsage;
    }
    return print_all("wrote gpulint.yaml\n");
}

}  // namespace

void fill_init(CLI::App& command, int& status) {
    auto force = std::make_shared<bool>(false);
    command.add_flag("--force", *force, "replace one that is there");
    command.callback([force, &status] { status = init(*force); });
}

}  // namespace gpulint::cli
