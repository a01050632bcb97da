// Small cases with the right answer (../shared/cases).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/agreement.h"
#include "support/lint_text.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"

namespace gpulint {
namespace {

/// The rules that answer a check of the cases; a check without rules is not covered yet.
const std::map<std::string, std::set<std::string>>& rules_of_checks() {
    static const std::map<std::string, std::set<std::string>> kRules{
        {"fraction", {"GPU301"}},
        {"req-lim", {"GPU302", "GPU303"}},
        {"name", {"GPU101", "GPU102", "GPU103"}},
        {"place", {"GPU307", "GPU005"}},
        {"huge", {"GPU314"}},
        {"fit", {"GPU306", "GPU104"}},
        {"share", {"GPU104", "GPU502", "GPU503"}},
        {"mig-name", {"GPU606", "GPU613"}},
        {"mig-layout", {"GPU601", "GPU602", "GPU603", "GPU605", "GPU608"}},
        {"taint", {"GPU410", "GPU414"}},
        {"select", {"GPU408", "GPU409"}},
        {"dra", {"GPU011", "GPU801"}},
        {"quota", {"GPU701", "GPU712"}},
        {"vendor", {"GPU401", "GPU402", "GPU403"}},
        {"weights", {"GPU404"}},
    };
    return kRules;
}

/// A path such as spec.containers[0].limits["nvidia.com/gpu"] from a node; the longest part that is
/// there, as an absent field has the place of what it is absent from.
yaml::Node find_path(yaml::Node node, std::string_view path) {
    while (!path.empty()) {
        yaml::Node next;
        if (path.starts_with('[')) {
            const std::size_t close = path.find(']');
            std::string_view inner = path.substr(1, close - 1);
            if (inner.starts_with('"')) {
                next = node[inner.substr(1, inner.size() - 2)];
            } else {
                next = node[std::stoul(std::string(inner))];
            }
            path.remove_prefix(close + 1);
        } else {
            if (path.starts_with('.')) path.remove_prefix(1);
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            next = node[path.substr(0, end)];
            path.remove_prefix(end);
        }
        if (!next) return node;
        node = next;
    }
    return node;
}

struct Expected {
    std::string check;
    std::size_t first_line = 0;
    std::size_t last_line = 0;
    std::string problem;
};

class Case {
  public:
    explicit Case(const std::filesystem::path& directory)
        : name_(directory.filename().string()),
          manifest_(test::read_file(directory / "manifest.yaml"), "manifest.yaml"),
          expected_(test::read_file(directory / "expected.yaml"), "expected.yaml") {
        const auto inventory = directory / "inventory.yaml";
        if (std::filesystem::exists(inventory)) setup_.inventory = test::read_file(inventory);
    }

    void judge(test::Agreement& agreement) {
        test::Linter linter(setup_);
        const std::vector<diag::Finding> findings =
            linter.lint(std::string(manifest_.file().text()), "manifest.yaml");
        std::vector<diag::Finding> errors = findings;
        std::erase_if(errors, [](const auto& f) { return f.severity != diag::Severity::kError; });
        std::string wrong;
        for (const yaml::Node node : expected_.root()["findings"].items()) {
            const auto rules = rules_of_checks().find(std::string(node["check"].text()));
            if (rules == rules_of_checks().end()) {
                agreement.add_not_judged(std::string(node["check"].text()) + " not yet covered");
                return;
            }
            const auto met = std::ranges::find_if(errors, [&](const diag::Finding& finding) {
                return rules->second.contains(finding.rule) && lies_in(finding, node, linter);
            });
            if (met == errors.end()) {
                wrong += fmt::format("\n  not found: {}", node["problem"].text());
            } else {
                errors.erase(met);
            }
        }
        for (const diag::Finding& finding : errors) {
            wrong += fmt::format("\n  false alarm: {} {}", finding.rule, finding.message);
        }
        agreement.add(wrong.empty(), name_, wrong);
    }

  private:
    /// The finding's line, or one of its related lines, is within the object the case names.
    bool lies_in(const diag::Finding& finding, yaml::Node expected, test::Linter& linter) const {
        const yaml::Node object = find_path(manifest_.root(), expected["path"].text());
        const std::size_t first = manifest_.file().position(object.entry_span().begin).line;
        const std::size_t last = manifest_.file().position(object.entry_span().end).line;
        const auto wanted = static_cast<std::size_t>(expected["line"].as_integer().value_or(0));
        const auto is_there = [&](text::Span span) {
            const text::SourceFile& file = linter.sources().file(span.file);
            const std::size_t line = file.position(span.begin).line;
            return file.name() == "manifest.yaml" &&
                   ((line >= first && line <= last) || line == wanted);
        };
        if (is_there(finding.primary.span)) return true;
        return std::ranges::any_of(finding.related,
                                   [&](const diag::Label& label) { return is_there(label.span); });
    }

    std::string name_;
    test::ParsedText manifest_;
    test::ParsedText expected_;
    test::Linter::Setup setup_;
};

TEST(Cases, AreAnsweredRight) {
    GPULINT_NEEDS_SHARED();
    test::Agreement agreement("cases", "all");
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_dir() / "cases")) {
        if (entry.is_directory()) Case(entry.path()).judge(agreement);
    }
    EXPECT_GT(agreement.rows(), 20U);
}

}  // namespace
}  // namespace gpulint
