#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include <fstream>
#include <sstream>

#include "finding_maker.h"
#include "report/lessons.h"
#include "report/rule_list.h"

namespace gpulint::report {
namespace {

constexpr std::string_view kManifest =
    "spec:\n"
    "  containers:\n"
    "    - name: server\n"
    "      resources:\n"
    "        requests:\n"
    "          nvidia.com/gpu: 1\n";

/// One finding with all that a finding can have.
class Formats : public testing::Test {
  protected:
    Formats() : rules_(test_rules()) {
        file_ = sources_.add("infer.yaml", std::string(kManifest));
        finding_ = make_finding(sources_.find(file_, "nvidia.com/gpu: 1"), "no limit");
        finding_.related.push_back({sources_.find(file_, "server"), "this container"});
        finding_.fixes.push_back({"set the limit",
                                  diag::Applicability::kSafe,
                                  {{{file_, 90, 90}, "limits: {nvidia.com/gpu: 1}\n"}}});
        finding_.object = "Pod/infer";
        finding_.route = "spec.containers[0].resources.limits";
        summary_.files = 1;
        summary_.documents = 2;
        summary_.workloads = 1;
        summary_.errors = 1;
        summary_.fixable = 1;
    }

    std::string report(std::string_view format) {
        const Surroundings surroundings{sources_.set(), rules_,  docs_url_,
                                        "0.1.0",        colour_, hyperlinks_};
        const auto reporter = find_format(format)->make(surroundings);
        std::string out;
        reporter->begin(out);
        reporter->finding(finding_, out);
        reporter->end(summary_, out);
        return out;
    }

    Sources sources_;
    lint::RuleTable rules_;
    text::FileId file_{};
    diag::Finding finding_;
    lint::Summary summary_;
    std::string docs_url_;
    bool colour_ = false;
    bool hyperlinks_ = false;
};

TEST_F(Formats, Text) {
    EXPECT_EQ(report("text"),
              "error[GPU302]: container \"server\" sets no limit"
              "                                     rejected by the API server\n"
              " --> infer.yaml:6:11\n"
              "  |\n"
              "2 |   containers:\n"
              "3 |     - name: server\n"
              "  |             ------ this container\n"
              "...\n"
              "6 |           nvidia.com/gpu: 1\n"
              "  |           ^^^^^^^^^^^^^^^^^ no limit\n"
              "  = why: It cannot be overcommitted.\n"
              "  = do:  Set the limit (gpulint --fix does it)\n"
              "  = see: lesson 3.1 whole GPUs, limits equal requests "
              "(docs/lessons/3-asking-for-gpus.md#3.1)\n"
              "\n"
              "1 error in 1 file, 2 documents, 1 workload; 1 fixable with --fix\n");
}

TEST_F(Formats, TextSaysWhatTheFindingKnowsBetter) {
    finding_.why = "because of this";
    finding_.what_to_do = "do that";
    finding_.fixes.front().applicability = diag::Applicability::kUnsafe;
    finding_.confidence = diag::Confidence::kMedium;
    finding_.is_at_pod_creation = true;
    finding_.object = "RayCluster/train";
    const std::string text = report("text");
    EXPECT_NE(text.find("its pods are rejected by the API server (medium confidence)\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("= why: because of this. the RayCluster itself may be accepted"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("= do:  do that (gpulint --unsafe-fixes does it)\n"), std::string::npos)
        << text;
}

TEST_F(Formats, TextHasColourAndLinksOnlyWhenTold) {
    EXPECT_EQ(report("text").find('\x1b'), std::string::npos);
    colour_ = true;
    hyperlinks_ = true;
    EXPECT_NE(report("text").find("\x1b[1;31merror[GPU302]\x1b[0m"), std::string::npos);
    // A path below the repository is no address.
    EXPECT_EQ(report("text").find("\x1b]8;;"), std::string::npos);
    docs_url_ = "https://example.org/docs";
    const std::string text = report("text");
    EXPECT_NE(text.find("\x1b]8;;https://example.org/docs/rules/gpu-request-without-limit.md\x1b\\"
                        "GPU302\x1b]8;;\x1b\\"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("\x1b]8;;https://example.org/docs/lessons/3-asking-for-gpus.md#3.1\x1b\\"),
              std::string::npos);
}

TEST_F(Formats, TextTakesARuleItDoesNotKnow) {
    finding_.rule = "GPU999";
    const std::string text = report("text");
    EXPECT_NE(text.find("error[GPU999]"), std::string::npos);
    EXPECT_EQ(text.find("= why"), std::string::npos);
}

TEST_F(Formats, Concise) {
    EXPECT_EQ(report("concise"),
              "infer.yaml:6:11: error[GPU302] container \"server\" sets no limit (rejected)\n");
    finding_.confidence = diag::Confidence::kLow;
    finding_.message = "two\nlines \x1b[0m";
    EXPECT_EQ(report("concise"),
              "infer.yaml:6:11: error[GPU302] two\\x0alines \\x1b[0m (rejected, low confidence)\n");
}

TEST_F(Formats, GithubTextCanStartNoCommand) {
    finding_.message = "50%\n::error::forged, \"x\"";
    const std::string text = report("github");
    EXPECT_EQ(text,
              "::error file=infer.yaml,line=6,col=11,endLine=6,endColumn=28,title=GPU302::"
              "50%25\\x0a::error::forged, \"x\" (rejected by the API server)\n");
    finding_.severity = diag::Severity::kNote;
    EXPECT_TRUE(report("github").starts_with("::notice "));
}

TEST_F(Formats, SummaryNamesWhatWasNotJudged) {
    summary_.errors = 0;
    summary_.warnings = 2;
    summary_.notes = 1;
    summary_.fixable = 0;
    summary_.unsafe_fixable = 3;
    summary_.suppressed = 1;
    summary_.skipped = {{"no inventory", 4}, {"unrendered template", 1}};
    summary_.unreadable.push_back({"cannot read x", ""});
    EXPECT_EQ(summary_line(summary_),
              "2 warnings, 1 note in 1 file, 2 documents, 1 workload; 1 suppressed; 3 fixable with "
              "--unsafe-fixes; not judged: no inventory (4), unrendered template (1); "
              "1 input could not be read");
    EXPECT_EQ(summary_line({}), "nothing found in 0 files, 0 documents, 0 workloads");
}

rapidjson::Document parse(const std::string& text) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseValidateEncodingFlag>(text.c_str());
    EXPECT_FALSE(document.HasParseError()) << text;
    return document;
}

/// What the published schema has against a report; "" when it is content.
std::string against_schema(const rapidjson::Document& report) {
    std::ifstream file(GPULINT_SOURCE_DIR "/docs/schemas/gpulint-report.schema.json");
    std::stringstream text;
    text << file.rdbuf();
    const rapidjson::Document json = parse(text.str());
    const rapidjson::SchemaDocument schema(json);
    rapidjson::SchemaValidator validator(schema);
    if (report.Accept(validator)) return "";
    rapidjson::StringBuffer place;
    validator.GetInvalidDocumentPointer().StringifyUriFragment(place);
    return std::string(place.GetString()) + ": " + validator.GetInvalidSchemaKeyword();
}

TEST_F(Formats, JsonFollowsItsSchema) {
    EXPECT_EQ(against_schema(parse(report("json"))), "");
    finding_.rule = "GPU999";  // unknown: no name, no lesson
    finding_.object.clear();
    finding_.related.clear();
    finding_.fixes.clear();
    summary_.skipped = {{"no inventory", 4}};
    summary_.unreadable.push_back({"cannot read \xff", ""});
    EXPECT_EQ(against_schema(parse(report("json"))), "");
}

TEST_F(Formats, TheSchemaRefusesWhatIsMissingOrNew) {
    rapidjson::Document document = parse(report("json"));
    document["findings"][0].RemoveMember("outcome");
    EXPECT_EQ(against_schema(document), "#/findings/0: required");
    document = parse(report("json"));
    document["findings"][0]["severity"].SetString("fatal");
    EXPECT_EQ(against_schema(document), "#/findings/0/severity: enum");
    document = parse(report("json"));
    document.AddMember("more", 1, document.GetAllocator());
    EXPECT_NE(against_schema(document), "");
}

TEST_F(Formats, JsonHasAllOfAFinding) {
    const rapidjson::Document document = parse(report("json"));
    EXPECT_EQ(document["schemaVersion"].GetInt(), 1);
    EXPECT_STREQ(document["tool"]["version"].GetString(), "0.1.0");
    ASSERT_EQ(document["findings"].Size(), 1U);
    const auto& finding = document["findings"][0];
    const std::pair<const char*, const char*> texts[] = {
        {"rule", "GPU302"},
        {"name", "gpu-request-without-limit"},
        {"severity", "error"},
        {"outcome", "rejected"},
        {"confidence", "high"},
        {"message", "container \"server\" sets no limit"},
        {"object", "Pod/infer"},
        {"route", "spec.containers[0].resources.limits"},
        {"why", "It cannot be overcommitted."},
        {"do", "Set the limit."},
        {"link", "docs/rules/gpu-request-without-limit.md"},
    };
    for (const auto& [key, value] : texts) EXPECT_STREQ(finding[key].GetString(), value) << key;
    const auto& location = finding["location"];
    EXPECT_EQ(kManifest.substr(location["byteOffset"].GetUint(), location["byteLength"].GetUint()),
              "nvidia.com/gpu: 1");
    EXPECT_EQ(location["line"].GetInt(), 6);
    EXPECT_EQ(location["column"].GetInt(), 11);
    EXPECT_EQ(location["endColumn"].GetInt(), 28);
    EXPECT_STREQ(finding["related"][0]["message"].GetString(), "this container");
    EXPECT_STREQ(finding["lesson"]["step"].GetString(), "3.1");
    EXPECT_STREQ(finding["fixes"][0]["edits"][0]["replacement"].GetString(),
                 "limits: {nvidia.com/gpu: 1}\n");
    EXPECT_EQ(document["summary"]["fixable"].GetInt(), 1);
}

TEST_F(Formats, JsonTextIsExactWhateverItHolds) {
    using namespace std::string_literals;
    finding_.message = "nul \0 quote \" escape \x1b \u202e end"s;
    const rapidjson::Document document = parse(report("json"));
    const auto& message = document["findings"][0]["message"];
    EXPECT_EQ(std::string(message.GetString(), message.GetStringLength()), finding_.message);
}

TEST_F(Formats, JsonlIsOneObjectALine) {
    std::istringstream lines(report("jsonl"));
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_STREQ(parse(line)["rule"].GetString(), "GPU302");
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(parse(line)["summary"]["errors"].GetInt(), 1);
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(FormatTable, KnowsItsNames) {
    for (const Format& format : formats()) EXPECT_EQ(find_format(format.name), &format);
    EXPECT_EQ(find_format("xml"), nullptr);
}

TEST(Links, AreBelowTheirBase) {
    const lint::RuleMeta& rule = kRules.front().meta;
    EXPECT_EQ(rule_link(rule, ""), "docs/rules/gpu-request-without-limit.md");
    EXPECT_EQ(rule_link(rule, "https://x/y"), "https://x/y/rules/gpu-request-without-limit.md");
    EXPECT_EQ(lesson_link("6.2", "https://x/y/"), "https://x/y/lessons/6-mig.md#6.2");
    EXPECT_EQ(lesson_link("9.9", ""), "");
}

TEST(Lessons, AreTheStepsInOrder) {
    std::string last;
    for (const LessonStep& step : lesson_steps()) {
        EXPECT_LT(last, step.id);
        last = step.id;
        EXPECT_EQ(find_lesson_step(step.id), &step);
        EXPECT_EQ(step.page.front(), step.id.front()) << "the page is that of the section";
    }
    EXPECT_EQ(lesson_steps().size(), 23U);
}

TEST(RuleList, HasEveryRuleInTextAndJson) {
    const lint::RuleTable rules = test_rules();
    EXPECT_EQ(rules_as_text(rules),
              "GPU302  gpu-request-without-limit          error    rejected  GPU requested without "
              "a limit\n");
    const rapidjson::Document document = parse(rules_as_json(rules));
    ASSERT_EQ(document.Size(), 1U);
    EXPECT_STREQ(document[0]["confidence"].GetString(), "high");
    EXPECT_STREQ(document[0]["references"][0]["url"].GetString(), "https://example.org/");
    const std::string page = explain_rule(kRules.front().meta, "");
    EXPECT_NE(page.find("why: It cannot be overcommitted."), std::string::npos) << page;
    EXPECT_NE(page.find("see: Page, https://example.org/"), std::string::npos) << page;
}

}  // namespace
}  // namespace gpulint::report
