#pragma once

#include <vector>

#include "k8s/field_mistake.h"

namespace gpulint::k8s {

class PodTemplate;

/// What validation (pkg/apis/core/validation of Kubernetes 1.36: ValidatePodSpec and what it calls,
/// ValidateTolerations, the workload kinds' own limits on templates) refuses in the parts of a pod
/// that decide about GPUs: names, images, tolerations, selectors, claims, mounts, ports, restart
/// policy. Values that are masked templates are passed over. Pods that an operator completes are
/// not judged.
std::vector<FieldMistake> find_field_mistakes(const PodTemplate& pod);

}  // namespace gpulint::k8s
