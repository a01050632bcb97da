#pragma once

#include <span>
#include <string_view>

namespace gpulint::gpu {

/// The name of a device, as labels spell it, that `text` was most likely meant to be; "" when none
/// is. Names of the model that `text` names ("H100", "3090") go before those that are merely spelt
/// alike, then those that share most of its words; where no name has the model, the nearest by
/// spelling. Equal to `text`: itself.
std::string_view find_near_product(std::string_view text, std::span<const std::string_view> names);

}  // namespace gpulint::gpu
