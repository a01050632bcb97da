#include "dev/rule_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session.h"
#include "base/ascii.h"
#include "dev/example.h"
#include "diag/family.h"
#include "lint/rule.h"
#include "report/lessons.h"
#include "report/reporter.h"
#include "yaml/parse.h"

namespace gpulint::dev {
namespace {

constexpr std::string_view kFolder = "docs/rules";
constexpr std::string_view kManifest = "manifest.yaml";
constexpr std::string_view kInventory = "inventory.yaml";
constexpr std::string_view kConfig = "gpulint.yaml";

/// Hands out the texts of one example by the names the output shows them under.
class ExampleReader : public text::FileReader {
  public:
    ExampleReader(std::string manifest, std::string inventory, std::string config)
        : manifest_(std::move(manifest)),
          inventory_(std::move(inventory)),
          config_(std::move(config)) {}

    Result<std::string> read(const std::string& path) override {
        if (path == "-") return manifest_;
        if (path == kInventory) return inventory_;
        if (path == kConfig) return config_;
        return Error{fmt::format("an example reads no {}", path), ""};
    }

  private:
    std::string manifest_;
    std::string inventory_;
    std::string config_;
};

/// What gpulint prints about an example, as far as it is of this rule.
Result<std::string> output_for(const Example& example, const lint::RuleMeta& rule,
                               const lint::RuleTable& rules) {
    ExampleReader reader(read_marks(example.bad).text, read_marks(example.inventory).text,
                         example.config);
    app::CheckRequest request;
    request.paths = {"-"};
    request.stdin_name = kManifest;
    if (!example.inventory.empty()) request.inventories = {std::string(kInventory)};
    if (!example.config.empty()) request.config = std::string(kConfig);
    request.no_config = example.config.empty();
    if (!example.profile.empty()) request.selection.profile = example.profile;
    if (!example.kubernetes.empty()) request.kubernetes = example.kubernetes;
    request.today = "2027-01-01";
    request.jobs = 1;
    app::Session session(rules, reader);
    const Result<app::CheckResult> checked = session.check(request);
    if (!checked) return checked.error();
    const report::Surroundings surroundings{session.sources(), rules, "", ""};
    const auto reporter = report::make_text_reporter(surroundings);
    std::string text;
    for (const diag::Finding& finding : checked->findings) {
        if (!finding.suppressed && finding.rule == rule.id) reporter->finding(finding, text);
    }
    return std::string(ascii::trim(text)) + '\n';
}

std::string block(std::string_view language, std::string_view text) {
    std::string fence = "```";
    while (text.find(fence) != std::string_view::npos) fence += '`';
    return fmt::format("{}{}\n{}{}{}\n\n", fence, language, text, text.ends_with('\n') ? "" : "\n",
                       fence);
}

/// One page, paragraph by paragraph.
class PageWriter {
  public:
    PageWriter(const lint::RuleMeta& rule, const lint::RuleTable& rules)
        : rule_(rule), rules_(rules) {}

    Result<std::string> write(const std::vector<Example>& examples) {
        add_head();
        add_facts();
        page_ +=
            fmt::format("## Why\n\n{}\n\n## What to do\n\n{}\n\n", rule_.why, rule_.what_to_do);
        add_options();
        for (const Example& example : examples) {
            if (const Result<Done> done = add_example(example); !done) return done.error();
        }
        add_suppression();
        add_references();
        page_.pop_back();
        return std::move(page_);
    }

  private:
    void add_head() {
        page_ = fmt::format(
            "<!-- Written by gpulint-dev docs from rules/{}/{}.yaml: change that. -->\n"
            "# {} {}\n\n{}.\n\n",
            rule_.family, rule_.name, rule_.id, rule_.name, rule_.title);
    }

    void add_facts() {
        diag::Finding finding;
        finding.outcome = rule_.outcome;
        finding.is_by_reader = rule_.scope == "settings";
        page_ += "| | |\n|---|---|\n";
        add_fact("severity", to_string(rule_.severity));
        add_fact("what happens", report::outcome_phrase(finding));
        if (rule_.confidence != diag::Confidence::kHigh) {
            add_fact("confidence", to_string(rule_.confidence));
        }
        if (rule_.needs_inventory) add_fact("needs", "an inventory (`--inventory`)");
        add_fact("profiles", profiles());
        if (!rule_.fix.empty()) add_fact("fix", fix_words());
        if (const report::LessonStep* step = report::find_lesson_step(rule_.lesson)) {
            add_fact("lesson", fmt::format("[{} {}]({})", step->id, step->title,
                                           report::lesson_link(step->id, "../")));
        }
        add_fact("since", rule_.since);
        page_ += '\n';
    }

    void add_fact(std::string_view name, std::string_view value) {
        if (!value.empty()) page_ += fmt::format("| {} | {} |\n", name, value);
    }

    std::string profiles() const {
        const std::vector<std::string_view> names = ascii::split(rule_.profiles, ' ');
        const bool is_everywhere = std::ranges::find(names, "recommended") != names.end();
        return is_everywhere ? "all (on by default)" : fmt::format("{}", fmt::join(names, ", "));
    }

    std::string_view fix_words() const {
        if (rule_.fix == "safe") return "safe: `gpulint --fix` does it";
        if (rule_.fix == "unsafe") return "to be looked at: `gpulint --unsafe-fixes` does it";
        return "shown only";
    }

    void add_options() {
        if (rule_.options.empty()) return;
        page_ += "## Options\n\n| option | default | |\n|---|---|---|\n";
        for (const lint::OptionMeta& option : rule_.options) {
            page_ += fmt::format("| `{}` | `{}` | {} |\n", option.name, option.default_value,
                                 option.help);
        }
        page_ += fmt::format("\nIn `gpulint.yaml`:\n\n{}",
                             block("yaml", fmt::format("rules:\n  {}:\n    {}: {}\n", rule_.name,
                                                       rule_.options.front().name,
                                                       rule_.options.front().default_value)));
    }

    Result<Done> add_example(const Example& example) {
        page_ += example.bad.empty() ? "## Right\n\n" : "## Wrong\n\n";
        if (!example.profile.empty()) {
            page_ += fmt::format("With `--profile {}`:\n\n", example.profile);
        }
        page_ += block("yaml", example.bad.empty() ? example.good : read_marks(example.bad).text);
        if (!example.inventory.empty()) {
            page_ += "on the cluster\n\n" + block("yaml", read_marks(example.inventory).text);
        }
        if (!example.config.empty()) {
            page_ += "with the configuration\n\n" + block("yaml", example.config);
        }
        if (example.bad.empty()) return Done{};
        const Result<std::string> output = output_for(example, rule_, rules_);
        if (!output) return output.error();
        page_ += "gpulint says:\n\n" + block("text", *output);
        if (!example.fixed.empty()) page_ += "Mended:\n\n" + block("yaml", example.fixed);
        return Done{};
    }

    void add_suppression() {
        const bool is_about_text = rule_.scope != "engine" && rule_.scope != "inventory";
        if (!is_about_text) return;
        page_ += "## When it is meant\n\nOn the line, or alone above it:\n\n" +
                 block("yaml", fmt::format("# gpulint: ignore[{}] why it is meant\n", rule_.name));
    }

    void add_references() {
        if (rule_.references.empty()) return;
        page_ += "## References\n\n";
        for (const lint::Reference& reference : rule_.references) {
            page_ += fmt::format("- [{}]({})\n", reference.title, reference.url);
        }
        page_ += '\n';
    }

    const lint::RuleMeta& rule_;
    const lint::RuleTable& rules_;
    std::string page_;
};

Result<std::string> make_page(const std::filesystem::path& root, const lint::RuleMeta& rule,
                              const lint::RuleTable& rules) {
    const std::string path = fmt::format("rules/{}/{}.yaml", rule.family, rule.name);
    Result<std::string> bytes = read_file(root / path);
    if (!bytes) return bytes.error();
    text::SourceSet sources;
    const Result<text::FileId> id = sources.add(path, *std::move(bytes));
    if (!id) return id.error();
    const auto documents = yaml::parse_all(sources.file(*id));
    Result<std::string> page =
        PageWriter(rule, rules).write(read_examples(documents.front()->root()));
    if (!page) return Error{fmt::format("{}: {}", path, page.error().message), page.error().hint};
    return page;
}

std::string make_list(const lint::RuleTable& rules) {
    std::string text =
        "<!-- Written by gpulint-dev docs from rules/**.yaml: change those. -->\n# Rules\n\n"
        "The hundred of an id is the section of the lesson that explains it. Ids and names are "
        "both taken\neverywhere. An asterisk marks a safe fix (`gpulint --fix`); *inventory* marks "
        "what is only judged\nwhen the cluster is known (`--inventory`).\n";
    for (const std::string_view family : diag::kFamilies) {
        std::string rows;
        for (const lint::Rule& rule : rules.rules()) {
            const lint::RuleMeta& meta = rule.meta;
            if (meta.family != family) continue;
            rows += fmt::format("| {} | [{}]({}.md){} | {} | {} | {}{} | {} |\n", meta.id,
                                meta.name, meta.name, meta.fix == "safe" ? " *" : "",
                                to_string(meta.severity), to_string(meta.outcome), meta.title,
                                meta.needs_inventory ? " (*inventory*)" : "", meta.lesson);
        }
        if (rows.empty()) continue;
        text += fmt::format(
            "\n## {}\n\n| id | name | severity | outcome | what | lesson "
            "|\n|---|---|---|---|---|---|"
            "\n{}",
            family, rows);
    }
    return text;
}

}  // namespace

Result<std::vector<RepositoryFile>> make_rule_pages(const std::filesystem::path& root,
                                                    const lint::RuleTable& rules) {
    std::vector<RepositoryFile> pages;
    pages.push_back({fmt::format("{}/README.md", kFolder), make_list(rules)});
    for (const lint::Rule& rule : rules.rules()) {
        Result<std::string> page = make_page(root, rule.meta, rules);
        if (!page) return page.error();
        pages.push_back({fmt::format("{}/{}.md", kFolder, rule.meta.name), *std::move(page)});
    }
    return pages;
}

std::vector<std::string> find_orphans(const std::filesystem::path& root,
                                      const std::vector<RepositoryFile>& pages) {
    std::vector<std::string> orphans = list_files(root, std::string(kFolder), ".md");
    std::erase_if(orphans, [&pages](const std::string& path) {
        return std::ranges::find(pages, path, &RepositoryFile::path) != pages.end();
    });
    return orphans;
}

}  // namespace gpulint::dev
