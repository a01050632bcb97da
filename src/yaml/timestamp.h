#pragma once

#include <string_view>

namespace gpulint::yaml {

/// A date, or a date and a time, in one of the four layouts that go-yaml takes for `!!timestamp`
/// (`2001-1-2`, `2001-1-2 3:4:5.6`, `2001-1-2T3:4:5Z`, `…t…`), as Go's time.Parse reads them.
bool is_timestamp(std::string_view text);

}  // namespace gpulint::yaml
