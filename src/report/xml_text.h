#pragma once

#include <string>
#include <string_view>

namespace gpulint::report {

/// escaped(), and safe as text or attribute of XML 1.0. escaped() leaves none of the characters
/// that XML cannot hold but U+FFFE and U+FFFF, which are written out here.
std::string xml_text(std::string_view text);

}  // namespace gpulint::report
