#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gpulint::k8s {

/// A Kubernetes resource quantity (apimachinery pkg/api/resource), exact: an integer number of
/// 1e-9 units held in 128 bits or, beyond that, flagged as too large. Source: design of
/// resource.Quantity in Kubernetes 1.36; checked against recorded answers of the real parser.
class Quantity {
  public:
    /// Parses `text` as resource.ParseQuantity does, rounding away from zero to 1e-9. The error's
    /// message is the API server's ("quantities must match the regular expression …").
    static Result<Quantity> parse(std::string_view text);
    static Quantity of(std::int64_t whole);

    /// As stored by the API server: rounded away from zero to thousandths (defaulting does this).
    Quantity rounded_to_milli() const;
    /// -1, 0 or 1.
    int sign() const;
    bool is_zero() const { return sign() == 0; }
    /// Quantity.Value(): whole units, rounded away from zero, capped at int64.
    std::int64_t value() const;
    /// Quantity.MilliValue(): thousandths, rounded away from zero, capped at int64.
    std::int64_t milli_value() const;
    /// The integer test of validation: MilliValue() % 1000 == 0, after rounding to thousandths.
    bool is_whole() const;
    /// Canonical text, as `kubectl get` prints it: "1536Mi" for "1.5Gi".
    std::string canonical() const;
    /// Numeric comparison, whatever the spelling.
    std::strong_ordering operator<=>(const Quantity& other) const;
    bool operator==(const Quantity& other) const { return (*this <=> other) == 0; }
    Quantity operator+(const Quantity& other) const;

  private:
    enum class Format : std::uint8_t { kDecimalExponent, kDecimalSi, kBinarySi };
    __extension__ using Int128 = __int128;

    Int128 nano_ = 0;   ///< units of 1e-9
    int scale_up_ = 0;  ///< power of ten beyond what nano_ holds; 0 for everything below 1e20
    Format format_ = Format::kDecimalSi;
};

}  // namespace gpulint::k8s
