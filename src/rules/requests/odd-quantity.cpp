#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "gpu/catalog.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// Digits without a zero in front: what everybody reads alike.
bool is_plain_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, ascii::is_digit) &&
           (text.size() == 1 || text.front() != '0');
}

}  // namespace

void odd_quantity(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node resources = container.resources();
    for (const char* list : {"limits", "requests"}) {
        for (const yaml::Entry entry : resources[list].entries()) {
            const yaml::Node value = entry.value;
            const std::optional<k8s::Quantity> amount = k8s::ResourceEntry(value).quantity();
            const bool is_odd = context.catalog().is_accelerator(entry.key()) && amount &&
                                amount->sign() > 0 && amount->is_whole() &&
                                !is_plain_number(value.text());
            if (!is_odd || value.is_merged()) continue;
            const std::string plain = std::to_string(amount->value());
            context.report(value.span())
                .message("{} is {}", value.text(), plain)
                .what_to_do("write {}", plain)
                .fix("write " + plain, yaml::set_value(value, plain));
        }
    }
}

}  // namespace gpulint::rules
