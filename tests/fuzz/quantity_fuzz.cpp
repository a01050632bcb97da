// Any bytes as a quantity: what is read is the same amount when its canonical form is read again,
// but for amounts that apimachinery itself prints without the suffix they need.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "k8s/quantity.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using gpulint::k8s::Quantity;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto quantity = Quantity::parse(text);
    if (!quantity) {
        GPULINT_REQUIRE(!quantity.error().message.empty());
        return 0;
    }
    const auto again = Quantity::parse(quantity->canonical());
    GPULINT_REQUIRE(again);
    // From 1000E on there is no suffix left.
    const bool is_printable =
        *quantity < *Quantity::parse("1000E") && *quantity > *Quantity::parse("-1000E");
    GPULINT_REQUIRE(!is_printable || (*again <=> *quantity) == 0);
    GPULINT_REQUIRE((quantity->sign() < 0) == (*quantity < Quantity::of(0)));
    GPULINT_REQUIRE((*quantity + Quantity::of(0) <=> *quantity) == 0);
    return 0;
}
