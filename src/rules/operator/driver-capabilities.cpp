#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/near_text.h"
#include "cluster/accelerators.h"
#include "gpu/catalog.h"
#include "gpu/cuda.h"
#include "gpu/images.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/edit.h"

namespace gpulint::rules {
namespace {

std::vector<std::string_view> split(std::string_view value) {
    std::vector<std::string_view> words;
    while (!value.empty()) {
        const std::size_t comma = std::min(value.find(','), value.size());
        const std::string_view word = ascii::trim(value.substr(0, comma));
        if (!word.empty()) words.push_back(word);
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
    return words;
}

void report_unknown(const lint::RuleContext& context, yaml::Node value, std::string_view word) {
    std::vector<std::string_view> names{"all"};
    for (const auto& capability : gpu::driver_capabilities()) names.push_back(capability.name);
    auto finding = context.report(value.span());
    finding.message("{} is no capability of NVIDIA's driver", word)
        .severity(diag::Severity::kWarning)
        .outcome(diag::Outcome::kFails)
        .what_to_do("write some of {}", fmt::join(names, ", "))
        .why(
            "the container toolkit does not start a container that asks for another one; where "
            "devices come by CDI the variable is not read");
    const std::string_view near = find_nearest(word, names);
    if (near.empty()) return;
    std::string text(value.text());
    text.replace(text.find(word), word.size(), near);
    finding.fix(fmt::format("write {}", near), yaml::set_value(value, yaml::quote_string(text)),
                diag::Applicability::kUnsafe);
}

/// The place that shows that the container needs the capability; none when nothing does.
yaml::Node find_sign(const k8s::Container& container, const gpu::CapabilityNeed& need) {
    using Kind = gpu::CapabilityNeed::Kind;
    const yaml::Node image = container.node()["image"];
    if (need.kind == Kind::kImage) return need.is_shown_by(image.text()) ? image : yaml::Node();
    if (need.kind == Kind::kEngine) {
        const gpu::ImageUse use = gpu::find_image_use(container.image());
        const bool is_shown = use.vendor == "nvidia" && need.is_shown_by(use.engine);
        return is_shown ? image : yaml::Node();
    }
    for (const std::string_view list : {"command", "args"}) {
        for (const yaml::Node word : container.node()[list].items()) {
            if (need.is_shown_by(word.text())) return word;
        }
    }
    return {};
}

}  // namespace

void driver_capabilities(const lint::RuleContext& context, const k8s::Container& container) {
    const yaml::Node value = container.find_env("NVIDIA_DRIVER_CAPABILITIES");
    const std::vector<std::string_view> words = split(value.text());
    const auto asked = cluster::find_accelerators(context.catalog(), container);
    const bool has_gpu =
        std::ranges::any_of(asked, [](const auto& entry) { return entry.row->vendor == "nvidia"; });
    if (!k8s::is_settled_text(value) || words.empty() || !has_gpu) return;
    const auto gives = [&words](std::string_view name) {
        return std::ranges::find(words, name) != words.end();
    };
    if (gives("all")) return;
    for (const std::string_view word : words) {
        if (gpu::find_driver_capability(word) == nullptr) {
            return report_unknown(context, value, word);
        }
    }
    for (const gpu::CapabilityNeed& need : gpu::capability_needs()) {
        if (gives(need.capability)) continue;
        const yaml::Node sign = find_sign(container, need);
        if (!sign) continue;
        const gpu::DriverCapability* missing = gpu::find_driver_capability(need.capability);
        context.report(value.span())
            .message("{} is not given {}, which {} needs", container.display_name(),
                     need.capability, need.word)
            .label("without {} there is nothing of {}", need.capability, missing->gives)
            .related(sign.span(), "needs {}", need.capability)
            .fix(fmt::format("add {}", need.capability),
                 yaml::set_value(value, yaml::quote_string(
                                            fmt::format("{},{}", value.text(), need.capability))),
                 diag::Applicability::kUnsafe);
        return;
    }
}

}  // namespace gpulint::rules
