#pragma once

#include <string_view>
#include <vector>

#include "k8s/field_mistake.h"
#include "k8s/object.h"

namespace gpulint::k8s {

/// What the API server refuses in a ResourceQuota (pkg/apis/core/validation of Kubernetes 1.36:
/// ValidateResourceQuotaSpec, ValidateResourceQuotaResourceName). Templates are passed over.
std::vector<FieldMistake> find_quota_mistakes(const Object& quota);

/// The same for a LimitRange (ValidateLimitRange).
std::vector<FieldMistake> find_limit_range_mistakes(const Object& limit_range);

/// A key of spec.hard that the quota accepts and then does not count: an extended resource without
/// `requests.`.
bool is_uncounted_quota_key(std::string_view key);

}  // namespace gpulint::k8s
