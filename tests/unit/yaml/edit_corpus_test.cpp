// Edits on real manifests: each is made, the text read again, and compared with what was meant.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "support/edit_checks.h"
#include "support/shared_data.h"

namespace gpulint::yaml {
namespace {

/// How many of the files and of the edits are tried: one in so many. GPULINT_ALL_EDITS=1 tries all,
/// which takes minutes.
struct Sample {
    std::size_t files;
    std::size_t edits;
};

Sample sample() {
    return std::getenv("GPULINT_ALL_EDITS") == nullptr ? Sample{11, 37} : Sample{1, 1};
}

/// Each document alone: then little is read again.
std::vector<std::string> documents_of(const std::string& bytes) {
    std::vector<std::string> documents;
    const test::ReadText whole(bytes);
    for (const auto& document : whole.documents) {
        documents.emplace_back(document->file().text(document->span()));
    }
    return documents;
}

TEST(EditCorpus, ReadsBackAsMeantAndKeepsTheRest) {
    GPULINT_NEEDS_SHARED();
    std::size_t count = 0;
    std::size_t made = 0;
    std::size_t refused = 0;
    const Sample one_in = sample();
    std::size_t file = 0;
    for (const auto& path : test::files_below(test::shared_dir() / "corpus" / "manifests")) {
        if (file++ % one_in.files != 0) continue;
        for (const std::string& text : documents_of(test::read_file(path))) {
            const test::ReadText read(text);
            if (read.documents.size() != 1) continue;
            test::EditChecker checker(read, *read.documents.front(),
                                      [&] { return count++ % one_in.edits == 0; });
            checker.run();
            if (!read.documents.front()->is_template() && !read.documents.front()->is_damaged()) {
                made += checker.made();
                refused += checker.refused();
            }
            for (const std::string& fault : checker.faults())
                ADD_FAILURE() << path << '\n' << fault;
        }
    }
    // Block scalars cannot be set, and anchors that are used cannot be touched: few are refused.
    EXPECT_GT(made, 300U);
    EXPECT_LT(refused * 20, made);
    RecordProperty("made", static_cast<int>(made));
    RecordProperty("refused", static_cast<int>(refused));
}

}  // namespace
}  // namespace gpulint::yaml
