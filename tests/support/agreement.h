#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gpulint::test {

/// Counts how far gpulint agrees with recorded answers of the real programs. All counts of a
/// program are printed as one table when its tests are over.
class Agreement {
  public:
    Agreement(std::string file, std::string topic);
    Agreement(const Agreement&) = delete;
    Agreement& operator=(const Agreement&) = delete;
    ~Agreement();

    void add_agreed() { ++agreed_; }
    /// Also fails the test, showing the row; after the twentieth of a topic only counting.
    void add_disagreed(const std::string& id, const std::string& detail);
    void add_not_judged(const std::string& why);
    /// Agreed or disagreed, as `is_equal` says.
    void add(bool is_equal, const std::string& id, const std::string& detail);
    std::size_t rows() const;

  private:
    std::string file_;
    std::string topic_;
    std::size_t agreed_ = 0;
    std::size_t disagreed_ = 0;
    std::map<std::string, std::size_t> not_judged_;
};

}  // namespace gpulint::test
