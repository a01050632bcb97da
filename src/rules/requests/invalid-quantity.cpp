#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "k8s/placeholder.h"
#include "k8s/resource_validation.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// The spelling that was meant by a unit Kubernetes does not know: "80GB" is "80G", "16gi" is
/// "16Gi".
std::string find_meant(std::string_view text) {
    const std::size_t unit = text.find_first_not_of("+-.0123456789");
    if (unit == std::string_view::npos || unit == 0) return "";
    static constexpr std::string_view kUnits[][2] = {
        {"kb", "k"},   {"mb", "M"},   {"gb", "G"},   {"tb", "T"},  {"kib", "Ki"},
        {"mib", "Mi"}, {"gib", "Gi"}, {"tib", "Ti"}, {"ki", "Ki"}, {"mi", "Mi"},
        {"gi", "Gi"},  {"ti", "Ti"},  {"g", "G"},    {"t", "T"}};
    const std::string written = ascii::to_lower(ascii::trim(text.substr(unit)));
    for (const auto& [wrong, right] : kUnits) {
        if (written == wrong) return std::string(text.substr(0, unit)) + std::string(right);
    }
    return "";
}

}  // namespace

void invalid_quantity(const lint::RuleContext& context, const k8s::PodTemplate& pod) {
    for (const k8s::ResourceMistake& mistake : pod.resource_mistakes()) {
        if (mistake.fault == k8s::ResourceFault::kNegative) {
            context.report(mistake.node.span())
                .field(mistake.field)
                .also(mistake.twin.span())
                .message("{} asks for less than nothing of {}", owner_name(mistake), mistake.name);
        }
        const bool is_wrong = mistake.fault == k8s::ResourceFault::kNotAQuantity &&
                              !k8s::is_placeholder(mistake.node.text());
        if (!is_wrong) continue;
        const std::string meant = find_meant(mistake.node.text());
        auto finding = context.report(mistake.node.span());
        finding.field(mistake.field)
            .also(mistake.twin.span())
            .message("{} is not a quantity", k8s::quoted_amount(mistake.node));
        if (meant.empty()) continue;
        finding.what_to_do("write {}", meant);
        std::vector<text::Edit> edits = yaml::set_value(mistake.node, meant);
        std::ranges::move(yaml::set_value(mistake.twin, meant), std::back_inserter(edits));
        finding.fix("write " + meant, std::move(edits), diag::Applicability::kUnsafe);
    }
}

}  // namespace gpulint::rules
