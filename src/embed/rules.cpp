#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "embed/generators.h"

namespace gpulint::embed {
namespace {

constexpr std::array<std::string_view, 19> kKeys{
    "id",         "name",    "title",    "scope",   "severity",     "confidence", "outcome",
    "needs",      "since",   "fix",      "lesson",  "profiles",     "why",        "do",
    "references", "options", "examples", "retired", "superseded-by"};
constexpr std::array<std::string_view, 9> kNeeded{"id",      "name",   "title", "scope", "severity",
                                                  "outcome", "lesson", "why",   "do"};

/// The families, by the hundred of their ids.
constexpr std::array<std::string_view, 10> kFamilies{
    "input",   "advertising",  "operator", "requests", "targeting",
    "sharing", "partitioning", "capacity", "claims",   "engines"};

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
constexpr std::array kScopes{Choice{"container", "k8s::Container"},
                             Choice{"pod", "k8s::PodTemplate"},
                             Choice{"workload", "k8s::Workload"},
                             Choice{"object", "k8s::Object"},
                             Choice{"document", "yaml::Document"},
                             Choice{"inventory", "cluster::Inventory"},
                             Choice{"engine", ""}};

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
        for (const yaml::Entry entry : root_.entries()) {
            if (std::ranges::find(kKeys, entry.key()) == kKeys.end()) {
                return error_at(input_, entry.value,
                                fmt::format("unknown key \"{}\"", entry.key()));
            }
        }
        for (const std::string_view key : kNeeded) {
            if (root_[key].text().empty())
                return error_at(input_, root_, fmt::format("needs \"{}\"", key));
        }
        if (const Result<Done> done = check_names(); !done) return done;
        if (!find_code(kScopes, root_["scope"].text())) return bad("scope");
        if (!find_code(kSeverities, root_["severity"].text())) return bad("severity");
        if (!find_code(kOutcomes, root_["outcome"].text())) return bad("outcome");
        if (root_.has("confidence") && !find_code(kConfidences, root_["confidence"].text())) {
            return bad("confidence");
        }
        const std::string_view fix = root_["fix"].text();
        if (root_.has("fix") && fix != "safe" && fix != "unsafe" && fix != "display")
            return bad("fix");
        const std::string_view lesson = root_["lesson"].text();
        const bool is_step =
            lesson.size() == 3 && lesson[0] >= '1' && lesson[0] <= '7' && lesson[1] == '.';
        if (!is_step) return bad("lesson");
        if (root_["examples"].size() == 0 && has_function()) {
            return error_at(input_, root_, "needs examples");
        }
        return Done{};
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

    Result<Done> check_names() const {
        const std::string_view id = this->id();
        const bool is_id = id.size() == 6 && id.starts_with("GPU") &&
                           std::ranges::all_of(id.substr(3), ascii::is_digit);
        if (!is_id) return bad("id");
        const bool is_name = std::ranges::all_of(
            name(), [](char c) { return ascii::is_lower(c) || ascii::is_digit(c) || c == '-'; });
        if (!is_name) return bad("name");
        const std::string wanted = fmt::format("{}/{}.yaml", family(), name());
        if (!input_.path.ends_with("/" + wanted)) {
            return error_at(input_, root_["name"], fmt::format("belongs into rules/{}", wanted));
        }
        return Done{};
    }

    std::string family() const {
        return std::string(kFamilies[static_cast<std::size_t>(id()[3] - '0')]);
    }

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
