#include "k8s/quantity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/agreement.h"
#include "support/json_lines.h"

namespace gpulint {
namespace {

/// Go writes a format error, a value, or both views of a value; all have to be the same here.
TEST(RecordedQuantities, AreReadAlike) {
    test::Agreement agreement("quantity.jsonl", "all");
    for (const nlohmann::json& row : test::read_recorded("quantity.jsonl")) {
        const auto text = row["text"].get<std::string>();
        const Result<k8s::Quantity> quantity = k8s::Quantity::parse(text);
        const auto id = row["id"].get<std::string>();
        if (!quantity) {
            agreement.add(!row["ok"].get<bool>() && row["error"] == quantity.error().message, id,
                          fmt::format("\"{}\": {}", text, quantity.error().message));
            continue;
        }
        const std::string got = fmt::format(
            "{} value {} milli {} sign {} integer {}", quantity->canonical(), quantity->value(),
            quantity->milli_value(), quantity->sign(), quantity->is_whole());
        if (!row["ok"].get<bool>()) {
            agreement.add_disagreed(id, fmt::format("\"{}\": {}", text, got));
            continue;
        }
        const auto number = [&row](const char* key) {
            return row[key].is_string() ? row[key].get<std::string>() : row[key].dump();
        };
        const std::string want = fmt::format(
            "{} value {} milli {} sign {} integer {}", row["canonical"].get<std::string>(),
            number("value"), number("milli"), number("sign"), row["integer"].get<bool>());
        agreement.add(got == want, id, fmt::format("\"{}\": {}, not {}", text, got, want));
    }
    EXPECT_GT(agreement.rows(), 2000U);
}

}  // namespace
}  // namespace gpulint
