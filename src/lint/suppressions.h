#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/file_report.h"
#include "lint/rule_table.h"
#include "text/source.h"
#include "yaml/document.h"

namespace gpulint::lint {

/// How far one `# gpulint: …` comment reaches.
enum class SuppressionScope : std::uint8_t { kNode, kObject, kFile };

/// One suppression comment: `# gpulint: ignore[GPU301, gpu-limit-missing] until=2027-01-31 reason`.
struct Suppression {
    SuppressionScope scope = SuppressionScope::kNode;
    text::Span comment;  ///< the whole comment
    text::Span covers;   ///< findings whose primary place starts in here are silenced
    struct Name {
        std::string text;
        text::Span span;
        bool used = false;
    };
    std::vector<Name> rules;           ///< empty: every rule ("blanket")
    std::optional<std::string> until;  ///< "YYYY-MM-DD"; the comment counts up to and on that day
    text::Span until_span;
    bool used = false;
};

/// The suppressions of one document, and the findings about comments that are malformed.
std::vector<Suppression> find_suppressions(const yaml::Document& document, FileReport& report);

/// Marks the findings that `suppressions` silence, then adds GPU007 to GPU010 (unused, unknown,
/// expired, blanket) with their fixes. `today` is "YYYY-MM-DD". Rules that did not run (not
/// enabled) are not counted as unused.
void apply_suppressions(std::vector<Suppression>& suppressions, const RuleTable& rules,
                        const std::vector<const Rule*>& enabled, std::string_view today,
                        FileReport& report);

}  // namespace gpulint::lint
