#pragma once

#include <span>
#include <string_view>

namespace gpulint::report {

/// One step of the lesson, from rules/lessons.yaml.
struct LessonStep {
    std::string_view id;       ///< "3.1"
    std::string_view title;    ///< "whole GPUs, limits equal requests"
    std::string_view page;     ///< "3-asking-for-gpus.md"
    std::string_view summary;  ///< a few sentences
};

std::span<const LessonStep> lesson_steps();
/// By id; null when there is none.
const LessonStep* find_lesson_step(std::string_view id);

}  // namespace gpulint::report
