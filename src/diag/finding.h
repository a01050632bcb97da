#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/edit.h"
#include "text/span.h"

namespace gpulint::diag {

enum class Severity : std::uint8_t { kNote, kWarning, kError };
enum class Confidence : std::uint8_t { kLow, kMedium, kHigh };
/// What will happen: the axis of truth of a finding.
enum class Outcome : std::uint8_t {
    kRejected,  ///< the API server, or a real parser of the file, refuses it
    kPending,   ///< accepted, never scheduled
    kFails,     ///< scheduled, then cannot start or crashes
    kWrong,     ///< runs, but not as meant
    kAdvice,
};
/// How far a fix may be trusted.
enum class Applicability : std::uint8_t { kSafe, kUnsafe, kDisplayOnly };

std::string_view to_string(Severity severity);
std::string_view to_string(Confidence confidence);
std::string_view to_string(Outcome outcome);
std::string_view to_string(Applicability applicability);

/// A place with a few words.
struct Label {
    text::Span span;
    std::string message;  ///< may be empty
};

/// One way to mend what a finding says; edits may touch several places of one or more files.
struct Fix {
    std::string title;  ///< imperative, lower case: "set the limit"
    Applicability applicability = Applicability::kDisplayOnly;
    std::vector<text::Edit> edits;
};

/// What a rule found. Owns its strings.
struct Finding {
    std::string rule;  ///< id, "GPU302"
    Outcome outcome = Outcome::kAdvice;
    Severity severity = Severity::kNote;
    Confidence confidence = Confidence::kHigh;
    Label primary;
    std::vector<Label> related;  ///< other places that belong to it, also in other files
    std::string message;         ///< what; values quoted as written; lower case start, no full stop
    std::string why;             ///< overrides the rule's own text when not empty
    std::string what_to_do;      ///< overrides the rule's own text when not empty
    std::vector<Fix> fixes;      ///< alternatives, best first
    std::string object;          ///< "Deployment/web" or "" when the place is in no object
    std::string route;           ///< field path inside the object, as the API server writes it
    bool is_at_pod_creation = false;  ///< of kRejected: a custom resource passes, its pods do not
    bool is_by_reader = false;        ///< of kRejected: settings; their own program refuses them
    bool suppressed = false;          ///< a comment or baseline silences it
    bool is_in_baseline = false;      ///< of suppressed: the baseline does
};

/// File, begin, end, rule id: the order in which findings are shown.
bool comes_before(const Finding& left, const Finding& right);

}  // namespace gpulint::diag
