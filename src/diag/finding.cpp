#include "diag/finding.h"

#include <tuple>

namespace gpulint::diag {

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::kNote: return "note";
        case Severity::kWarning: return "warning";
        case Severity::kError: return "error";
    }
    return "error";
}

std::string_view to_string(Confidence confidence) {
    switch (confidence) {
        case Confidence::kLow: return "low";
        case Confidence::kMedium: return "medium";
        case Confidence::kHigh: return "high";
    }
    return "high";
}

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::kRejected: return "rejected";
        case Outcome::kPending: return "pending";
        case Outcome::kFails: return "fails";
        case Outcome::kWrong: return "wrong";
        case Outcome::kAdvice: return "advice";
    }
    return "advice";
}

std::string_view to_string(Applicability applicability) {
    switch (applicability) {
        case Applicability::kSafe: return "safe";
        case Applicability::kUnsafe: return "unsafe";
        case Applicability::kDisplayOnly: return "display";
    }
    return "display";
}

bool comes_before(const Finding& left, const Finding& right) {
    const auto order = [](const Finding& finding) {
        return std::tie(finding.primary.span.file, finding.primary.span.begin,
                        finding.primary.span.end, finding.rule, finding.message);
    };
    return order(left) < order(right);
}

}  // namespace gpulint::diag
