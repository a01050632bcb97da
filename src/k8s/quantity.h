#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gpulint::k8s {

/// A decimal of any size: ± digits × 10^exponent, without zeros at either end of the digits ("" is
/// 0).
struct Decimal {
    bool is_negative = false;
    std::string digits;
    std::int64_t exponent = 0;
};

/// A Kubernetes resource quantity as resource.Quantity of apimachinery 1.36 understands it, exact.
///
/// Like there, an ordinary amount is a 64-bit integer and a scale, and an extraordinary one a
/// decimal of billionths; the two differ in how their 64-bit views overflow, and the API server's
/// validation looks at those views. Huge exponents are kept as exponents and cost nothing.
class Quantity {
  public:
    Quantity() = default;  ///< 0
    /// Parses `text` as resource.ParseQuantity does, rounding away from zero to billionths. The
    /// error's message is the API server's.
    static Result<Quantity> parse(std::string_view text);
    static Quantity of(std::int64_t whole);

    /// As defaulting stores it: rounded away from zero to thousandths.
    Quantity rounded_to_milli() const;
    /// -1, 0 or 1.
    int sign() const;
    bool is_zero() const { return sign() == 0; }
    /// Quantity.Value(): whole units rounded away from zero; wraps or is 0 where Go's does or is.
    std::int64_t value() const { return view(0); }
    /// Quantity.MilliValue(): thousandths, likewise.
    std::int64_t milli_value() const { return view(-3); }
    /// The integer test of validation: MilliValue() is a multiple of 1000.
    bool is_whole() const { return milli_value() % 1000 == 0; }
    /// As `kubectl get` prints it: "1536Mi" for "1.5Gi", but "+1" for "+1". As there, amounts from
    /// 1000E on that were not written with an exponent lose the suffix they would need.
    std::string canonical() const;
    /// Numeric comparison, whatever the spelling.
    std::strong_ordering operator<=>(const Quantity& other) const;
    bool operator==(const Quantity& other) const { return (*this <=> other) == 0; }
    Quantity operator+(const Quantity& other) const;

  private:
    enum class Format : std::uint8_t { kDecimalExponent, kDecimalSi, kBinarySi };
    struct Suffix;
    struct Parts;

    static bool interpret(std::string_view suffix, Suffix& out);
    static bool parse_small(const Parts& parts, const Suffix& suffix, Quantity& out);
    static Result<Quantity> parse_big(const Parts& parts, Suffix suffix);
    std::int64_t view(int scale) const;
    std::int64_t big_view(int scale) const;
    Decimal decimal() const;
    void set_big(Decimal decimal, int scale);

    bool is_big_ = false;
    std::int64_t small_ = 0;  ///< not big: value = small_ × 10^small_scale_
    std::int32_t small_scale_ = 0;
    Decimal big_;
    int big_scale_ = -9;  ///< big: power of ten of the integer Go holds
    Format format_ = Format::kDecimalSi;
    std::string text_;  ///< the author's spelling where Go keeps it
};

}  // namespace gpulint::k8s
