#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "base/near_text.h"
#include "lint/config.h"
#include "yaml/parse.h"

namespace gpulint::lint {
namespace {

constexpr std::array<std::string_view, 14> kKeys{
    "extends",   "profile", "select",    "extend-select", "ignore",   "severity", "rules",
    "overrides", "exclude", "inventory", "kubernetes",    "docs-url", "kinds",    "resources"};
constexpr std::array<std::string_view, 6> kOverrideKeys{"paths",         "profile", "select",
                                                        "extend-select", "ignore",  "severity"};
constexpr std::array<std::string_view, 3> kKindKeys{"group", "kind", "pod-spec"};
constexpr std::array<std::string_view, 3> kResourceKeys{"name", "vendor", "kind"};
constexpr std::size_t kMostExtends = 16;

/// Reads one gpulint.yaml; the first mistake ends the reading.
class ConfigReader {
  public:
    ConfigReader(const text::SourceFile& file, const RuleTable& rules)
        : file_(file), rules_(rules) {}

    Result<ConfigFile> read() {
        const auto documents = yaml::parse_all(file_);
        for (const auto& document : documents) {
            if (!document->problems().empty()) {
                const yaml::Problem& problem = document->problems().front();
                return error_at(problem.span.begin, problem.message, "");
            }
            if (document->root()) root_ = document->root();
        }
        config_.path = file_.name();
        if (!root_ || root_.is_null()) return std::move(config_);
        if (!root_.is_mapping()) {
            return error_at(root_.span().begin, "a configuration is a mapping", "");
        }
        read_all();
        if (error_) return *error_;
        return std::move(config_);
    }

  private:
    Error error_at(std::uint32_t offset, std::string_view message, std::string hint) const {
        const text::Position place = file_.position(offset);
        return {fmt::format("{}:{}:{}: {}", file_.name(), place.line, place.column, message),
                std::move(hint)};
    }

    void fail(yaml::Node node, std::string_view message, std::string hint = "") {
        if (!error_) error_ = error_at(node.span().begin, message, std::move(hint));
    }

    void read_all() {
        check_keys(root_, kKeys);
        read_selection(root_, config_.selection);
        read_severity(root_["severity"], config_.severity);
        read_rule_options(root_["rules"]);
        for (const yaml::Node node : root_["overrides"].items()) read_override(node);
        config_.exclude = texts(root_["exclude"]);
        config_.inventories = texts(root_["inventory"]);
        config_.kubernetes = text_of(root_["kubernetes"]);
        config_.docs_url = text_of(root_["docs-url"]);
        for (const yaml::Node node : root_["kinds"].items()) {
            check_keys(node, kKindKeys);
            config_.kinds.push_back({std::string(node["group"].text()),
                                     std::string(node["kind"].text()),
                                     std::string(node["pod-spec"].text())});
        }
        for (const yaml::Node node : root_["resources"].items()) {
            check_keys(node, kResourceKeys);
            const yaml::Node kind = node["kind"];
            config_.resources.push_back({std::string(node["name"].text()),
                                         std::string(node["vendor"].text()),
                                         kind ? std::string(kind.text()) : "whole"});
        }
    }

    void check_keys(yaml::Node node, std::span<const std::string_view> known) {
        if (!node.is_mapping()) fail(node, "want a mapping here");
        for (const yaml::Entry entry : node.entries()) {
            if (std::ranges::find(known, entry.key()) != known.end()) continue;
            const std::string_view near = find_nearest(entry.key(), known);
            if (error_) return;
            error_ =
                error_at(entry.key_span().begin, fmt::format("unknown key \"{}\"", entry.key()),
                         near.empty() ? fmt::format("the keys here are {}", fmt::join(known, ", "))
                                      : fmt::format("did you mean {}?", near));
        }
    }

    std::optional<std::string> text_of(yaml::Node node) {
        if (!node.has_value()) return std::nullopt;
        if (!node.is_scalar()) fail(node, "want a text here");
        return std::string(node.text());
    }

    /// A list of texts, or one text.
    std::vector<std::string> texts(yaml::Node node) {
        std::vector<std::string> list;
        if (node.is_string()) list.emplace_back(node.text());
        if (node.has_value() && !node.is_string() && !node.is_sequence()) {
            fail(node, "want a list of texts here");
        }
        for (const yaml::Node item : node.items()) {
            if (!item.is_scalar()) fail(item, "want a text here");
            list.emplace_back(item.text());
        }
        return list;
    }

    void read_selection(yaml::Node node, Selection& selection) {
        selection.profile = text_of(node["profile"]);
        selection.select = texts(node["select"]);
        selection.extend_select = texts(node["extend-select"]);
        selection.ignore = texts(node["ignore"]);
        for (const char* key : {"profile", "select", "extend-select", "ignore"}) {
            Selection one;
            if (key == std::string_view("profile")) {
                one.profile = selection.profile;
            } else {
                one.select = texts(node[key]);
            }
            const Result<Done> done = Config::check_selection(rules_, one);
            if (!done) fail(node[key], done.error().message, done.error().hint);
        }
    }

    const Rule* find_rule(yaml::Node entry) {
        const Rule* rule = rules_.find(entry.key());
        if (rule == nullptr && !error_) {
            const std::string_view near = rules_.find_near(entry.key());
            error_ = error_at(entry.key_span().begin,
                              fmt::format("no rule is called \"{}\"", entry.key()),
                              near.empty() ? "`gpulint rules` lists them all"
                                           : fmt::format("did you mean {}?", near));
        }
        return rule;
    }

    void read_severity(yaml::Node node, std::map<std::string, diag::Severity>& severity) {
        for (const yaml::Entry entry : node.entries()) {
            const Rule* rule = find_rule(entry.value);
            if (rule == nullptr) return;
            bool is_known = false;
            for (const auto level :
                 {diag::Severity::kNote, diag::Severity::kWarning, diag::Severity::kError}) {
                if (to_string(level) != entry.value.text()) continue;
                severity[std::string(rule->meta.id)] = level;
                is_known = true;
            }
            if (!is_known) fail(entry.value, "a severity is error, warning or note");
        }
    }

    void read_rule_options(yaml::Node node) {
        for (const yaml::Entry entry : node.entries()) {
            const Rule* rule = find_rule(entry.value);
            if (rule == nullptr) return;
            std::vector<std::string_view> names;
            for (const OptionMeta& option : rule->meta.options) names.push_back(option.name);
            if (names.empty()) {
                fail(entry.value, fmt::format("rule {} has no options", rule->meta.id));
                return;
            }
            check_keys(entry.value, names);
            for (const yaml::Entry option : entry.value.entries()) {
                config_.rule_options[std::string(rule->meta.id)][std::string(option.key())] =
                    option.value.text();
            }
        }
    }

    void read_override(yaml::Node node) {
        check_keys(node, kOverrideKeys);
        PathOverride override_;
        override_.paths = texts(node["paths"]);
        if (override_.paths.empty()) fail(node, "an override needs paths");
        read_selection(node, override_.selection);
        read_severity(node["severity"], override_.severity);
        config_.overrides.push_back(std::move(override_));
    }

    const text::SourceFile& file_;
    const RuleTable& rules_;
    yaml::Node root_;
    ConfigFile config_;
    std::optional<Error> error_;
};

template <class T>
void prepend(std::vector<T>& list, const std::vector<T>& before) {
    list.insert(list.begin(), before.begin(), before.end());
}

/// `config` on top of what it extends.
void extend(ConfigFile& config, const ConfigFile& base) {
    if (!config.selection.profile) config.selection.profile = base.selection.profile;
    if (config.selection.select.empty()) config.selection.select = base.selection.select;
    prepend(config.selection.extend_select, base.selection.extend_select);
    prepend(config.selection.ignore, base.selection.ignore);
    config.severity.insert(base.severity.begin(), base.severity.end());
    for (const auto& [rule, options] : base.rule_options) {
        config.rule_options[rule].insert(options.begin(), options.end());
    }
    prepend(config.overrides, base.overrides);
    prepend(config.exclude, base.exclude);
    prepend(config.kinds, base.kinds);
    prepend(config.resources, base.resources);
    if (config.inventories.empty()) config.inventories = base.inventories;
    if (!config.kubernetes) config.kubernetes = base.kubernetes;
    if (!config.docs_url) config.docs_url = base.docs_url;
}

Result<ConfigFile> read_chain(const text::SourceFile& file, const RuleTable& rules,
                              text::FileReader& reader, std::vector<std::string>& chain) {
    if (std::ranges::find(chain, file.name()) != chain.end() || chain.size() > kMostExtends) {
        return Error{fmt::format("{}: `extends` leads round in a circle", file.name()),
                     "let one of the files stand alone"};
    }
    chain.push_back(file.name());
    Result<ConfigFile> config = ConfigReader(file, rules).read();
    if (!config) return config;
    const auto documents = yaml::parse_all(file);
    for (const auto& document : documents) {
        const yaml::Node extends = document->root()["extends"];
        if (!extends.has_value()) continue;
        const std::filesystem::path path =
            std::filesystem::path(file.name()).parent_path() / std::string(extends.text());
        Result<std::string> bytes = reader.read(path.string());
        if (!bytes) return bytes.error();
        text::SourceSet sources;
        const Result<text::FileId> id =
            sources.add(path.lexically_normal().string(), *std::move(bytes));
        if (!id) return id.error();
        const Result<ConfigFile> base = read_chain(sources.file(*id), rules, reader, chain);
        if (!base) return base;
        extend(*config, *base);
    }
    return config;
}

}  // namespace

Result<ConfigFile> parse_config(const text::SourceFile& file, const RuleTable& rules,
                                text::FileReader& reader) {
    std::vector<std::string> chain;
    return read_chain(file, rules, reader, chain);
}

}  // namespace gpulint::lint
