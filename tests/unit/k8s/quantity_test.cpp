// Quantities as apimachinery reads and prints them; every value here was printed by it.
#include "k8s/quantity.h"

#include <gtest/gtest.h>

#include <string_view>

namespace gpulint::k8s {
namespace {

struct Printed {
    std::string_view text;
    std::string_view canonical;
    std::int64_t value;
    std::int64_t milli;
    int sign;
};

TEST(Quantity, PrintsAndRoundsAsApimachineryDoes) {
    constexpr Printed kRows[] = {
        {"1.5Gi", "1536Mi", 1610612736, 1610612736000, 1},
        {"1024Mi", "1Gi", 1073741824, 1073741824000, 1},
        {"0.5Gi", "512Mi", 536870912, 536870912000, 1},
        {"+1", "+1", 1, 1000, 1},
        {"1e3", "1e3", 1000, 1000000, 1},
        {"1e-3", "1e-3", 1, 1, 1},
        {"0.1n", "1n", 1, 1, 1},
        // Beyond the suffixes the views wrap or give up, and the suffix is lost.
        {"999E", "999E", 0, 0, 1},
        {"1000E", "1", 0, 0, 1},
        {"-5000E", "-5", 0, 0, -1},
        {"1e21", "1e21", 0, 0, 1},
        {"1000000000000000000000000", "1", 2003764205206896640, -6930898827444486144, 1},
    };
    for (const Printed& row : kRows) {
        const auto quantity = Quantity::parse(row.text);
        ASSERT_TRUE(quantity) << row.text;
        EXPECT_EQ(quantity->canonical(), row.canonical) << row.text;
        EXPECT_EQ(quantity->value(), row.value) << row.text;
        EXPECT_EQ(quantity->milli_value(), row.milli) << row.text;
        EXPECT_EQ(quantity->sign(), row.sign) << row.text;
    }
}

TEST(Quantity, ComparesAmountsWhateverTheirSpelling) {
    EXPECT_EQ(*Quantity::parse("1024Mi"), *Quantity::parse("1Gi"));
    EXPECT_EQ(*Quantity::parse("1000m"), Quantity::of(1));
    EXPECT_LT(*Quantity::parse("1G"), *Quantity::parse("1Gi"));
    EXPECT_LT(*Quantity::parse("999E"), *Quantity::parse("1e21"));
    EXPECT_EQ(*Quantity::parse("0.5") + *Quantity::parse("500m"), Quantity::of(1));
}

}  // namespace
}  // namespace gpulint::k8s
