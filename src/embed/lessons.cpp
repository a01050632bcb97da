#include <fmt/format.h>

#include <string>

#include "embed/generators.h"

namespace gpulint::embed {

Result<std::string> generate_lessons(const std::vector<Input>& inputs) {
    std::string rows;
    for (const Input& input : inputs) {
        for (const yaml::Node step : input.document->root()["steps"].items()) {
            for (const char* key : {"id", "title", "page", "summary"}) {
                if (step[key].text().empty())
                    return error_at(input, step, fmt::format("needs {}", key));
            }
            rows += fmt::format("    {{{}, {}, {}, {}}},\n", cpp_string(step["id"].text()),
                                cpp_string(step["title"].text()), cpp_string(step["page"].text()),
                                cpp_string(step["summary"].text()));
        }
    }
    return "#include \"report/lessons.h\"\n\nnamespace gpulint::report {\nnamespace {\n\n"
           "constexpr LessonStep kSteps[] = {\n" +
           rows +
           "};\n\n}  // namespace\n\nstd::span<const LessonStep> lesson_steps() { return kSteps; "
           "}\n\n"
           "}  // namespace gpulint::report\n";
}

}  // namespace gpulint::embed
