// Any bytes as a file of YAML or JSON: every edit of it reads back as the tree that was meant, and
// changes neither comments nor other documents.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/edit_checks.h"
#include "yaml/edit_safety.h"

namespace {

using namespace gpulint;

/// Edits tried on one input; more would only make the fuzzer slow.
constexpr std::size_t kMostEdits = 60;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const test::ReadText read(std::string(reinterpret_cast<const char*>(data), size));
    std::size_t tried = 0;
    for (const auto& document : read.documents) {
        // What a template or damage hides may come to light by an edit nearby.
        if (!yaml::is_whole(*document)) continue;
        test::EditChecker checker(read, *document, [&tried] { return tried++ < kMostEdits; });
        checker.run();
        for (const std::string& fault : checker.faults()) {
            std::fprintf(stderr, "%s\n", fault.c_str());
            std::abort();
        }
    }
    return 0;
}
