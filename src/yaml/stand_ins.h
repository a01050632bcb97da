#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "yaml/node.h"

namespace gpulint::yaml {

/// Makes libyaml read what go-yaml, its offspring, reads differently, without moving a byte: such
/// places are replaced by a character of the same size that occurs nowhere else in the text, and
/// that character by its meaning in what libyaml gives back.
///
/// go-yaml takes a byte order mark at the start of a later line for text, where libyaml passes over
/// it; it knows the escape `\'`; and it reads `[port:]` as a list of the text `port:`.
class StandIns {
  public:
    explicit StandIns(std::string_view text);
    StandIns(const StandIns&) = delete;
    StandIns& operator=(const StandIns&) = delete;

    /// What libyaml is to read: of the size of the text, and living as long as this object.
    std::string_view text() const { return copy_.empty() ? text_ : std::string_view(copy_); }

    /// Replaces what libyaml refused with `message` at `offset`, if go-yaml takes it. After that
    /// the text has to be read again.
    bool replace_refused(std::string_view message, std::size_t offset);

    bool is_empty() const { return copy_.empty(); }
    /// Decoded text as go-yaml gives it.
    std::string restored(std::string_view decoded, ScalarStyle style) const;

  private:
    void replace_marks();
    bool replace_escapes(std::size_t offset);
    bool replace_colon(std::size_t offset);

    std::string_view text_;
    std::string copy_;    ///< "" while nothing had to be replaced
    std::string mark_;    ///< stands for a byte order mark; "" while unused
    std::string escape_;  ///< stands for `\'`; "" while unused
    std::string colon_;   ///< stands for `:`; "" while unused
};

}  // namespace gpulint::yaml
