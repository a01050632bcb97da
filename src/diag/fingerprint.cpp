#include "diag/fingerprint.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace gpulint::diag {
namespace {

/// FNV-1a with 64 bits: the same on every machine and for ever, which std::hash is not.
class Hash {
  public:
    void add(char c) {
        value_ ^= static_cast<unsigned char>(c);
        value_ *= 0x100000001B3;
    }
    void add(std::string_view part) {
        bool is_after_blank = false;
        for (const char c : part) {
            if (ascii::is_space(c)) {
                is_after_blank = true;
                continue;
            }
            if (is_after_blank) add(' ');
            is_after_blank = false;
            add(c);
        }
        add('\0');
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace

std::string content_hash(const Finding& finding, const text::SourceFile& file) {
    Hash hash;
    hash.add(finding.rule);
    hash.add(finding.object);
    hash.add(file.text(finding.primary.span));
    return fmt::format("{:016x}", hash.value());
}

}  // namespace gpulint::diag
