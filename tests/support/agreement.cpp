#include "support/agreement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace gpulint::test {
namespace {

constexpr std::size_t kMostShown = 20;

/// Prints the table after the last test of the program.
class TablePrinter : public testing::Environment {
  public:
    void add(std::string row) { rows_.push_back(std::move(row)); }
    void TearDown() override {
        if (rows_.empty()) return;
        fmt::print("\n{:<28} {:<24} {:>6} {:>7} {:>9} {:>10}\n", "recorded answers", "topic",
                   "rows", "agreed", "disagreed", "not judged");
        for (const std::string& row : rows_) fmt::print("{}\n", row);
        std::fflush(stdout);
    }

  private:
    std::vector<std::string> rows_;
};

TablePrinter& printer() {
    static auto* const kPrinter = dynamic_cast<TablePrinter*>(
        testing::AddGlobalTestEnvironment(new TablePrinter));  // gtest owns it
    return *kPrinter;
}

/// Registered before main() runs the tests: an environment added later is never torn down.
const bool kIsRegistered = (printer(), true);

}  // namespace

Agreement::Agreement(std::string file, std::string topic)
    : file_(std::move(file)), topic_(std::move(topic)) {}

std::size_t Agreement::rows() const {
    std::size_t rows = agreed_ + disagreed_;
    for (const auto& [why, count] : not_judged_) rows += count;
    return rows;
}

Agreement::~Agreement() {
    std::size_t left = 0;
    std::string whys;
    for (const auto& [why, count] : not_judged_) {
        left += count;
        whys += fmt::format("{}{} {}", whys.empty() ? "  " : ", ", count, why);
    }
    printer().add(fmt::format("{:<28} {:<24} {:>6} {:>7} {:>9} {:>10}{}", file_, topic_, rows(),
                              agreed_, disagreed_, left, whys));
}

void Agreement::add_disagreed(const std::string& id, const std::string& detail) {
    if (++disagreed_ <= kMostShown) {
        ADD_FAILURE() << file_ << " " << id << ": " << detail;
    }
}

void Agreement::add_not_judged(const std::string& why) { ++not_judged_[why]; }

void Agreement::add(bool is_equal, const std::string& id, const std::string& detail) {
    if (is_equal) {
        add_agreed();
    } else {
        add_disagreed(id, detail);
    }
}

}  // namespace gpulint::test
