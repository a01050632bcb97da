#include "dev/example.h"

#include "base/ascii.h"

namespace gpulint::dev {
namespace {

std::string text_of(yaml::Node node) { return std::string(node.text()); }

}  // namespace

MarkedText read_marks(std::string_view marked) {
    MarkedText result;
    if (marked.empty()) return result;
    if (marked.ends_with('\n')) marked.remove_suffix(1);
    std::size_t line_number = 0;
    for (const std::string_view line : ascii::split(marked, '\n')) {
        const std::size_t begin = line.find_first_not_of(' ');
        const std::size_t end =
            begin == std::string_view::npos ? begin : line.find_first_not_of('^', begin);
        const bool is_marks =
            end != std::string_view::npos && line[begin] == '^' && line[end] == ' ';
        if (is_marks) {
            result.marks.push_back(
                {line_number, begin, end - begin, std::string(line.substr(end + 1))});
        } else {
            result.text += std::string(line) + '\n';
            ++line_number;
        }
    }
    return result;
}

std::vector<Example> read_examples(yaml::Node rule) {
    std::vector<Example> examples;
    for (const yaml::Node node : rule["examples"].items()) {
        examples.push_back({text_of(node["bad"]), text_of(node["good"]), text_of(node["fixed"]),
                            text_of(node["inventory"]), text_of(node["profile"]),
                            text_of(node["config"]), text_of(node["kubernetes"])});
    }
    return examples;
}

}  // namespace gpulint::dev
