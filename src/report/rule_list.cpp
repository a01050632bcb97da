#include "report/rule_list.h"

#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include "report/display.h"
#include "report/lessons.h"
#include "report/reporter.h"

namespace gpulint::report {

std::string rules_as_text(const lint::RuleTable& rules) {
    std::string text;
    for (const lint::Rule& rule : rules.rules()) {
        const lint::RuleMeta& meta = rule.meta;
        text += fmt::format("{}  {:<34} {:<8} {:<9} {}\n", meta.id, meta.name,
                            to_string(meta.severity), to_string(meta.outcome), meta.title);
    }
    return text;
}

std::string rules_as_json(const lint::RuleTable& rules) {
    rapidjson::StringBuffer buffer;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
    writer.SetIndent(' ', 2);
    const auto text = [&writer](const char* key, std::string_view value) {
        writer.Key(key);
        writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    };
    writer.StartArray();
    for (const lint::Rule& rule : rules.rules()) {
        const lint::RuleMeta& meta = rule.meta;
        writer.StartObject();
        text("id", meta.id);
        text("name", meta.name);
        text("title", meta.title);
        text("family", meta.family);
        text("scope", meta.scope);
        text("severity", to_string(meta.severity));
        text("outcome", to_string(meta.outcome));
        text("confidence", to_string(meta.confidence));
        text("profiles", meta.profiles);
        writer.Key("needsInventory");
        writer.Bool(meta.needs_inventory);
        text("since", meta.since);
        text("fix", meta.fix);
        text("lesson", meta.lesson);
        text("why", meta.why);
        text("do", meta.what_to_do);
        writer.Key("references");
        writer.StartArray();
        for (const lint::Reference& reference : meta.references) {
            writer.StartObject();
            text("title", reference.title);
            text("url", reference.url);
            writer.EndObject();
        }
        writer.EndArray();
        writer.Key("options");
        writer.StartArray();
        for (const lint::OptionMeta& option : meta.options) {
            writer.StartObject();
            text("name", option.name);
            text("default", option.default_value);
            text("help", option.help);
            writer.EndObject();
        }
        writer.EndArray();
        writer.EndObject();
    }
    writer.EndArray();
    return std::string(buffer.GetString()) + '\n';
}

std::string explain_rule(const lint::RuleMeta& rule, const std::string& docs_url) {
    std::string text = fmt::format("{} {}\n{}\n\n", rule.id, rule.name, rule.title);
    text += fmt::format("{}, outcome {}{}{}\n\n", to_string(rule.severity), to_string(rule.outcome),
                        rule.needs_inventory ? ", needs an inventory" : "",
                        rule.fix.empty() ? "" : fmt::format(", has a fix ({})", rule.fix));
    text += fmt::format("why: {}\n\ndo:  {}\n", wrapped(rule.why, 5), wrapped(rule.what_to_do, 5));
    for (const lint::OptionMeta& option : rule.options) {
        text += fmt::format("\noption {} (default {}): {}\n", option.name, option.default_value,
                            option.help);
    }
    if (const LessonStep* step = find_lesson_step(rule.lesson)) {
        text += fmt::format("\nlesson {} {}: {}\n", step->id, step->title,
                            lesson_link(step->id, docs_url));
    }
    text += fmt::format("page: {}\n", rule_link(rule, docs_url));
    for (const lint::Reference& reference : rule.references) {
        text += fmt::format("see: {}, {}\n", reference.title, reference.url);
    }
    return text;
}

}  // namespace gpulint::report
