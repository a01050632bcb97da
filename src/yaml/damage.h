#pragma once

#include <string>
#include <string_view>

#include "yaml/events.h"
#include "yaml/masking.h"

/// Where a document is damaged, and in words that help.
namespace gpulint::yaml {

/// The damaged lines of `text`, given where libyaml stopped: the smallest error that
/// tree-sitter-yaml sees there, else the line libyaml complains of. Never empty while `text` is
/// not.
Range find_damage(std::string_view text, const SyntaxError& error);

/// libyaml's complaint as a person would put it, with what to do.
std::string explain_damage(std::string_view text, const SyntaxError& error);

}  // namespace gpulint::yaml
