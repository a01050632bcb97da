#pragma once

#include <string_view>

/// The name tests of Kubernetes 1.36 (pkg/apis/core/helper, pkg/apis/core/validation).
namespace gpulint::k8s {

/// Contains no slash, or contains "kubernetes.io/": never an extended resource.
bool is_native_resource(std::string_view name);
/// Neither native nor starting with "requests.", and qualified: counted in whole numbers, request
/// equal to limit, never overcommitted.
bool is_extended_resource(std::string_view name);
/// cpu, memory, ephemeral-storage, hugepages-*.
bool is_standard_container_resource(std::string_view name);
bool is_hugepages(std::string_view name);
/// Optional DNS-subdomain prefix and a name of 1 to 63 letters, digits, '-', '_', '.'.
bool is_qualified_name(std::string_view name);
bool is_dns1123_label(std::string_view text);
bool is_dns1123_subdomain(std::string_view text);
/// At most 63 characters, alphanumeric at both ends, may be empty.
bool is_label_value(std::string_view text);

}  // namespace gpulint::k8s
