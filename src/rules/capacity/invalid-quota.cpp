#include <vector>

#include "k8s/object.h"
#include "k8s/placeholder.h"
#include "k8s/quota_validation.h"
#include "lint/rule.h"

namespace gpulint::rules {

void invalid_quota(const lint::RuleContext& context, const k8s::Object& object) {
    std::vector<k8s::FieldMistake> mistakes;
    if (object.is("", "ResourceQuota")) mistakes = k8s::find_quota_mistakes(object);
    if (object.is("", "LimitRange")) mistakes = k8s::find_limit_range_mistakes(object);
    for (const k8s::FieldMistake& mistake : mistakes) {
        const yaml::Node node = mistake.node;
        if (k8s::is_placeholder(node.text()) || k8s::is_placeholder(node.key())) {
            context.skip(node.span(), "value still to be filled in");
            continue;
        }
        context.report(mistake.is_about_key ? node.key_span() : node.span())
            .field(mistake.field)
            .message("{}", mistake.message)
            .what_to_do("{}", mistake.what_to_do);
    }
}

}  // namespace gpulint::rules
