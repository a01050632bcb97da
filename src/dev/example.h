#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "yaml/node.h"

namespace gpulint::dev {

/// A place that a line of carets marks in an example, with the message that belongs there.
struct Mark {
    std::size_t line = 0;    ///< from 1, in the text without the lines of carets
    std::size_t column = 0;  ///< bytes, from 0
    std::size_t width = 0;   ///< bytes; of a range of several lines its first line's
    std::string message;
};

/// A text, and what was marked in it.
struct MarkedText {
    std::string text;
    std::vector<Mark> marks;
};

/// Takes the lines of carets (`    ^^^^ message`) out of a text.
MarkedText read_marks(std::string_view marked);

/// One example of a rule, as its YAML has it; what is not there is "".
struct Example {
    std::string bad;    ///< with carets
    std::string good;   ///< the rule has nothing to say of it
    std::string fixed;  ///< what the rule's fixes make of `bad`
    std::string inventory;
    std::string profile;
    std::string config;
    std::string kubernetes;
};

/// The examples of a rule's YAML.
std::vector<Example> read_examples(yaml::Node rule);

}  // namespace gpulint::dev
