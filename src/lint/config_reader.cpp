#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "base/ascii.h"
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
constexpr std::array<std::string_view, 5> kResourceKinds{"whole", "partition", "shared",
                                                         "auxiliary", "other"};
constexpr std::size_t kMostExtends = 16;

/// Where a configuration names another one.
struct Extends {
    std::string path;  ///< as written
    std::uint32_t offset = 0;
};

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
                return error_at(problem.span.begin, problem.message, "mend the YAML there");
            }
            if (!document->root()) continue;
            if (root_) {
                return error_at(document->root().span().begin,
                                "a configuration is one document, and this is a second one",
                                "give each folder its own gpulint.yaml, or use overrides");
            }
            root_ = document->root();
        }
        config_.path = file_.name();
        if (!root_ || root_.is_null()) return std::move(config_);
        read_all();
        if (error_) return *error_;
        return std::move(config_);
    }

    /// After read(): the configurations this one builds on, first things first.
    const std::vector<Extends>& extends() const { return extends_; }

    Error error_at(std::uint32_t offset, std::string_view message, std::string hint) const {
        const text::Position place = file_.position(offset);
        return {fmt::format("{}:{}:{}: {}", file_.name(), place.line, place.column, message),
                std::move(hint)};
    }

  private:
    void fail(yaml::Node node, std::string_view message, std::string hint = "") {
        if (!error_) error_ = error_at(node.span().begin, message, std::move(hint));
    }

    void read_all() {
        if (!check_keys(root_, kKeys)) return;
        read_extends(root_["extends"]);
        read_selection(root_, config_.selection);
        read_severity(root_["severity"], config_.severity);
        read_rule_options(root_["rules"]);
        for (const yaml::Node node : list(root_["overrides"])) read_override(node);
        config_.exclude = texts(root_["exclude"]);
        config_.inventories = texts(root_["inventory"]);
        config_.kubernetes = text_of(root_["kubernetes"]);
        if (config_.kubernetes && !is_version(*config_.kubernetes)) {
            fail(root_["kubernetes"], "this is no version of Kubernetes", "kubernetes: \"1.35\"");
        }
        config_.docs_url = text_of(root_["docs-url"]);
        for (const yaml::Node node : list(root_["kinds"])) {
            if (!check_keys(node, kKindKeys)) return;
            config_.kinds.push_back({text_of(node["group"]).value_or(""), needed(node, "kind"),
                                     needed(node, "pod-spec")});
        }
        for (const yaml::Node node : list(root_["resources"])) read_resource(node);
    }

    void read_extends(yaml::Node node) {
        const std::vector<std::string> paths = texts(node);
        const yaml::ItemRange items = node.items();
        auto item = items.begin();
        for (const std::string& path : paths) {
            const yaml::Node place = node.is_sequence() ? *item++ : node;
            if (path.empty()) fail(place, "want the path of a configuration here");
            extends_.push_back({path, place.span().begin});
        }
    }

    void read_resource(yaml::Node node) {
        if (!check_keys(node, kResourceKeys)) return;
        const std::string kind = text_of(node["kind"]).value_or("whole");
        if (std::ranges::find(kResourceKinds, kind) == kResourceKinds.end()) {
            fail(node["kind"], fmt::format("\"{}\" is no kind of resource", kind),
                 suggestion(kind, kResourceKinds, "kinds"));
        }
        config_.resources.push_back(
            {needed(node, "name"), text_of(node["vendor"]).value_or(""), kind});
    }

    static bool is_version(std::string_view text) {
        const std::size_t dot = text.find('.');
        if (dot == std::string_view::npos) return false;
        const auto is_number = [](std::string_view part) {
            return !part.empty() && part.size() <= 4 && std::ranges::all_of(part, ascii::is_digit);
        };
        return is_number(text.substr(0, dot)) && is_number(text.substr(dot + 1));
    }

    static std::string suggestion(std::string_view written, std::span<const std::string_view> known,
                                  std::string_view what) {
        const std::string_view near = find_nearest(written, known);
        return near.empty() ? fmt::format("the {} are {}", what, fmt::join(known, ", "))
                            : fmt::format("did you mean {}?", near);
    }

    std::string needed(yaml::Node node, const char* key) {
        std::string text = text_of(node[key]).value_or("");
        if (text.empty()) fail(node, fmt::format("\"{}\" is missing here", key), "add it");
        return text;
    }

    /// The items of a list that may be missing.
    yaml::ItemRange list(yaml::Node node) {
        if (node.has_value() && !node.is_sequence()) fail(node, "want a list here");
        return node.items();
    }

    /// The entries of a mapping that may be missing.
    yaml::EntryRange mapping(yaml::Node node) {
        if (node.has_value() && !node.is_mapping()) fail(node, "want a mapping here");
        return node.entries();
    }

    bool check_keys(yaml::Node node, std::span<const std::string_view> known) {
        for (const yaml::Entry entry : mapping(node)) {
            if (std::ranges::find(known, entry.key()) != known.end()) continue;
            fail_at_key(entry, fmt::format("unknown key \"{}\"", entry.key()),
                        suggestion(entry.key(), known, "keys here"));
        }
        if (node.is_null()) fail(node, "want a mapping here");
        return !error_;
    }

    void fail_at_key(yaml::Entry entry, std::string_view message, std::string hint) {
        if (!error_) error_ = error_at(entry.key_span().begin, message, std::move(hint));
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
            if (!item.is_scalar() || item.is_null()) fail(item, "want a text here");
            list.emplace_back(item.text());
        }
        return list;
    }

    void read_selection(yaml::Node node, Selection& selection) {
        selection.profile = text_of(node["profile"]);
        if (selection.profile) check(node["profile"], {selection.profile, {}, {}, {}});
        selection.select = selectors(node["select"]);
        selection.extend_select = selectors(node["extend-select"]);
        selection.ignore = selectors(node["ignore"]);
    }

    std::vector<std::string> selectors(yaml::Node node) {
        std::vector<std::string> list = texts(node);
        for (std::size_t i = 0; i < list.size(); ++i) {
            check(node.is_sequence() ? node[i] : node, {std::nullopt, {list[i]}, {}, {}});
        }
        return list;
    }

    /// A selection of one word stands at `node`.
    void check(yaml::Node node, const Selection& selection) {
        const Result<Done> done = Config::check_selection(rules_, selection);
        if (!done) fail(node, done.error().message, done.error().hint);
    }

    const Rule* find_rule(yaml::Entry entry) {
        const Rule* rule = rules_.find(entry.key());
        if (rule == nullptr) {
            const std::string_view near = rules_.find_near(entry.key());
            fail_at_key(entry, fmt::format("no rule is called \"{}\"", entry.key()),
                        near.empty() ? "`gpulint rules` lists them all"
                                     : fmt::format("did you mean {}?", near));
        }
        return rule;
    }

    void read_severity(yaml::Node node, std::map<std::string, diag::Severity>& severity) {
        constexpr std::array kLevels{diag::Severity::kNote, diag::Severity::kWarning,
                                     diag::Severity::kError};
        for (const yaml::Entry entry : mapping(node)) {
            const Rule* rule = find_rule(entry);
            if (rule == nullptr) return;
            const auto level = std::ranges::find_if(kLevels, [&entry](diag::Severity known) {
                return to_string(known) == entry.value.text();
            });
            if (level == kLevels.end()) {
                fail(entry.value, fmt::format("\"{}\" is no severity", entry.value.source()),
                     "a severity is error, warning or note; to silence a rule use ignore");
                return;
            }
            severity[std::string(rule->meta.id)] = *level;
        }
    }

    void read_rule_options(yaml::Node node) {
        for (const yaml::Entry entry : mapping(node)) {
            const Rule* rule = find_rule(entry);
            if (rule == nullptr) return;
            std::vector<std::string_view> names;
            for (const OptionMeta& option : rule->meta.options) names.push_back(option.name);
            if (names.empty()) {
                fail_at_key(entry, fmt::format("rule {} has no options", rule->meta.id),
                            "its severity is set under severity:");
                return;
            }
            if (!check_keys(entry.value, names)) return;
            for (const yaml::Entry option : entry.value.entries()) {
                config_.rule_options[std::string(rule->meta.id)][std::string(option.key())] =
                    text_of(option.value).value_or("");
            }
        }
    }

    void read_override(yaml::Node node) {
        if (!check_keys(node, kOverrideKeys)) return;
        PathOverride override_;
        override_.paths = texts(node["paths"]);
        if (override_.paths.empty()) fail(node, "an override needs paths", "paths: [train/**]");
        read_selection(node, override_.selection);
        read_severity(node["severity"], override_.severity);
        config_.overrides.push_back(std::move(override_));
    }

    const text::SourceFile& file_;
    const RuleTable& rules_;
    yaml::Node root_;
    ConfigFile config_;
    std::vector<Extends> extends_;
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

/// Inventories are named relative to the file that names them.
void move_inventories(ConfigFile& config, const std::filesystem::path& folder) {
    for (std::string& path : config.inventories) {
        if (path != "-") path = (folder / path).lexically_normal().string();
    }
}

/// Reads `file` and what it extends; `chain` holds the files on the way here.
Result<ConfigFile> read_chain(const text::SourceFile& file, const RuleTable& rules,
                              text::FileReader& reader, std::vector<std::string>& chain) {
    ConfigReader config_reader(file, rules);
    Result<ConfigFile> config = config_reader.read();
    if (!config) return config;
    chain.push_back(file.name());
    // What is named later weighs more; the file itself most.
    for (auto extends = config_reader.extends().rbegin(); extends != config_reader.extends().rend();
         ++extends) {
        const std::filesystem::path written(extends->path);
        const std::string path = (std::filesystem::path(file.name()).parent_path() / written)
                                     .lexically_normal()
                                     .string();
        if (std::ranges::find(chain, path) != chain.end() || chain.size() > kMostExtends) {
            return config_reader.error_at(extends->offset, "`extends` leads round in a circle",
                                          "let one of the files stand alone");
        }
        Result<std::string> bytes = reader.read(path);
        if (!bytes) {
            return config_reader.error_at(extends->offset, bytes.error().message,
                                          "a path in `extends` is relative to the file it is in");
        }
        text::SourceSet sources;
        const Result<text::FileId> id = sources.add(path, *std::move(bytes));
        if (!id) return id.error();
        Result<ConfigFile> base = read_chain(sources.file(*id), rules, reader, chain);
        if (!base) return base;
        move_inventories(*base, written.parent_path());
        extend(*config, *base);
    }
    chain.pop_back();
    return config;
}

}  // namespace

Result<ConfigFile> parse_config(const text::SourceFile& file, const RuleTable& rules,
                                text::FileReader& reader) {
    std::vector<std::string> chain;
    return read_chain(file, rules, reader, chain);
}

}  // namespace gpulint::lint
