#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/quantity.h"
#include "yaml/node.h"

namespace gpulint::k8s {

class Container;
class PodTemplate;

/// What the API server's validation of resources refuses (pkg/apis/core/validation of Kubernetes
/// 1.36: validateResourceRequirements, ValidateResourceQuantityValue, validatePodResources).
enum class ResourceFault : std::uint8_t {
    kNotAQuantity,          ///< decoding fails: not a quantity at all
    kNegative,              ///< below zero
    kNotWhole,              ///< an extended resource that is no whole number of thousandths
    kUnqualifiedName,       ///< a native name that is not a resource of containers: `gpu`, `pods`
    kMalformedName,         ///< not a qualified name, or one that starts with `requests.`
    kLimitMissing,          ///< a request of an extended resource or huge pages without limit
    kRequestDiffers,        ///< an extended resource or huge pages: request not equal to the limit
    kRequestAboveLimit,     ///< cpu, memory, …: request above the limit
    kHugepagesIndivisible,  ///< no multiple of the page size in the name, or no size there
    kHugepagesAlone,        ///< huge pages without cpu or memory in the same resources
    kNotAtPodLevel,         ///< pod-level resources know cpu, memory and huge pages only
    kLimitAbovePodLimit,    ///< a container's limit above the pod-level limit
    kPodBelowContainers,    ///< pod-level value below the sum of the containers
    kNotInEphemeral,        ///< ephemeral containers may not have resources
};

/// One refusal.
struct ResourceMistake {
    ResourceFault fault = ResourceFault::kNotAQuantity;
    yaml::Node node;   ///< the quantity, or the `resources` mapping where it is about all of it
    yaml::Node twin;   ///< a request that repeats its limit's mistake
    yaml::Node other;  ///< the limit the request is compared with, where there is one
    std::string_view name;                 ///< of the resource; "" when it is about all of them
    const Container* container = nullptr;  ///< null: the pod's own resources
    std::string field;                     ///< path as the API server reports it
    std::optional<Quantity>
        wanted;  ///< kPodBelowContainers: the sum; kHugepagesIndivisible: the page size
};

/// `container "server"`, or "the pod" for its own resources.
std::string owner_name(const ResourceMistake& mistake);

/// An amount as written, for a sentence: `2`, or `nothing` for a null.
std::string written_amount(yaml::Node node);
/// An amount as written, in quotes, or "a list", "a mapping" where it is one.
std::string quoted_amount(yaml::Node node);

/// Everything the API server would refuse in the resources of a pod's containers and of the pod
/// itself, in order of appearance. Values that are masked templates are passed over.
std::vector<ResourceMistake> find_resource_mistakes(const PodTemplate& pod);

}  // namespace gpulint::k8s
