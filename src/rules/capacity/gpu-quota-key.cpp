#include <algorithm>
#include <string>
#include <string_view>

#include "gpu/catalog.h"
#include "k8s/object.h"
#include "k8s/quota_validation.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

/// HAMi's scheduler counts `limits.` keys of its own, memory and cores of GPUs, and with them GPUs.
bool is_for_hami(const gpu::Catalog& catalog, yaml::Node hard) {
    static constexpr std::string_view kLimits = "limits.";
    return std::ranges::any_of(hard.entries(), [&catalog](const yaml::Entry entry) {
        if (!entry.key().starts_with(kLimits)) return false;
        const gpu::ResourceName resource =
            catalog.find_resource(entry.key().substr(kLimits.size()));
        return resource.is_known() && resource.row->kind == gpu::ResourceKind::kAuxiliary;
    });
}

}  // namespace

void gpu_quota_key(const lint::RuleContext& context, const k8s::Object& object) {
    if (!object.is("", "ResourceQuota")) return;
    const yaml::Node hard = object.root()["spec"]["hard"];
    if (is_for_hami(context.catalog(), hard)) return;
    for (const yaml::Entry entry : hard.entries()) {
        if (!k8s::is_uncounted_quota_key(entry.key())) continue;
        std::string_view resource = entry.key();
        for (const std::string_view start : {"limits.", "request.", "limit."}) {
            if (resource.starts_with(start)) resource.remove_prefix(start.size());
        }
        const std::string right = "requests." + std::string(resource);
        auto finding = context.report(entry.key_span());
        finding.message("a quota does not count {}: nothing is limited", entry.key());
        if (hard.has(right)) {
            finding.what_to_do("remove it; {} is there already", right)
                .severity(diag::Severity::kWarning);
            continue;
        }
        finding.what_to_do("write {}", right)
            .fix("write " + right, yaml::rename_key(entry.value, right),
                 diag::Applicability::kUnsafe);
        if (context.catalog().is_accelerator(resource)) continue;
        finding.severity(diag::Severity::kWarning);
    }
}

}  // namespace gpulint::rules
