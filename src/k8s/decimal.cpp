#include "k8s/decimal.h"

#include <algorithm>
#include <utility>

namespace gpulint::k8s {
namespace {

constexpr std::int64_t kWidestGap = 4000;

/// left + right, both digits of one exponent.
std::string add_digits(std::string_view left, std::string_view right) {
    std::string sum;
    int carry = 0;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()) || carry != 0; ++i) {
        int digit = carry;
        if (i < left.size()) digit += left[left.size() - 1 - i] - '0';
        if (i < right.size()) digit += right[right.size() - 1 - i] - '0';
        sum += static_cast<char>('0' + digit % 10);
        carry = digit / 10;
    }
    std::ranges::reverse(sum);
    return sum;
}

/// left - right, where left is not the smaller one.
std::string subtract_digits(std::string_view left, std::string_view right) {
    std::string difference;
    int borrow = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        int digit = left[left.size() - 1 - i] - '0' - borrow;
        if (i < right.size()) digit -= right[right.size() - 1 - i] - '0';
        borrow = digit < 0 ? 1 : 0;
        difference += static_cast<char>('0' + digit + 10 * borrow);
    }
    std::ranges::reverse(difference);
    return difference;
}

std::string multiply_digits(std::string_view digits, std::uint32_t factor) {
    std::string product;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < digits.size() || carry != 0; ++i) {
        std::uint64_t digit = carry;
        if (i < digits.size()) {
            digit +=
                std::uint64_t{factor} * static_cast<unsigned>(digits[digits.size() - 1 - i] - '0');
        }
        product += static_cast<char>('0' + digit % 10);
        carry = digit / 10;
    }
    std::ranges::reverse(product);
    return product;
}

}  // namespace

Decimal normalized(Decimal decimal) {
    const std::size_t first = decimal.digits.find_first_not_of('0');
    if (first == std::string::npos) return {};
    const std::size_t last = decimal.digits.find_last_not_of('0');
    decimal.exponent += static_cast<std::int64_t>(decimal.digits.size() - 1 - last);
    decimal.digits = decimal.digits.substr(first, last - first + 1);
    return decimal;
}

std::int64_t magnitude(const Decimal& decimal) {
    return static_cast<std::int64_t>(decimal.digits.size()) + decimal.exponent;
}

std::strong_ordering compare(const Decimal& left, const Decimal& right) {
    const auto sign = [](const Decimal& d) {
        return d.digits.empty() ? 0 : d.is_negative ? -1 : 1;
    };
    if (sign(left) != sign(right)) return sign(left) <=> sign(right);
    if (sign(left) == 0) return std::strong_ordering::equal;
    std::strong_ordering order = magnitude(left) <=> magnitude(right);
    if (order == 0) {
        // No zeros at the end, so of two with a common beginning the longer one is larger.
        const int by_digits = left.digits.compare(right.digits);
        order = by_digits <=> 0;
    }
    return left.is_negative ? 0 <=> order : order;
}

Decimal rounded_away(Decimal decimal, std::int64_t scale) {
    if (decimal.digits.empty() || decimal.exponent >= scale) return decimal;
    const std::int64_t cut = scale - decimal.exponent;
    const auto size = static_cast<std::int64_t>(decimal.digits.size());
    std::string kept =
        cut >= size ? "0" : decimal.digits.substr(0, static_cast<std::size_t>(size - cut));
    // Normalized digits do not end in zero, so something is always cut off.
    decimal.digits = add_digits(kept, "1");
    decimal.exponent = scale;
    return normalized(std::move(decimal));
}

Decimal times_power_of_two(Decimal decimal, int power) {
    for (; power > 0; power -= std::min(power, 20)) {
        decimal.digits = multiply_digits(decimal.digits, 1U << std::min(power, 20));
    }
    return normalized(std::move(decimal));
}

Decimal add(const Decimal& left, const Decimal& right) {
    if (left.digits.empty()) return right;
    if (right.digits.empty()) return left;
    const bool left_is_wide = magnitude(left) >= magnitude(right);
    const Decimal& wide = left_is_wide ? left : right;
    const Decimal& narrow = left_is_wide ? right : left;
    if (wide.exponent - narrow.exponent > kWidestGap ||
        narrow.exponent - wide.exponent > kWidestGap) {
        return wide;
    }
    const std::int64_t exponent = std::min(left.exponent, right.exponent);
    const auto align = [exponent](const Decimal& d) {
        return d.digits + std::string(static_cast<std::size_t>(d.exponent - exponent), '0');
    };
    const std::string a = align(left);
    const std::string b = align(right);
    Decimal sum;
    sum.exponent = exponent;
    if (left.is_negative == right.is_negative) {
        sum.is_negative = left.is_negative;
        sum.digits = add_digits(a, b);
    } else {
        const bool left_is_larger = a.size() != b.size() ? a.size() > b.size() : a >= b;
        sum.is_negative = left_is_larger ? left.is_negative : right.is_negative;
        sum.digits = left_is_larger ? subtract_digits(a, b) : subtract_digits(b, a);
    }
    return normalized(std::move(sum));
}

std::uint64_t low_bits(const Decimal& decimal, std::int64_t scale) {
    std::int64_t zeros = decimal.exponent - scale;
    std::string_view digits = decimal.digits;
    if (zeros < 0) {
        const auto cut = static_cast<std::size_t>(-zeros);
        digits = cut >= digits.size() ? std::string_view() : digits.substr(0, digits.size() - cut);
        zeros = 0;
    }
    if (zeros >= 64) return 0;  // 10^64 is a multiple of 2^64
    std::uint64_t bits = 0;
    for (const char digit : digits) bits = bits * 10 + static_cast<unsigned>(digit - '0');
    for (; zeros > 0; --zeros) bits *= 10;
    return bits;
}

bool has_fraction(const Decimal& decimal, std::int64_t scale) {
    return !decimal.digits.empty() && decimal.exponent < scale;
}

std::string written_out(const Decimal& decimal, std::int64_t scale) {
    const std::int64_t zeros = decimal.exponent - scale;
    if (zeros >= 0) return decimal.digits + std::string(static_cast<std::size_t>(zeros), '0');
    const auto cut = static_cast<std::size_t>(-zeros);
    return cut >= decimal.digits.size() ? "0"
                                        : decimal.digits.substr(0, decimal.digits.size() - cut);
}

}  // namespace gpulint::k8s
