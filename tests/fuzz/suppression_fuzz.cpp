// Any bytes as a manifest with suppression comments: what they cover and name lies inside the file,
// what they silence is found again without them, and their fixes leave readable text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/session.h"
#include "fuzz/require.h"
#include "lint/engine.h"
#include "lint/fix.h"
#include "lint/suppressions.h"
#include "yaml/parse.h"

namespace {

using namespace gpulint;

const lint::Engine& engine() {
    static const lint::Config kConfig(app::builtin_rules(), {}, {});
    static const gpu::Catalog kCatalog;
    static const k8s::KindTable kKinds;
    static const lint::Engine kEngine({kConfig, kCatalog, kKinds, nullptr, "2027-01-01"});
    return kEngine;
}

void check_places(const text::SourceFile& file, const lint::Suppression& suppression) {
    const text::Span whole = file.whole();
    for (const text::Span span : {suppression.comment, suppression.word, suppression.brackets,
                                  suppression.covers, suppression.until_span}) {
        GPULINT_REQUIRE(span.begin <= span.end && span.end <= whole.end);
    }
    GPULINT_REQUIRE(suppression.comment.contains(suppression.word));
    GPULINT_REQUIRE(suppression.comment.contains(suppression.brackets));
    for (const lint::Suppression::Name& name : suppression.rules) {
        GPULINT_REQUIRE(suppression.brackets.contains(name.span));
        GPULINT_REQUIRE(file.text(name.span) == name.text);
    }
    if (suppression.until)
        GPULINT_REQUIRE(file.text(suppression.until_span).ends_with(*suppression.until));
}

std::size_t count_problems(const std::string& text) {
    text::SourceSet sources;
    const auto id = sources.add("fuzz.yaml", text);
    if (!id) return 0;
    std::size_t count = 0;
    for (const auto& document : yaml::parse_all(sources.file(*id))) {
        count += document->problems().size();
    }
    return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    text::SourceSet sources;
    const auto id = sources.add("fuzz.yaml", {reinterpret_cast<const char*>(data), size});
    if (!id) return 0;
    const text::SourceFile& file = sources.file(*id);
    bool has_suppression = false;
    for (const auto& document : yaml::parse_all(file)) {
        for (const lint::Suppression& suppression : lint::find_suppressions(*document)) {
            check_places(file, suppression);
            has_suppression = true;
        }
    }
    lint::Counts counts;
    const lint::FileReport report = engine().check_file(file, file.name(), counts);
    for (const diag::Finding& finding : report.findings) {
        GPULINT_REQUIRE(finding.primary.span.begin <= finding.primary.span.end);
        GPULINT_REQUIRE(finding.primary.span.end <= file.whole().end);
        GPULINT_REQUIRE(!finding.message.empty());
        GPULINT_REQUIRE(!finding.suppressed || has_suppression);
    }
    const std::string before(file.text());
    const lint::FixOutcome outcome =
        lint::fix_text(engine(), file.name(), before, diag::Applicability::kUnsafe);
    GPULINT_REQUIRE(outcome.text == before || outcome.fixed > 0);
    GPULINT_REQUIRE(count_problems(outcome.text) <= count_problems(before));
    return 0;
}
