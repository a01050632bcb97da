#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "diag/family.h"
#include "embed/generators.h"

namespace gpulint::embed {
namespace {

constexpr std::array<std::string_view, 17> kKeys{
    "id",  "name",   "title",    "scope", "severity", "confidence", "outcome", "needs",   "since",
    "fix", "lesson", "profiles", "why",   "do",       "references", "options", "examples"};
constexpr std::array<std::string_view, 10> kNeeded{
    "id", "name", "title", "scope", "severity", "outcome", "since", "lesson", "why", "do"};
constexpr std::array<std::string_view, 7> kExampleKeys{
    "bad", "good", "fixed", "inventory", "profile", "config", "kubernetes"};
constexpr std::array<std::string_view, 2> kReferenceKeys{"title", "url"};
constexpr std::array<std::string_view, 3> kOptionKeys{"name", "default", "help"};

/// How many steps each section of the lesson has, from section 1 on.
constexpr std::array<int, 7> kSteps{3, 3, 2, 4, 3, 6, 2};

/// "3.1": a step of the lesson.
bool is_lesson_step(std::string_view text) {
    if (text.size() != 3 || text[1] != '.') return false;
    const int section = text[0] - '1';
    const int step = text[2] - '0';
    return section >= 0 && section < static_cast<int>(kSteps.size()) && step >= 1 &&
           step <= kSteps.at(static_cast<std::size_t>(section));
}

struct Choice {
    std::string_view text;
    std::string_view code;
};
constexpr std::array kSeverities{Choice{"note", "kNote"}, Choice{"warning", "kWarning"},
                                 Choice{"error", "kError"}};
constexpr std::array kConfidences{Choice{"low", "kLow"}, Choice{"medium", "kMedium"},
                                  Choice{"high", "kHigh"}};
constexpr std::array kOutcomes{Choice{"rejected", "kRejected"}, Choice{"pending", "kPending"},
                               Choice{"fails", "kFails"}, Choice{"wrong", "kWrong"},
                               Choice{"advice", "kAdvice"}};
/// Scope, and the type a rule of that scope is given; the engine's own rules have no function.
constexpr std::array kScopes{
    Choice{"container", "k8s::Container"},     Choice{"settings", "k8s::Settings"},
    Choice{"pod", "k8s::PodTemplate"},         Choice{"workload", "k8s::Workload"},
    Choice{"object", "k8s::Object"},           Choice{"document", "yaml::Document"},
    Choice{"inventory", "cluster::Inventory"}, Choice{"engine", ""}};

template <std::size_t kCount>
std::optional<std::string_view> find_code(const std::array<Choice, kCount>& choices,
                                          std::string_view text) {
    for (const Choice& choice : choices) {
        if (choice.text == text) return choice.code;
    }
    return std::nullopt;
}

/// The words of a list, or of one text, joined by blanks.
std::string words_of(yaml::Node node) {
    std::string words(node.text());
    for (const yaml::Node item : node.items()) {
        if (!words.empty()) words += ' ';
        words += item.text();
    }
    return words;
}

std::string trimmed(std::string_view text) { return std::string(ascii::trim(text)); }

/// One rule, checked and spelt as C++.
class RuleWriter {
  public:
    explicit RuleWriter(const Input& input) : input_(input), root_(input.document->root()) {}

    Result<Done> check() {
        if (Result<Done> done = check_keys(root_, kKeys); !done) return done;
        for (const std::string_view key : kNeeded) {
            if (ascii::trim(root_[key].text()).empty())
                return error_at(input_, root_, fmt::format("needs \"{}\"", key));
        }
        if (Result<Done> done = check_names(); !done) return done;
        if (Result<Done> done = check_choices(); !done) return done;
        for (const yaml::Node reference : root_["references"].items()) {
            Result<Done> done = check_all(reference, kReferenceKeys);
            if (!done) return done;
            if (!reference["url"].text().starts_with("https://")) {
                return error_at(input_, reference, "a reference is an https:// address");
            }
        }
        for (const yaml::Node option : root_["options"].items()) {
            if (Result<Done> done = check_all(option, kOptionKeys); !done) return done;
        }
        return check_examples();
    }

    std::string_view id() const { return root_["id"].text(); }
    std::string_view name() const { return root_["name"].text(); }
    yaml::Node name_node() const { return root_["name"]; }
    bool has_function() const { return !argument_type().empty(); }

    std::string function_name() const {
        std::string function(name());
        std::ranges::replace(function, '-', '_');
        return function;
    }

    std::string declaration() const {
        if (!has_function()) return "";
        return fmt::format("void {}(const lint::RuleContext& context, const {}& subject);\n",
                           function_name(), argument_type());
    }

    std::string lists() const {
        std::string text;
        std::string references;
        for (const yaml::Node reference : root_["references"].items()) {
            references += fmt::format("{{{}, {}}}, ", cpp_string(reference["title"].text()),
                                      cpp_string(reference["url"].text()));
        }
        if (!references.empty()) {
            text += fmt::format("constexpr lint::Reference kReferences{}[] = {{{}}};\n", id(),
                                references);
        }
        std::string options;
        for (const yaml::Node option : root_["options"].items()) {
            options += fmt::format("{{{}, {}, {}}}, ", cpp_string(option["name"].text()),
                                   cpp_string(option["default"].text()),
                                   cpp_string(option["help"].text()));
        }
        if (!options.empty()) {
            text +=
                fmt::format("constexpr lint::OptionMeta kOptions{}[] = {{{}}};\n", id(), options);
        }
        return text;
    }

    std::string row() const {
        const std::string needs = words_of(root_["needs"]);
        const std::string profiles = words_of(root_["profiles"]);
        const auto confidence = find_code(kConfidences, root_["confidence"].text());
        std::string text = "    {{";
        for (const std::string& value :
             {std::string(id()), std::string(name()), trimmed(root_["title"].text()), family(),
              std::string(root_["scope"].text())}) {
            text += cpp_string(value) + ", ";
        }
        text += fmt::format("diag::Severity::{}, diag::Confidence::{}, diag::Outcome::{}, {}, ",
                            *find_code(kSeverities, root_["severity"].text()),
                            confidence.value_or("kHigh"),
                            *find_code(kOutcomes, root_["outcome"].text()), needs == "inventory");
        for (const std::string& value :
             {profiles.empty() ? std::string("recommended") : profiles,
              std::string(root_["since"].text()), std::string(root_["fix"].text()),
              std::string(root_["lesson"].text()), trimmed(root_["why"].text()),
              trimmed(root_["do"].text())}) {
            text += cpp_string(value) + ", ";
        }
        text += root_["references"].size() > 0 ? fmt::format("kReferences{}, ", id()) : "{}, ";
        text += root_["options"].size() > 0 ? fmt::format("kOptions{}}}, ", id()) : "{}}, ";
        text += has_function() ? fmt::format("&{}}},\n", function_name()) : "std::monostate{}},\n";
        return text;
    }

  private:
    Error bad(std::string_view key) const {
        return error_at(input_, root_[key], fmt::format("\"{}\" is no {}", root_[key].text(), key));
    }

    Result<Done> check_keys(yaml::Node node, std::span<const std::string_view> known) const {
        if (!node.is_mapping()) return error_at(input_, node, "want a mapping here");
        for (const yaml::Entry entry : node.entries()) {
            if (std::ranges::find(known, entry.key()) == known.end()) {
                return error_at(input_, entry.value,
                                fmt::format("unknown key \"{}\"", entry.key()));
            }
        }
        return Done{};
    }

    /// Just these keys, and none of them empty.
    Result<Done> check_all(yaml::Node node, std::span<const std::string_view> keys) const {
        if (Result<Done> done = check_keys(node, keys); !done) return done;
        for (const std::string_view key : keys) {
            if (!node.has(key)) return error_at(input_, node, fmt::format("needs \"{}\"", key));
        }
        return Done{};
    }

    Result<Done> check_names() const {
        if (!diag::is_rule_id(id())) return bad("id");
        if (!diag::is_rule_name(name())) return bad("name");
        const std::string wanted = fmt::format("{}/{}.yaml", family(), name());
        if (!input_.path.ends_with("/" + wanted)) {
            return error_at(input_, root_["name"], fmt::format("belongs into rules/{}", wanted));
        }
        return Done{};
    }

    Result<Done> check_choices() const {
        if (!find_code(kScopes, root_["scope"].text())) return bad("scope");
        if (!find_code(kSeverities, root_["severity"].text())) return bad("severity");
        if (!find_code(kOutcomes, root_["outcome"].text())) return bad("outcome");
        if (root_.has("confidence") && !find_code(kConfidences, root_["confidence"].text())) {
            return bad("confidence");
        }
        if (root_.has("needs") && words_of(root_["needs"]) != "inventory") return bad("needs");
        const std::string_view fix = root_["fix"].text();
        if (root_.has("fix") && fix != "safe" && fix != "unsafe" && fix != "display")
            return bad("fix");
        if (!is_lesson_step(root_["lesson"].text())) return bad("lesson");
        return Done{};
    }

    /// What the examples are worth is for the tests to say; here only their shape.
    Result<Done> check_examples() const {
        bool has_bad = false;
        bool has_good = false;
        bool has_fixed = false;
        for (const yaml::Node example : root_["examples"].items()) {
            if (Result<Done> done = check_keys(example, kExampleKeys); !done) return done;
            if (example.has("bad") == example.has("good")) {
                return error_at(input_, example, "an example is either bad or good");
            }
            if (example.has("fixed") && !example.has("bad")) {
                return error_at(input_, example, "what is good needs no fix");
            }
            has_bad = has_bad || example.has("bad");
            has_good = has_good || example.has("good");
            has_fixed = has_fixed || example.has("fixed");
        }
        if (!has_bad || !has_good) {
            return error_at(input_, root_, "needs a bad and a good example");
        }
        const std::string_view fix = root_["fix"].text();
        const bool is_mending = fix == "safe" || fix == "unsafe";
        if (is_mending && !has_fixed) {
            return error_at(input_, root_["fix"], "needs an example that is fixed");
        }
        if (!is_mending && has_fixed) {
            return error_at(input_, root_, "an example is fixed, but \"fix\" does not say so");
        }
        return Done{};
    }

    std::string family() const { return std::string(diag::family_of(id())); }

    std::string_view argument_type() const {
        return find_code(kScopes, root_["scope"].text()).value_or("");
    }

    const Input& input_;
    yaml::Node root_;
};

}  // namespace

Result<std::string> generate_rules(const std::vector<Input>& inputs) {
    std::map<std::string, RuleWriter> by_id;
    std::set<std::string_view> names;
    for (const Input& input : inputs) {
        if (!input.document->root()) continue;
        RuleWriter rule(input);
        if (const Result<Done> done = rule.check(); !done) return done.error();
        if (!names.insert(rule.name()).second) {
            return error_at(input, rule.name_node(), "another rule has this name");
        }
        if (!by_id.emplace(rule.id(), rule).second) {
            return error_at(input, input.document->root(), "another rule has this id");
        }
    }
    std::string declarations;
    std::string lists;
    std::string rows;
    for (const auto& [id, rule] : by_id) {
        declarations += rule.declaration();
        lists += rule.lists();
        rows += rule.row();
    }
    return "#include \"cluster/inventory.h\"\n#include \"k8s/object.h\"\n#include "
           "\"k8s/workload.h\"\n"
           "#include \"lint/rule.h\"\n#include \"rules/builtin.h\"\n#include "
           "\"yaml/document.h\"\n\n"
           "namespace gpulint::rules {\n\n" +
           declarations + "\nnamespace {\n\n" + lists + "\nconstexpr lint::Rule kRules[] = {\n" +
           rows +
           "};\n\n}  // namespace\n\nconst lint::RuleTable& builtin_rules() {\n"
           "    static const lint::RuleTable kTable(kRules);\n    return kTable;\n}\n\n"
           "}  // namespace gpulint::rules\n";
}

}  // namespace gpulint::embed
