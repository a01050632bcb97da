#include "k8s/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "k8s/decimal.h"

namespace gpulint::k8s {
namespace {

constexpr std::string_view kWrongShape =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kWrongSuffix = "unable to parse quantity's suffix";
constexpr std::string_view kWrongNumber = "unable to parse numeric part of quantity";

constexpr int kNano = -9;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
/// Decimal digits that always fit 64 bits.
constexpr int kSafeDigits = 18;
/// Exponents beyond this are written with an exponent, not with zeros.
constexpr std::int64_t kMostZeros = 1000;

struct NamedExponent {
    std::string_view name;
    int exponent;
};
constexpr std::array<NamedExponent, 10> kDecimalSuffixes{{{"n", -9},
                                                          {"u", -6},
                                                          {"m", -3},
                                                          {"", 0},
                                                          {"k", 3},
                                                          {"M", 6},
                                                          {"G", 9},
                                                          {"T", 12},
                                                          {"P", 15},
                                                          {"E", 18}}};
constexpr std::array<NamedExponent, 6> kBinarySuffixes{
    {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}, {"Ei", 60}}};

std::uint64_t power_of_ten(int exponent) {
    std::uint64_t power = 1;
    for (; exponent > 0; --exponent) power *= 10;
    return power;
}

/// a × 10^exponent, or nothing when it does not fit.
std::optional<std::int64_t> scaled_up(std::int64_t value, std::int64_t exponent) {
    if (value == 0) return 0;
    for (; exponent > 0; --exponent) {
        if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) return std::nullopt;
    }
    return value;
}

/// a / 10^exponent, rounded away from zero.
std::int64_t scaled_down(std::int64_t value, std::int64_t exponent) {
    if (exponent > kSafeDigits) return value == 0 ? 0 : value > 0 ? 1 : -1;
    const auto divisor = static_cast<std::int64_t>(power_of_ten(static_cast<int>(exponent)));
    const std::int64_t quotient = value / divisor;
    if (value % divisor == 0) return quotient;
    return value > 0 ? quotient + 1 : quotient - 1;
}

std::int64_t as_signed(std::uint64_t bits, bool is_negative) {
    return static_cast<std::int64_t>(is_negative ? 0 - bits : bits);
}

std::string_view take_digits(std::string_view& text) {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

}  // namespace

struct Quantity::Suffix {
    bool is_binary = false;
    std::int32_t exponent = 0;
    Format format = Format::kDecimalSi;
};

/// The pieces of a quantity's text.
struct Quantity::Parts {
    std::string_view text;
    bool is_negative = false;
    bool has_digits = false;  ///< any digit was written
    std::string_view whole;   ///< without leading zeros, "0" when nothing is left
    std::string_view fraction;
};

bool Quantity::interpret(std::string_view suffix, Suffix& out) {
    for (const NamedExponent& known : kDecimalSuffixes) {
        if (known.name != suffix) continue;
        out = {false, known.exponent, Format::kDecimalSi};
        return true;
    }
    for (const NamedExponent& known : kBinarySuffixes) {
        if (known.name != suffix) continue;
        out = {true, known.exponent, Format::kBinarySi};
        return true;
    }
    if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return false;
    suffix.remove_prefix(1);
    if (suffix.starts_with('+')) {
        suffix.remove_prefix(1);
        if (suffix.starts_with('-')) return false;
    }
    std::int64_t exponent = 0;
    const auto [end, code] =
        std::from_chars(suffix.data(), suffix.data() + suffix.size(), exponent);
    if (code != std::errc() || end != suffix.data() + suffix.size()) return false;
    out = {false, static_cast<std::int32_t>(exponent), Format::kDecimalExponent};
    return true;
}

/// The way ordinary amounts go: all digits in 64 bits. False when they do not fit.
bool Quantity::parse_small(const Parts& parts, const Suffix& suffix, Quantity& out) {
    const auto digits =
        static_cast<int>(std::min<std::size_t>(parts.whole.size() + parts.fraction.size(), 1000));
    std::int64_t mantissa = 1;
    std::int64_t scale = 0;
    if (suffix.is_binary) {
        if (!parts.fraction.empty()) return false;
        // 2^exponent has about exponent × 3 / 10 digits.
        if (15 - digits - suffix.exponent * 3 / 10 - 1 < 0) return false;
        mantissa <<= suffix.exponent;
    } else {
        if (digits > kSafeDigits) return false;
        scale = suffix.exponent;
    }
    // Go subtracts in 32 bits.
    scale = static_cast<std::int32_t>(scale - static_cast<std::int64_t>(parts.fraction.size()));
    if (scale < kNano) return false;
    std::string shifted(parts.whole);
    shifted += parts.fraction;
    std::int64_t value = 0;
    std::from_chars(shifted.data(), shifted.data() + shifted.size(), value);
    if (__builtin_mul_overflow(value, mantissa, &out.small_)) return false;
    if (parts.is_negative) out.small_ = -out.small_;
    out.small_scale_ = static_cast<std::int32_t>(scale);
    out.format_ = suffix.format;
    const bool is_canonical =
        suffix.is_binary ? (value & 7) != 0
                         : scale % 3 == 0 && !shifted.ends_with("000") && shifted.front() != '0';
    if (is_canonical) out.text_ = parts.text;
    return true;
}

Result<Quantity> Quantity::parse_big(const Parts& parts, Suffix suffix) {
    if (!parts.has_digits) return Error{std::string(kWrongNumber), ""};
    Decimal decimal;
    decimal.is_negative = parts.is_negative;
    decimal.digits = std::string(parts.whole) + std::string(parts.fraction);
    decimal.exponent = -static_cast<std::int64_t>(parts.fraction.size());
    if (suffix.is_binary) {
        decimal = times_power_of_two(std::move(decimal), suffix.exponent);
    } else {
        decimal.exponent += suffix.exponent;
        decimal = normalized(std::move(decimal));
    }
    Quantity quantity;
    quantity.format_ = suffix.format;
    const bool is_zero = decimal.digits.empty();
    quantity.set_big(rounded_away(std::move(decimal), kNano), is_zero ? 0 : kNano);
    if (!suffix.is_binary || is_zero) return quantity;
    // Only binary amounts are capped, at the largest 64-bit number.
    Decimal size = quantity.big_;
    size.is_negative = false;
    const Decimal most = Quantity::of(kMost).decimal();
    if (compare(size, most) > 0) {
        Decimal capped = most;
        capped.is_negative = parts.is_negative;
        quantity.set_big(std::move(capped), 0);
    }
    if (magnitude(size) <= 0) quantity.format_ = Format::kDecimalSi;  // below 1
    return quantity;
}

Result<Quantity> Quantity::parse(std::string_view text) {
    if (text.empty()) return Error{std::string(kWrongShape), ""};
    Quantity quantity;
    if (text == "0") {
        quantity.text_ = "0";
        return quantity;
    }
    Parts parts;
    parts.text = text;
    std::string_view rest = text;
    if (rest.front() == '+' || rest.front() == '-') {
        parts.is_negative = rest.front() == '-';
        rest.remove_prefix(1);
    }
    const std::string_view written = take_digits(rest);
    parts.whole = written.substr(std::min(written.find_first_not_of('0'), written.size()));
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        parts.fraction = take_digits(rest);
    }
    // A text of zeros, or of nothing but a sign, ends Go's parser early with the number 0.
    const bool is_bare = rest.empty() && parts.whole.empty() && parts.fraction.empty();
    parts.has_digits = is_bare || !written.empty() || !parts.fraction.empty();
    if (parts.whole.empty()) parts.whole = "0";
    const std::string_view suffix_text = rest;
    rest.remove_prefix(std::min(rest.find_first_not_of("eEinumkKMGTP"), rest.size()));
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    take_digits(rest);
    if (!rest.empty()) return Error{std::string(kWrongShape), ""};
    Suffix suffix;
    if (!interpret(suffix_text, suffix)) return Error{std::string(kWrongSuffix), ""};
    if (parse_small(parts, suffix, quantity)) return quantity;
    return parse_big(parts, suffix);
}

Quantity Quantity::of(std::int64_t whole) {
    Quantity quantity;
    quantity.small_ = whole;
    return quantity;
}

void Quantity::set_big(Decimal decimal, int scale) {
    is_big_ = true;
    big_ = std::move(decimal);
    big_scale_ = scale;
    text_.clear();
}

Decimal Quantity::decimal() const {
    if (is_big_) return big_;
    Decimal decimal;
    decimal.is_negative = small_ < 0;
    const auto bits = static_cast<std::uint64_t>(small_);
    decimal.digits = std::to_string(small_ < 0 ? 0 - bits : bits);
    decimal.exponent = small_scale_;
    return normalized(std::move(decimal));
}

Quantity Quantity::rounded_to_milli() const {
    constexpr int kMilli = -3;
    Quantity rounded = *this;
    if (is_big_) {
        if (!big_.digits.empty()) rounded.set_big(rounded_away(big_, kMilli), kMilli);
        return rounded;
    }
    if (small_scale_ >= kMilli) return rounded;
    rounded.small_ = scaled_down(small_, kMilli - small_scale_);
    rounded.small_scale_ = kMilli;
    rounded.text_.clear();
    return rounded;
}

int Quantity::sign() const {
    if (!is_big_) return small_ == 0 ? 0 : small_ > 0 ? 1 : -1;
    if (big_.digits.empty()) return 0;
    return big_.is_negative ? -1 : 1;
}

std::int64_t Quantity::view(int scale) const {
    if (is_big_) return big_view(scale);
    if (small_scale_ < scale) return scaled_down(small_, std::int64_t{scale} - small_scale_);
    const std::int64_t exponent = std::int64_t{small_scale_} - scale;
    if (const std::optional<std::int64_t> exact = scaled_up(small_, exponent)) return *exact;
    // Go multiplies by these powers at once and lets the product wrap; by others it gives up at 0.
    const bool wraps = exponent <= 3 || exponent == 6 || exponent == 9;
    if (!wraps) return 0;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(small_) *
                                     power_of_ten(static_cast<int>(exponent)));
}

/// Go's scaledValue on the integer big_ / 10^big_scale_, its overflow and its rounding of negative
/// numbers included.
std::int64_t Quantity::big_view(int scale) const {
    const std::int64_t held = as_signed(low_bits(big_, big_scale_), big_.is_negative);
    const int difference = scale - big_scale_;
    if (difference == 0) return held;
    if (difference < 0) {
        const std::uint64_t factor = -difference > kSafeDigits ? static_cast<std::uint64_t>(kLeast)
                                                               : power_of_ten(-difference);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(held) * factor);
    }
    Decimal most = Quantity::of(kMost).decimal();
    most.exponent += big_scale_;
    if (compare(big_, most) < 0) {
        const auto divisor = static_cast<std::int64_t>(power_of_ten(difference));
        return held / divisor + (held % divisor != 0 ? 1 : 0);
    }
    const std::uint64_t bits = low_bits(big_, scale) + (has_fraction(big_, scale) ? 1 : 0);
    return as_signed(bits, false);
}

std::string Quantity::canonical() const {
    if (!text_.empty()) return text_;
    if (is_zero()) return "0";
    const Decimal decimal = this->decimal();
    std::string number = decimal.is_negative ? "-" : "";
    const bool is_integer = decimal.exponent >= 0;
    Decimal size = decimal;
    size.is_negative = false;
    const bool is_binary = format_ == Format::kBinarySi && is_integer &&
                           compare(size, Quantity::of(1024).decimal()) >= 0 &&
                           magnitude(decimal) < kMostZeros;
    if (is_binary) {
        std::uint64_t whole = low_bits(decimal, 0);
        std::size_t power = 0;
        while (whole % 1024 == 0 && power < kBinarySuffixes.size()) {
            whole /= 1024;
            ++power;
        }
        number += std::to_string(whole);
        if (power > 0) number += kBinarySuffixes[power - 1].name;
        return number;
    }
    std::int64_t exponent = decimal.exponent;
    std::string digits = decimal.digits;
    for (; exponent % 3 != 0; --exponent) digits += '0';
    number += digits;
    if (format_ == Format::kDecimalExponent) {
        if (exponent != 0) number += "e" + std::to_string(exponent);
        return number;
    }
    for (const NamedExponent& known : kDecimalSuffixes) {
        if (known.exponent == exponent) number += known.name;
    }
    return number;
}

std::strong_ordering Quantity::operator<=>(const Quantity& other) const {
    if (!is_big_ && !other.is_big_ && small_scale_ == other.small_scale_) {
        return small_ <=> other.small_;
    }
    return compare(decimal(), other.decimal());
}

Quantity Quantity::operator+(const Quantity& other) const {
    Quantity sum = *this;
    sum.text_.clear();
    if (is_zero()) sum.format_ = other.format_;
    if (!is_big_ && !other.is_big_) {
        const std::int32_t scale = std::min(small_scale_, other.small_scale_);
        const auto left = scaled_up(small_, std::int64_t{small_scale_} - scale);
        const auto right = scaled_up(other.small_, std::int64_t{other.small_scale_} - scale);
        const bool fits = left && right && !__builtin_add_overflow(*left, *right, &sum.small_);
        if (fits) {
            sum.small_scale_ = scale;
            return sum;
        }
    }
    sum.set_big(add(decimal(), other.decimal()), kNano);
    return sum;
}

}  // namespace gpulint::k8s
