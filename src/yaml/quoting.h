#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpulint::yaml {

/// `text` in double quotes, as YAML and JSON both read it.
std::string double_quoted(std::string_view text);

/// A value written as YAML in the spelling of JSON; nothing when it has none.
std::optional<std::string> spelt_as_json(std::string_view yaml_text);

}  // namespace gpulint::yaml
