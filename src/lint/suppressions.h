#pragma once

#include <array>
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

/// How far one `# gpulint: …` comment reaches; kNone when its word is none that gpulint knows, but
/// looks as if a suppression was meant.
enum class SuppressionScope : std::uint8_t { kNode, kObject, kFile, kNone };

/// One suppression comment: `# gpulint: ignore[GPU301, gpu-missing] until=2027-01-31 reason`.
struct Suppression {
    SuppressionScope scope = SuppressionScope::kNode;
    text::Span comment;   ///< the whole comment
    text::Span word;      ///< "ignore", "ignore-object", …
    text::Span brackets;  ///< from "[" to "]"; empty, behind the word, when there are none
    text::Span covers;    ///< findings whose primary place starts in here are silenced
    struct Name {
        std::string text;
        text::Span span;
        bool is_used = false;
    };
    std::vector<Name> rules;           ///< empty: every rule ("blanket")
    std::optional<std::string> until;  ///< "YYYY-MM-DD"; the comment counts up to and on that day
    text::Span until_span;
    bool is_used = false;
    bool is_uncertain = false;  ///< parts of the document could not be read

    bool has_valid_day() const;
    /// On `today` ("YYYY-MM-DD") it counts for nothing: its day has passed, or is no day.
    bool is_over(std::string_view today) const;
};

/// The text that every suppression comment holds; a file without it needs no look at its comments.
inline constexpr std::string_view kSuppressionMark = "gpulint:";
/// The words that may follow it.
inline constexpr std::array<std::string_view, 3> kSuppressionWords{"ignore", "ignore-object",
                                                                   "ignore-file"};

/// The suppressions of one document, in order. A comment on a line with content covers what starts
/// on that line; one that stands alone covers the node below it.
std::vector<Suppression> find_suppressions(const yaml::Document& document);

/// Reads what stands in one comment; nothing when it is no suppression.
std::optional<Suppression> parse_suppression(std::string_view comment, text::Span span);

/// Marks the findings that `suppressions` silence, then adds GPU007 to GPU010 (unused, unknown,
/// expired, blanket), those of them that are enabled, with their fixes. `today` is "YYYY-MM-DD".
/// Unused is only what nothing can be said against: the rule is among those that `did_run`, skipped
/// nothing there, and the document was read whole.
void apply_suppressions(std::vector<Suppression>& suppressions, const RuleTable& rules,
                        const std::vector<const Rule*>& did_run, std::string_view today,
                        const text::SourceFile& file, FileReport& report);

}  // namespace gpulint::lint
