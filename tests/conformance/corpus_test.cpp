// The whole corpus: no crash, spans that hold what they say, and errors that were looked at one by
// one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

namespace fs = std::filesystem;

/// Manifests and templates, with their names from the corpus on.
std::vector<fs::path> corpus_files() {
    std::vector<fs::path> files;
    for (const char* folder : {"helm-templates", "manifests"}) {
        for (fs::path& path : test::files_below(test::shared_dir() / "corpus" / folder)) {
            files.push_back(std::move(path));
        }
    }
    return files;
}

TEST(Corpus, EveryErrorIsOneOfThoseLookedAt) {
    GPULINT_NEEDS_SHARED();
    std::set<std::string> found;
    for (const fs::path& path : corpus_files()) {
        const std::string name = fs::relative(path, test::shared_dir() / "corpus").string();
        test::Linter linter;
        for (const diag::Finding& finding : linter.lint(test::read_file(path), name)) {
            if (finding.severity != diag::Severity::kError) continue;
            const text::Position place = linter.sources()
                                             .file(finding.primary.span.file)
                                             .position(finding.primary.span.begin);
            found.insert(fmt::format("{}\t{}\t{}\t{}\t{}", name, place.line, place.column,
                                     finding.rule, to_string(finding.outcome)));
        }
    }
    std::set<std::string> known;
    std::istringstream lines(
        test::read_file(test::source_dir() / "tests/conformance/data/corpus-errors.tsv"));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        const std::size_t why = line.rfind('\t');
        EXPECT_GT(line.size(), why + 1) << "no word why: " << line;
        known.insert(line.substr(0, why));
    }
    EXPECT_EQ(found, known);
}

/// Every scalar of a tree: its span lies in its document and, parsed alone, gives its value.
class SpanCheck {
  public:
    explicit SpanCheck(const yaml::Document& document) : document_(document) {}

    void check(yaml::Node node) {
        if (node.is_merged()) return;
        const text::Span span = node.span();
        EXPECT_TRUE(document_.span().contains(span)) << node.route();
        if (node.parent()) {
            EXPECT_TRUE(node.entry_span().contains(span)) << node.route();
        }
        if (node.is_alias()) return;
        for (const yaml::Entry entry : node.written_entries()) check(entry.value);
        for (const yaml::Node item : node.items()) check(item);
        if (node.is_scalar() && !node.is_unknown()) check_scalar(node);
    }

    std::size_t scalars() const { return scalars_; }

  private:
    void check_scalar(yaml::Node node) {
        ++scalars_;
        const bool is_block = node.style() == yaml::ScalarStyle::kLiteral ||
                              node.style() == yaml::ScalarStyle::kFolded;
        // A block's text hangs on its indentation, and a tag changes what a scalar is.
        if (is_block || node.type() == yaml::ScalarType::kNull) return;
        const text::SourceFile& file = document_.file();
        const std::string_view before = file.text().substr(
            file.line_start(file.position(node.span().begin).line),
            node.span().begin - file.line_start(file.position(node.span().begin).line));
        if (before.find('!') != std::string_view::npos) return;
        const test::ParsedText alone("- " + std::string(node.source()));
        EXPECT_EQ(alone.root()[0].text(), node.text()) << node.route();
        EXPECT_EQ(alone.root()[0].type(), node.type()) << node.route();
    }

    const yaml::Document& document_;
    std::size_t scalars_ = 0;
};

TEST(Corpus, SpansHoldWhatTheySay) {
    GPULINT_NEEDS_SHARED();
    std::size_t scalars = 0;
    for (const fs::path& path : corpus_files()) {
        SCOPED_TRACE(path.string());
        const test::ParsedText text(test::read_file(path));
        for (const auto& document : text.documents()) {
            // Masked and blanked text differs from the file on purpose.
            if (!document->root() || document->is_template() || document->is_damaged()) continue;
            SpanCheck check(*document);
            check.check(document->root());
            scalars += check.scalars();
        }
    }
    EXPECT_GT(scalars, 30'000U);
}

}  // namespace
}  // namespace gpulint
