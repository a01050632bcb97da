#include "dev/new_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/near_text.h"
#include "diag/family.h"
#include "lint/rule.h"

namespace gpulint::dev {
namespace {

// $NAME, $ID, … are replaced; a format string would need every brace twice.
constexpr std::string_view kMetadata = R"(id: $ID
name: $NAME
title: $TITLE
scope: container
severity: warning
outcome: wrong
since: 0.1.0
lesson: "$LESSON"
why: >
  Say in a sentence or two why this goes wrong, so that a reader learns it once and for all.
do: >
  Say what to write instead.
references: []
examples:
  - bad: |
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
          - name: main
            image: example.com/$NAME
                   ^$CARETS container "main" runs "example.com/$NAME"
            resources:
              limits:
                nvidia.com/gpu: 1
  - good: |
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
          - name: main
            image: example.com/train
            resources:
              limits:
                nvidia.com/gpu: 1
)";

constexpr std::string_view kFunction = R"(#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {

void $FUNCTION(const lint::RuleContext& context, const k8s::Container& container) {
    // What is not there is an empty handle: no checks on the way.
    const yaml::Node image = container.node()["image"];
    if (image.text() != "example.com/$NAME") return;
    context.report(image.span())
        .message("{} runs \"{}\"", container.display_name(), image.text());
}

}  // namespace gpulint::rules
)";

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
}

std::string filled_in(std::string_view text, std::string_view name, std::string_view id) {
    std::string function(name);
    std::ranges::replace(function, '-', '_');
    std::string title(name);
    std::ranges::replace(title, '-', ' ');
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    // The first step of the section; what lies beyond the lesson belongs to its playground.
    const bool is_in_lesson = id[3] >= '1' && id[3] <= '6';
    const std::string lesson = is_in_lesson ? std::string(1, id[3]) + ".1" : "7.2";
    std::string result(text);
    replace_all(result, "$NAME", name);
    replace_all(result, "$ID", id);
    replace_all(result, "$TITLE", title);
    replace_all(result, "$LESSON", lesson);
    replace_all(result, "$FUNCTION", function);
    replace_all(result, "$CARETS",
                std::string(std::string_view("xample.com/").size() + name.size(), '^'));
    return result;
}

}  // namespace

Result<std::vector<RepositoryFile>> make_rule(std::string_view family, std::string_view name,
                                              std::string_view id, const lint::RuleTable& rules) {
    const auto& families = diag::kFamilies;
    if (std::ranges::find(families, family) == families.end()) {
        const std::string_view near = find_nearest(family, families);
        return Error{fmt::format("there is no family \"{}\"", family),
                     near.empty() ? fmt::format("the families are {}", fmt::join(families, ", "))
                                  : fmt::format("did you mean {}?", near)};
    }
    if (!diag::is_rule_id(id)) {
        return Error{fmt::format("\"{}\" is no rule id", id), "write GPU and three digits: GPU302"};
    }
    if (diag::family_of(id) != family) {
        return Error{
            fmt::format("{} is an id of family {}, not {}", id, diag::family_of(id), family),
            "the hundred of an id says its family"};
    }
    if (!diag::is_rule_name(name)) {
        return Error{fmt::format("\"{}\" is no rule name", name),
                     "write lower case words with hyphens: gpu-request-without-limit"};
    }
    for (const std::string_view wanted : {id, name}) {
        if (const lint::Rule* rule = rules.find(wanted)) {
            return Error{fmt::format("{} is taken: {} {}", wanted, rule->meta.id, rule->meta.name),
                         "choose another; ids are never used twice"};
        }
    }
    return std::vector<RepositoryFile>{
        {fmt::format("rules/{}/{}.yaml", family, name), filled_in(kMetadata, name, id)},
        {fmt::format("src/rules/{}/{}.cpp", family, name), filled_in(kFunction, name, id)}};
}

}  // namespace gpulint::dev
