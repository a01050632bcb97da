#include "yaml/timestamp.h"

#include <array>

#include "base/ascii.h"

namespace gpulint::yaml {
namespace {

int days_in(int month, int year) {
    static constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && is_leap ? 29 : kDays.at(static_cast<std::size_t>(month) - 1);
}

/// Reads a timestamp from left to right. Once something does not fit, everything after it fails.
class TimestampReader {
  public:
    explicit TimestampReader(std::string_view text) : rest_(text) {}

    bool date() {
        int year = 0;
        for (int digits = 0; digits < 4; ++digits) year = year * 10 + digit();
        expect('-');
        const int month = number(1, 12);
        expect('-');
        const int day = number(1, 31);
        return fits_ && day <= days_in(month, year);
    }

    bool time() {
        number(0, 23);
        expect(':');
        number(0, 59);
        expect(':');
        number(0, 59);
        const bool has_fraction =
            rest_.size() > 1 && (rest_[0] == '.' || rest_[0] == ',') && ascii::is_digit(rest_[1]);
        if (has_fraction) rest_.remove_prefix(1);
        while (has_fraction && !rest_.empty() && ascii::is_digit(rest_.front())) {
            rest_.remove_prefix(1);
        }
        return fits_;
    }

    /// `Z`, or an offset such as `+01:00`; Go lets 24 hours and 60 minutes pass.
    bool zone() {
        if (take('Z')) return fits_;
        fits_ = fits_ && (take('+') || take('-'));
        fits_ = fits_ && digit() * 10 + digit() <= 24;
        expect(':');
        return fits_ && digit() * 10 + digit() <= 60 && fits_;
    }

    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool is_done() const { return fits_ && rest_.empty(); }

  private:
    void expect(char c) { fits_ = take(c) && fits_; }

    int digit() {
        if (rest_.empty() || !ascii::is_digit(rest_.front())) {
            fits_ = false;
            return 0;
        }
        const int value = rest_.front() - '0';
        rest_.remove_prefix(1);
        return value;
    }

    /// One digit or two.
    int number(int least, int most) {
        int value = digit();
        if (!rest_.empty() && ascii::is_digit(rest_.front())) value = value * 10 + digit();
        fits_ = fits_ && value >= least && value <= most;
        return fits_ ? value : least;
    }

    std::string_view rest_;
    bool fits_ = true;
};

}  // namespace

bool is_timestamp(std::string_view text) {
    TimestampReader reader(text);
    if (!reader.date()) return false;
    if (reader.is_done()) return true;
    if (reader.take('T') || reader.take('t')) {
        return reader.time() && reader.zone() && reader.is_done();
    }
    if (!reader.take(' ')) return false;
    while (reader.take(' ')) {
    }
    return reader.time() && reader.is_done();
}

}  // namespace gpulint::yaml
