#pragma once

#include <string>
#include <string_view>

namespace gpulint::report {

/// A file's name as CI services want it: relative to where gpulint ran, without leading `./`.
std::string_view plain_path(std::string_view name);
/// plain_path() as URI reference, percent-encoded; absolute names become `file:///…`.
std::string file_uri(std::string_view name);

}  // namespace gpulint::report
