#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yaml/node.h"

/// Scalars as sigs.k8s.io/yaml 1.6 (go-yaml v2.4.3) resolves them: YAML 1.1 with Go's number
/// syntax.
namespace gpulint::yaml {

/// What a scalar means.
struct ResolvedScalar {
    ScalarType type = ScalarType::kString;
    std::optional<std::string> text;  ///< when a tag changes it: `!!binary`
    bool has_json = true;             ///< false: infinity or not-a-number, good only as a key
    std::string error;                ///< not empty: does not fit its tag
};

/// Resolves a scalar; `is_quoted` is true for every style but plain.
ResolvedScalar resolve_scalar(std::string_view text, bool is_quoted, std::string_view tag);

/// The value of a scalar of type kInteger, when it fits 64 bits with sign.
std::optional<std::int64_t> integer_value(std::string_view text);
/// The value of a scalar of type kInteger above int64, or of any non-negative one.
std::optional<std::uint64_t> unsigned_value(std::string_view text);
/// The value of a scalar of type kInteger or kFloat.
std::optional<double> number_value(std::string_view text);
/// A number as Go's encoding/json writes it.
std::string json_number(std::string_view text, ScalarType type);
/// A key as sigs.k8s.io/yaml writes it into JSON; nothing when such a key is refused (null).
std::optional<std::string> json_key(std::string_view text, ScalarType type);

}  // namespace gpulint::yaml
