#pragma once

#include <cstdint>
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

/// One suppression comment: `# gpulint: ignore[GPU301, gpu-missing] until=2027-01-31 reason`.
struct Suppression {
    SuppressionScope scope = SuppressionScope::kNode;
    text::Span comment;  ///< the whole comment
    text::Span covers;   ///< findings whose primary place starts in here are silenced
    struct Name {
        std::string text;
        text::Span span;
        bool is_used = false;
    };
    std::vector<Name> rules;           ///< empty: every rule ("blanket")
    std::optional<std::string> until;  ///< "YYYY-MM-DD"; the comment counts up to and on that day
    text::Span until_span;
    bool is_used = false;
};

/// The text that every suppression comment holds; a file without it needs no look at its comments.
inline constexpr std::string_view kSuppressionMark = "gpulint:";

/// The suppressions of one document, in order. A comment on a line with content covers what starts
/// on that line; one that stands alone covers the node below it.
std::vector<Suppression> find_suppressions(const yaml::Document& document);

/// Reads what stands in one comment; nothing when it is no suppression.
std::optional<Suppression> parse_suppression(std::string_view comment, text::Span span);

/// Marks the findings that `suppressions` silence, then adds GPU007 to GPU010 (unused, unknown,
/// expired, blanket), those of them that are enabled, with their fixes. `today` is "YYYY-MM-DD". A
/// name whose rule did not run is not called unused.
void apply_suppressions(std::vector<Suppression>& suppressions, const RuleTable& rules,
                        const std::vector<const Rule*>& enabled, std::string_view today,
                        const text::SourceFile& file, FileReport& report);

}  // namespace gpulint::lint
