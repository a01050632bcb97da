// gpulint-embed WHAT OUTPUT INPUT...: writes the generated table WHAT.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include "embed/generators.h"
#include "text/source.h"
#include "yaml/parse.h"

namespace {

using namespace gpulint;

struct Entry {
    std::string_view what;
    embed::Generator generate;
};

constexpr std::array kGenerators{
    Entry{"rules", embed::generate_rules},
    Entry{"workload_kinds", embed::generate_workload_kinds},
    Entry{"kubernetes_types", embed::generate_kubernetes_types},
    Entry{"gpu_catalog", embed::generate_gpu_catalog},
    Entry{"model_catalog", embed::generate_model_catalog},
    Entry{"lessons", embed::generate_lessons},
};

Result<std::string> run(std::string_view what, const std::vector<std::string>& paths) {
    for (const Entry& entry : kGenerators) {
        if (entry.what != what) continue;
        text::SourceSet sources;
        const std::unique_ptr<text::FileReader> reader = text::make_disk_reader();
        std::vector<std::unique_ptr<yaml::Document>> documents;
        std::vector<embed::Input> inputs;
        for (const std::string& path : paths) {
            Result<std::string> bytes = reader->read(path);
            if (!bytes) return bytes.error();
            const Result<text::FileId> id = sources.add(path, *std::move(bytes));
            if (!id) return id.error();
            for (auto& document : yaml::parse_all(sources.file(*id))) {
                for (const yaml::Problem& problem : document->problems()) {
                    const auto place = document->file().position(problem.span.begin);
                    return Error{fmt::format("{}:{}: {}", path, place.line, problem.message), ""};
                }
                inputs.push_back({path, document.get()});
                documents.push_back(std::move(document));
            }
        }
        return entry.generate(inputs);
    }
    return Error{fmt::format("no table is called \"{}\"", what), ""};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: gpulint-embed WHAT OUTPUT INPUT...\n");
        return 2;
    }
    const Result<std::string> text = run(argv[1], {argv + 3, argv + argc});
    if (!text) {
        fmt::print(stderr, "gpulint-embed: {}\n", text.error().message);
        return 1;
    }
    std::ofstream out(argv[2], std::ios::binary);
    out << *text;
    return out.flush() ? 0 : 1;
}
