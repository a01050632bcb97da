#pragma once

#include <vector>

#include "k8s/field_mistake.h"
#include "k8s/object.h"

namespace gpulint::k8s {

/// What the API server refuses in the objects of dynamic resource allocation, resource.k8s.io/v1:
/// ResourceClaim, ResourceClaimTemplate, DeviceClass (pkg/apis/resource/validation of Kubernetes
/// 1.36), and in a RuntimeClass (node.k8s.io/v1). Of device selectors the text is not judged.
/// Nothing for other objects, and for templates.
std::vector<FieldMistake> find_claim_mistakes(const Object& object);

/// A version of resource.k8s.io, policy, … that no API server from 1.34 on serves unless told to.
/// "" when the version is served, else the one to write.
std::string_view served_version_of(const Object& object);

}  // namespace gpulint::k8s
