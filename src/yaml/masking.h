#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/span.h"

/// Replaces what is no YAML, byte for byte, before a document is parsed. Offsets count from the
/// start of the text that is given.
namespace gpulint::yaml {

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Turns everything but line breaks into blanks.
void blank_out(std::string& text, Range range);

/// Lines of an unresolved merge conflict: `<<<<<<<`, `=======`, `>>>>>>>` in this order. The marker
/// lines and the second version are blanked out of `text`; the marker lines are returned.
std::vector<Range> mask_conflicts(std::string& text);

/// Template expressions (`{{ … }}`, `{% … %}`) of `text`, in order: lines that hold nothing else
/// are blanked, in other lines an expression becomes letters that read as part of a scalar. What is
/// not closed is no expression.
std::vector<Range> mask_templates(std::string& text);

}  // namespace gpulint::yaml
