#pragma once

#include <string>
#include <vector>

#include "yaml/node.h"

namespace gpulint::k8s {

class PodTemplate;

/// Something in a pod spec, beside amounts of resources, that the API server's validation refuses.
struct FieldMistake {
    yaml::Node node;  ///< the value, or the mapping that lacks one
    bool is_missing = false;
    std::string field;    ///< path as the API server reports it
    std::string message;  ///< lower case, no full stop
    std::string what_to_do;
};

/// What validation (pkg/apis/core/validation of Kubernetes 1.36: ValidatePodSpec and what it calls,
/// ValidateTolerations, the workload kinds' own limits on templates) refuses in the parts of a pod
/// that decide about GPUs: names, images, tolerations, selectors, claims, mounts, ports, restart
/// policy. Values that are masked templates are passed over. Pods that an operator completes are
/// not judged.
std::vector<FieldMistake> find_field_mistakes(const PodTemplate& pod);

}  // namespace gpulint::k8s
