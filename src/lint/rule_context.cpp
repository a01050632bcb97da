#include "lint/rule_context.h"

#include "cluster/inventory.h"
#include "lint/config.h"
#include "lint/file_report.h"
#include "lint/rule.h"

namespace gpulint::lint {

FindingBuilder::FindingBuilder(FileReport& report, const Rule& rule, text::Span span)
    : report_(report) {
    finding_.rule = rule.meta.id;
    finding_.outcome = rule.meta.outcome;
    finding_.severity = rule.meta.severity;
    finding_.confidence = rule.meta.confidence;
    finding_.primary.span = span;
}

FindingBuilder::~FindingBuilder() { report_.findings.push_back(std::move(finding_)); }

FindingBuilder& FindingBuilder::field(std::string route) {
    finding_.route = std::move(route);
    return *this;
}

FindingBuilder& FindingBuilder::also(text::Span span) {
    if (!span.empty()) finding_.related.push_back({span, "and again here"});
    return *this;
}

FindingBuilder& FindingBuilder::outcome(diag::Outcome outcome) {
    finding_.outcome = outcome;
    return *this;
}

FindingBuilder& FindingBuilder::severity(diag::Severity severity) {
    finding_.severity = severity;
    return *this;
}

FindingBuilder& FindingBuilder::confidence(diag::Confidence confidence) {
    finding_.confidence = confidence;
    return *this;
}

FindingBuilder& FindingBuilder::fix(std::string title, std::vector<text::Edit> edits,
                                    diag::Applicability applicability) {
    if (!edits.empty())
        finding_.fixes.push_back({std::move(title), applicability, std::move(edits)});
    return *this;
}

std::string RuleContext::option(std::string_view name) const {
    return config_->option(rule_->meta, name);
}

std::string RuleContext::kubernetes_version() const {
    if (!config_->kubernetes_version().empty()) return config_->kubernetes_version();
    return inventory_ != nullptr ? inventory_->kubernetes_version() : std::string();
}

FindingBuilder RuleContext::report(text::Span span) const { return {*report_, *rule_, span}; }

void RuleContext::skip(text::Span span, std::string reason) const {
    report_->skips.push_back({std::string(rule_->meta.id), span, std::move(reason)});
}

}  // namespace gpulint::lint
