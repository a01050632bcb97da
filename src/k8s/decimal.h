#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "k8s/quantity.h"

/// Arithmetic on decimals of any size; costs grow with the digits written, never with exponents.
namespace gpulint::k8s {

/// Zeros at both ends moved out of the digits.
Decimal normalized(Decimal decimal);
/// Number of digits before the decimal point, at least 0 for values of 1 and more.
std::int64_t magnitude(const Decimal& decimal);
std::strong_ordering compare(const Decimal& left, const Decimal& right);
/// Rounded away from zero to a multiple of 10^scale.
Decimal rounded_away(Decimal decimal, std::int64_t scale);
Decimal times_power_of_two(Decimal decimal, int power);
/// The sum; exact up to a gap of 4,000 digits between the two, beyond that the smaller is lost.
Decimal add(const Decimal& left, const Decimal& right);
/// The low 64 bits of the integer |decimal| / 10^scale, its fraction cut off.
std::uint64_t low_bits(const Decimal& decimal, std::int64_t scale);
/// Something is cut off by low_bits(decimal, scale).
bool has_fraction(const Decimal& decimal, std::int64_t scale);
/// The integer |decimal| / 10^scale, written out; for decimals of sane size.
std::string written_out(const Decimal& decimal, std::int64_t scale);

}  // namespace gpulint::k8s
