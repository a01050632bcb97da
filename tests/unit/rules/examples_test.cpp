// The examples in rules/**.yaml are tests, registered when the program starts.
//
// `bad`   Lines of carets stand under the exact range of a finding, with its message behind them:
//             nvidia.com/gpu: 0.5
//                             ^^^ container "lab" asks for 0.5 …
//         The rule must find just these. A range of several lines is marked in its first. Findings
//         of other rules do not matter.
// `good`  The rule has nothing to say.
// `fixed` What the rule's fixes make of `bad`; the rule has nothing more to say of it.
// Beside them: `inventory` (may be marked too), `profile`, `config`, `kubernetes`.
//
// An example whose only object is a Pod is tried as Deployment, StatefulSet, DaemonSet, Job and
// CronJob as well: a rule works on every kind that makes pods. Where the rule looks at containers,
// its containers are tried as init and as sidecar containers too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "dev/example.h"
#include "lint/fix.h"
#include "lint/rule.h"
#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

std::string show(std::size_t line, std::size_t column, std::size_t width,
                 std::string_view message) {
    return fmt::format("{}:{}+{} {}", line, column, width, message);
}

/// An example, and the rule it is one of.
struct Example : dev::Example {
    std::string rule;

    test::Linter::Setup setup() const {
        return {dev::read_marks(inventory).text, profile, kubernetes, config};
    }
};

/// The same pod as the template of another kind.
struct Wrapper {
    std::string_view kind;
    std::string_view head;  // up to the template
    std::size_t depth;      // how far in the template's metadata and spec stand
};
constexpr Wrapper kWrappers[] = {
    {"Deployment",
     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nspec:\n  selector: {matchLabels: "
     "{a: b}}\n"
     "  template:\n    metadata: {labels: {a: b}}\n",
     4},
    {"StatefulSet",
     "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: w}\nspec:\n  serviceName: w\n"
     "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n",
     4},
    {"DaemonSet",
     "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: w}\nspec:\n  selector: {matchLabels: "
     "{a: b}}\n"
     "  template:\n    metadata: {labels: {a: b}}\n",
     4},
    {"Job", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: w}\nspec:\n  template:\n", 4},
    {"CronJob",
     "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: w}\nspec:\n  schedule: \"0 0 * * *\"\n"
     "  jobTemplate:\n    spec:\n      template:\n",
     8},
};

/// The pod of `text` inside `wrapper`; "" when the text is not one Pod written in block style.
std::string wrapped(std::string_view text, const Wrapper& wrapper) {
    if (!text.starts_with("apiVersion: v1\nkind: Pod\n") ||
        text.find("\n---") != std::string::npos) {
        return "";
    }
    const std::size_t spec = text.find("\nspec:\n");
    if (spec == std::string_view::npos) return "";
    std::string out(wrapper.head);
    const bool is_job = wrapper.kind == "Job" || wrapper.kind == "CronJob";
    const bool has_policy = text.find("restartPolicy:") != std::string_view::npos;
    std::istringstream lines{std::string(text.substr(spec + 1))};
    for (std::string line; std::getline(lines, line);) {
        out += std::string(line.empty() ? 0 : wrapper.depth, ' ') + line + '\n';
        if (line == "spec:" && is_job && !has_policy) {
            out += std::string(wrapper.depth + 2, ' ') + "restartPolicy: Never\n";
        }
    }
    return out;
}

/// The Pod of `text` with its containers as init containers, or as sidecars; "" when it is not one
/// Pod with containers in block style, or has init containers already.
std::string with_init_containers(std::string_view text, bool are_sidecars) {
    constexpr std::string_view kList = "\n  containers:\n";
    const std::size_t list = text.find(kList);
    const bool is_plain = text.starts_with("apiVersion: v1\nkind: Pod\n") &&
                          text.find("\n---") == std::string_view::npos &&
                          list != std::string_view::npos &&
                          text.find("initContainers:") == std::string_view::npos &&
                          text.find("    - {") == std::string_view::npos;
    if (!is_plain) return "";
    std::string out(text.substr(0, list + 1));
    out += "  containers:\n    - {name: other, image: example.com/other}\n  initContainers:\n";
    std::istringstream lines{std::string(text.substr(list + kList.size()))};
    for (std::string line; std::getline(lines, line);) {
        out += line + '\n';
        if (are_sidecars && line.starts_with("    - name:")) out += "      restartPolicy: Always\n";
    }
    return out;
}

class ExampleTest : public testing::Test {
  public:
    explicit ExampleTest(Example example) : example_(std::move(example)) {}

    void TestBody() override {
        if (!example_.bad.empty()) {
            check_bad();
            check_variants(dev::read_marks(example_.bad).text);
        }
        if (!example_.good.empty()) {
            EXPECT_EQ(count(example_.good), 0U) << "in:\n" << example_.good;
            check_variants(example_.good);
        }
        if (!example_.fixed.empty()) check_fix();
    }

  private:
    std::vector<diag::Finding> of_rule(test::Linter& linter, std::string text) const {
        std::vector<diag::Finding> findings = linter.lint(std::move(text));
        for (diag::Finding& finding : linter.lint_inventory())
            findings.push_back(std::move(finding));
        std::erase_if(findings, [&](const diag::Finding& f) { return f.rule != example_.rule; });
        return findings;
    }

    std::size_t count(std::string text) const {
        test::Linter linter(example_.setup());
        return of_rule(linter, std::move(text)).size();
    }

    void check_bad() const {
        dev::MarkedText marked = dev::read_marks(example_.bad);
        // Rules about the inventory find their places there.
        const dev::MarkedText inventory = dev::read_marks(example_.inventory);
        marked.marks.insert(marked.marks.end(), inventory.marks.begin(), inventory.marks.end());
        test::Linter linter(example_.setup());
        std::vector<std::string> found;
        for (const diag::Finding& finding : of_rule(linter, marked.text)) {
            const text::Span span = finding.primary.span;
            const text::SourceFile& file = linter.sources().file(span.file);
            const std::size_t line = file.position(span.begin).line;
            const std::string_view first = linter.at(span).substr(0, linter.at(span).find('\n'));
            found.push_back(show(line, span.begin - file.line_start(line),
                                 std::max<std::size_t>(1, first.size()), finding.message));
        }
        std::vector<std::string> expected;
        for (const dev::Mark& mark : marked.marks) {
            expected.push_back(show(mark.line, mark.column, mark.width, mark.message));
        }
        std::ranges::sort(found);
        std::ranges::sort(expected);
        EXPECT_EQ(found, expected) << "in:\n" << example_.bad;
    }

    void check_variants(const std::string& text) const {
        const std::string_view scope = app::builtin_rules().find(example_.rule)->meta.scope;
        if (scope != "pod" && scope != "container" && scope != "workload") return;
        const std::size_t wanted = count(text);
        for (const Wrapper& wrapper : kWrappers) {
            const std::string other = wrapped(text, wrapper);
            if (other.empty()) continue;
            EXPECT_EQ(count(other), wanted) << "as " << wrapper.kind << ":\n" << other;
        }
        if (scope != "container") return;
        for (const bool are_sidecars : {false, true}) {
            const std::string other = with_init_containers(text, are_sidecars);
            if (other.empty()) continue;
            EXPECT_EQ(count(other), wanted) << "as init containers:\n" << other;
        }
    }

    void check_fix() const {
        test::Linter linter(example_.setup());
        const lint::FixOutcome outcome =
            lint::fix_text(linter.engine(), "test.yaml", dev::read_marks(example_.bad).text,
                           diag::Applicability::kUnsafe);
        EXPECT_EQ(outcome.text, example_.fixed);
        EXPECT_EQ(count(example_.fixed), 0U);
    }

    Example example_;
};

void register_examples() {
    const std::filesystem::path root = test::source_dir() / "rules";
    for (const std::filesystem::path& path : test::files_below(root)) {
        const std::string folder = path.parent_path().filename().string();
        if (path.extension() != ".yaml" || folder == "catalog" || folder == "rules") continue;
        const test::ParsedText file(test::read_file(path), path.string());
        const std::string id(file.root()["id"].text());
        std::size_t number = 0;
        for (dev::Example& written : dev::read_examples(file.root())) {
            const Example example{std::move(written), id};
            const std::string kind = example.bad.empty() ? "good" : "bad";
            testing::RegisterTest(id.c_str(), fmt::format("{}_{}", kind, ++number).c_str(), nullptr,
                                  nullptr, path.string().c_str(), 1,
                                  [example]() -> ExampleTest* { return new ExampleTest(example); });
        }
    }
}

const bool kRegistered = (register_examples(), true);

TEST(Examples, AreThereForEveryRule) {
    for (const lint::Rule& rule : app::builtin_rules().rules()) {
        const auto path = test::source_dir() / "rules" / std::string(rule.meta.family) /
                          (std::string(rule.meta.name) + ".yaml");
        const test::ParsedText file(test::read_file(path));
        EXPECT_FALSE(dev::read_examples(file.root()).empty()) << rule.meta.id;
    }
}

}  // namespace
}  // namespace gpulint
