#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

#include <gtest/gtest.h>

#include "support/agreement.h"
#include "support/shared_data.h"
#include "support/yaml_text.h"
#include "yaml/events.h"
#include "yaml/parse.h"

/// libyaml's events against those of yaml-cpp, a reader written apart from it, on the corpus.
namespace gpulint {
namespace {

namespace fs = std::filesystem;

bool is_null_text(std::string_view text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

/// One line for each event: its kind, and of a scalar the decoded text.
class LibyamlEvents : public yaml::EventSink {
  public:
    bool take(const yaml::Event& event) override {
        switch (event.kind) {
            case yaml::EventKind::kScalar: take_scalar(event); break;
            case yaml::EventKind::kAlias: lines.push_back("alias"); break;
            case yaml::EventKind::kSequenceStart: lines.push_back("["); break;
            case yaml::EventKind::kSequenceEnd: lines.push_back("]"); break;
            case yaml::EventKind::kMappingStart: lines.push_back("{"); break;
            case yaml::EventKind::kMappingEnd: lines.push_back("}"); break;
        }
        return true;
    }

    std::vector<std::string> lines;

  private:
    void take_scalar(const yaml::Event& event) {
        const bool is_null = event.style == yaml::ScalarStyle::kPlain && event.tag.empty() &&
                             is_null_text(event.text);
        lines.push_back(is_null ? "null" : "scalar " + std::string(event.text));
    }
};

class YamlCppEvents : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {
        lines.push_back("null");
    }
    void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {
        lines.push_back("alias");
    }
    void OnScalar(const YAML::Mark& /*mark*/, const std::string& tag, YAML::anchor_t /*anchor*/,
                  const std::string& value) override {
        // Version 0.7 gives some plain nulls as scalars with the tag "?".
        lines.push_back(tag == "?" && is_null_text(value) ? "null" : "scalar " + value);
    }
    void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
                         YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override {
        lines.push_back("[");
    }
    void OnSequenceEnd() override { lines.push_back("]"); }
    void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
                    YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override {
        lines.push_back("{");
    }
    void OnMapEnd() override { lines.push_back("}"); }

    std::vector<std::string> lines;
};

/// Why yaml-cpp refused, or "".
std::string read_with_yaml_cpp(std::string_view text, YamlCppEvents& events) {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    try {
        parser.HandleNextDocument(events);
    } catch (const YAML::Exception& error) {
        return error.what();
    }
    return "";
}

std::string first_difference(const std::vector<std::string>& ours,
                             const std::vector<std::string>& theirs) {
    for (std::size_t at = 0; at < std::max(ours.size(), theirs.size()); ++at) {
        const std::string left = at < ours.size() ? ours[at] : "nothing";
        const std::string right = at < theirs.size() ? theirs[at] : "nothing";
        if (left != right) return "libyaml: " + left + "\nyaml-cpp: " + right;
    }
    return "";
}

TEST(YamlReaders, LibyamlAndYamlCppGiveTheSameEvents) {
    GPULINT_NEEDS_SHARED();
    test::Agreement agreement("corpus/manifests", "events of yaml-cpp");
    for (const fs::path& path : test::files_below(test::shared_dir() / "corpus" / "manifests")) {
        const test::ParsedText text(test::read_file(path));
        for (const auto& document : text.documents()) {
            const std::string_view source = document->file().text(document->span());
            LibyamlEvents ours;
            if (yaml::read_events_libyaml(source, ours) || ours.lines.empty()) {
                agreement.add_not_judged("not one YAML document");
                continue;
            }
            YamlCppEvents theirs;
            const std::string refusal = read_with_yaml_cpp(source, theirs);
            if (!refusal.empty()) {
                agreement.add_not_judged("yaml-cpp refuses it");
                continue;
            }
            const std::string difference = first_difference(ours.lines, theirs.lines);
            agreement.add(difference.empty(),
                          path.filename().string() + '#' + std::to_string(document->index()),
                          difference);
        }
    }
    EXPECT_GT(agreement.rows(), 1000U);
}

}  // namespace
}  // namespace gpulint
