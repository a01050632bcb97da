#pragma once

#include <string_view>

namespace gpulint::k8s {

/// Something to be filled in before the manifest is applied: `${VAR}`, `$VAR`, `$(VAR)`, `$$VAR`,
/// `<value>`, `{{ … }}`, `%VAR%`, `@VAR@`, `__VAR__`, `PLACEHOLDER…`, or a whole text of upper-case
/// words joined by underscores.
bool is_placeholder(std::string_view text);

}  // namespace gpulint::k8s
