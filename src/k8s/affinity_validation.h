#pragma once

#include <vector>

#include "k8s/field_mistake.h"
#include "yaml/node.h"

namespace gpulint::k8s {

/// What the API server refuses in the node affinity and the spread constraints of a pod
/// (pkg/apis/core/validation of Kubernetes 1.36: ValidateNodeSelector,
/// ValidatePreferredSchedulingTerms, validateTopologySpreadConstraints). Templates are passed over.
std::vector<FieldMistake> find_affinity_mistakes(yaml::Node pod_spec);

}  // namespace gpulint::k8s
