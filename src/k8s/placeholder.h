#pragma once

#include <string_view>

#include "yaml/node.h"

namespace gpulint::k8s {

/// Something to be filled in before the manifest is applied: `${VAR}`, `$VAR`, `$(VAR)`, `$$VAR`,
/// `<value>`, `{{ … }}`, `%VAR%`, `@VAR@`, `__VAR__`, `PLACEHOLDER…`, or a whole text of upper-case
/// words joined by underscores.
bool is_placeholder(std::string_view text);

/// A text that is there and used as it stands: not empty, no template, no placeholder, no reference
/// to a variable (`$(NAME)`, `${NAME}`) anywhere in it.
bool is_settled_text(yaml::Node text);

}  // namespace gpulint::k8s
