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
// CronJob as well: a rule works on every kind that makes pods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/ascii.h"
#include "lint/fix.h"
#include "lint/rule.h"
#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

struct Expected {
    std::size_t line = 0;    // from 1, in the text without caret lines
    std::size_t column = 0;  // bytes, from 0
    std::size_t width = 0;
    std::string message;
};

struct Marked {
    std::string text;
    std::vector<Expected> expected;
};

/// Takes the lines of carets out of a text.
Marked read_marks(std::string_view marked) {
    Marked result;
    std::size_t line_number = 0;
    std::istringstream lines{std::string(marked)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(' ');
        const std::size_t end =
            begin == std::string::npos ? begin : line.find_first_not_of('^', begin);
        const bool is_marks = begin != std::string::npos && line[begin] == '^' &&
                              end != std::string::npos && line[end] == ' ';
        if (is_marks) {
            result.expected.push_back({line_number, begin, end - begin, line.substr(end + 1)});
        } else {
            result.text += line + '\n';
            ++line_number;
        }
    }
    return result;
}

std::string show(std::size_t line, std::size_t column, std::size_t width,
                 std::string_view message) {
    return fmt::format("{}:{}+{} {}", line, column, width, message);
}

struct Example {
    std::string rule;
    std::string bad;
    std::string good;
    std::string fixed;
    std::string marked_inventory;
    test::Linter::Setup setup;
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

class ExampleTest : public testing::Test {
  public:
    explicit ExampleTest(Example example) : example_(std::move(example)) {}

    void TestBody() override {
        if (!example_.bad.empty()) {
            check_bad();
            check_wrapped(read_marks(example_.bad).text);
        }
        if (!example_.good.empty()) {
            EXPECT_EQ(count(example_.good), 0U) << "in:\n" << example_.good;
            check_wrapped(example_.good);
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
        test::Linter linter(example_.setup);
        return of_rule(linter, std::move(text)).size();
    }

    void check_bad() const {
        Marked marked = read_marks(example_.bad);
        // Rules about the inventory find their places there.
        const Marked inventory = read_marks(example_.marked_inventory);
        marked.expected.insert(marked.expected.end(), inventory.expected.begin(),
                               inventory.expected.end());
        test::Linter linter(example_.setup);
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
        for (const Expected& e : marked.expected) {
            expected.push_back(show(e.line, e.column, e.width, e.message));
        }
        std::ranges::sort(found);
        std::ranges::sort(expected);
        EXPECT_EQ(found, expected) << "in:\n" << example_.bad;
    }

    void check_wrapped(const std::string& text) const {
        const std::string_view scope = app::builtin_rules().find(example_.rule)->meta.scope;
        if (scope != "pod" && scope != "container" && scope != "workload") return;
        const std::size_t wanted = count(text);
        for (const Wrapper& wrapper : kWrappers) {
            const std::string other = wrapped(text, wrapper);
            if (other.empty()) continue;
            EXPECT_EQ(count(other), wanted) << "as " << wrapper.kind << ":\n" << other;
        }
    }

    void check_fix() const {
        test::Linter linter(example_.setup);
        const lint::FixOutcome outcome =
            lint::fix_text(linter.engine(), "test.yaml", read_marks(example_.bad).text,
                           diag::Applicability::kUnsafe);
        EXPECT_EQ(outcome.text, example_.fixed);
        EXPECT_EQ(count(example_.fixed), 0U);
    }

    Example example_;
};

std::string text_of(yaml::Node node) { return std::string(node.text()); }

void register_examples() {
    const std::filesystem::path root = test::source_dir() / "rules";
    for (const std::filesystem::path& path : test::files_below(root)) {
        const std::string folder = path.parent_path().filename().string();
        if (path.extension() != ".yaml" || folder == "catalog" || folder == "rules") continue;
        const test::ParsedText file(test::read_file(path), path.string());
        const std::string id = text_of(file.root()["id"]);
        std::size_t number = 0;
        for (const yaml::Node node : file.root()["examples"].items()) {
            Example example{id,
                            text_of(node["bad"]),
                            text_of(node["good"]),
                            text_of(node["fixed"]),
                            text_of(node["inventory"]),
                            {read_marks(text_of(node["inventory"])).text, text_of(node["profile"]),
                             text_of(node["kubernetes"]), text_of(node["config"])}};
            const std::string kind = example.bad.empty() ? "good" : "bad";
            testing::RegisterTest(id.c_str(), fmt::format("{}_{}", kind, ++number).c_str(), nullptr,
                                  nullptr, path.string().c_str(), 1,
                                  [example]() -> ExampleTest* { return new ExampleTest(example); });
        }
    }
}

const bool kRegistered = (register_examples(), true);

TEST(Examples, EveryRuleHasABadAndAGoodOne) {
    for (const lint::Rule& rule : app::builtin_rules().rules()) {
        if (rule.meta.scope == "engine") continue;
        const auto path = test::source_dir() / "rules" / std::string(rule.meta.family) /
                          (std::string(rule.meta.name) + ".yaml");
        const test::ParsedText file(test::read_file(path));
        bool has_bad = false;
        bool has_good = false;
        for (const yaml::Node node : file.root()["examples"].items()) {
            has_bad = has_bad || node.has("bad");
            has_good = has_good || node.has("good");
            for (const yaml::Entry entry : node.entries()) {
                const std::string_view key = entry.key();
                EXPECT_TRUE(key == "bad" || key == "good" || key == "fixed" || key == "inventory" ||
                            key == "profile" || key == "config" || key == "kubernetes")
                    << path << ": " << key;
            }
        }
        EXPECT_TRUE(has_bad && has_good) << rule.meta.id;
    }
}

}  // namespace
}  // namespace gpulint
