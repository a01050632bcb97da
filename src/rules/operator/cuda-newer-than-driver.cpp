#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/accelerators.h"
#include "cluster/cuda_support.h"
#include "cluster/inventory.h"
#include "gpu/catalog.h"
#include "gpu/cuda.h"
#include "gpu/images.h"
#include "k8s/placeholder.h"
#include "k8s/workload.h"
#include "lint/rule.h"

namespace gpulint::rules {
namespace {

using Verdict = cluster::CudaSupport::Verdict;

/// What needs a CUDA release, and whether the container runtime itself asks for it.
struct Need {
    yaml::Node node;
    gpu::CudaVersion cuda;
    bool is_required = false;
};

bool is_check_off(const k8s::Container& container) {
    const std::string_view value = container.find_env("NVIDIA_DISABLE_REQUIRE").text();
    return value == "true" || value == "1";
}

std::optional<Need> find_need(const k8s::Container& container) {
    const yaml::Node required = container.find_env("NVIDIA_REQUIRE_CUDA");
    if (k8s::is_settled_text(required) && !is_check_off(container)) {
        if (const auto cuda = gpu::parse_cuda_requirement(required.text()))
            return Need{required, *cuda, true};
    }
    const yaml::Node image = container.node()["image"];
    if (container.image().empty() || !k8s::is_settled_text(image)) return std::nullopt;
    const auto cuda = gpu::find_cuda_of_image(container.image());
    const gpu::ImageUse use = gpu::find_image_use(container.image());
    if (!cuda || (use.vendor != "nvidia" && !use.vendor.empty())) return std::nullopt;
    return Need{image, *cuda, false};
}

void report_failure(const lint::RuleContext& context, const Need& need,
                    const cluster::CudaSupport& support) {
    const bool is_sure = need.is_required || !support.may_have_compatibility;
    auto finding = context.report(need.node.span());
    finding
        .message("this needs CUDA {}, and the driver of {} knows CUDA up to {}", need.cuda.text(),
                 support.node->name.empty() ? "the node" : support.node->name, support.known.text())
        .related(support.node->span, "{}", support.label);
    const std::string_view driver = gpu::find_driver_of_cuda(need.cuda);
    if (!driver.empty()) {
        finding.what_to_do("update the node's driver to {} or later, or take an image for CUDA {}",
                           driver, support.known.text());
    }
    if (need.is_required) {
        finding.confidence(diag::Confidence::kHigh)
            .why("the container runtime compares the two and does not start the container");
    } else if (!is_sure) {
        finding.severity(diag::Severity::kNote)
            .confidence(diag::Confidence::kLow)
            .why(
                "it runs only with forward compatibility: libraries of a newer driver in the "
                "image, on GPUs for data centres");
    }
}

}  // namespace

void cuda_newer_than_driver(const lint::RuleContext& context, const k8s::Container& container) {
    const auto asked = cluster::find_accelerators(context.catalog(), container);
    const auto gpu = std::ranges::find_if(
        asked, [](const auto& entry) { return entry.row->vendor == "nvidia"; });
    const std::optional<Need> need = find_need(container);
    if (gpu == asked.end() || !need) return;
    const auto support = cluster::find_cuda_support(container.pod(), gpu->entry.name(), need->cuda,
                                                    *context.inventory());
    if (!support || support->verdict == Verdict::kFull) return;
    if (support->verdict == Verdict::kNone || need->is_required) {
        // Images of NVIDIA's bring what forward compatibility needs.
        const bool brings_it = container.image().find("nvidia/") != std::string_view::npos;
        if (need->is_required || !brings_it || !support->may_have_compatibility)
            report_failure(context, *need, *support);
        return;
    }
    context.report(need->node.span())
        .message("this is built with CUDA {}, and the driver of {} knows CUDA up to {}",
                 need->cuda.text(), support->node->name.empty() ? "the node" : support->node->name,
                 support->known.text())
        .related(support->node->span, "{}", support->label)
        .severity(diag::Severity::kNote)
        .outcome(diag::Outcome::kAdvice)
        .why(
            "within a major version most of it runs; code that is compiled on the node, and what "
            "is new in that release, does not");
}

}  // namespace gpulint::rules
