#include "k8s/kind_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

/// As `kubectl api-resources` of Kubernetes 1.36 lists them.
constexpr std::array<std::string_view, 22> kBuiltinGroups{"",
                                                          "admissionregistration.k8s.io",
                                                          "apiextensions.k8s.io",
                                                          "apiregistration.k8s.io",
                                                          "apps",
                                                          "authentication.k8s.io",
                                                          "authorization.k8s.io",
                                                          "autoscaling",
                                                          "batch",
                                                          "certificates.k8s.io",
                                                          "coordination.k8s.io",
                                                          "discovery.k8s.io",
                                                          "events.k8s.io",
                                                          "extensions",
                                                          "flowcontrol.apiserver.k8s.io",
                                                          "networking.k8s.io",
                                                          "node.k8s.io",
                                                          "policy",
                                                          "rbac.authorization.k8s.io",
                                                          "resource.k8s.io",
                                                          "scheduling.k8s.io",
                                                          "storage.k8s.io"};

bool names_version(std::string_view versions, std::string_view version) {
    const std::vector<std::string_view> all = ascii::split(versions, ' ');
    return std::ranges::find(all, version) != all.end();
}

}  // namespace

bool is_builtin_group(std::string_view group) {
    return std::ranges::binary_search(kBuiltinGroups, group);
}

Result<Done> KindTable::add(std::string group, std::string kind, std::string path) {
    const bool is_path = !path.empty() && path.find("..") == std::string::npos &&
                         !path.starts_with('.') && !path.ends_with('.');
    if (kind.empty() || !is_path) {
        return Error{
            fmt::format("kind \"{}\" has no usable path to its pod spec: \"{}\"", kind, path),
            "write a path like spec.template.spec; `[]` is every item, `.*` every value"};
    }
    KindRow row;
    row.group = strings_.emplace_back(std::move(group));
    row.kind = strings_.emplace_back(std::move(kind));
    PodPath& pod = paths_.emplace_back();
    pod.path = strings_.emplace_back(std::move(path));
    row.pods = {&pod, 1};
    user_rows_.push_back(row);
    return Done{};
}

const KindRow* KindTable::find(std::string_view group, std::string_view version,
                               std::string_view kind) const {
    for (const KindRow& row : user_rows_) {
        if (row.group == group && row.kind == kind) return &row;
    }
    const auto rows = embedded();
    const std::tuple wanted(group, kind);
    const auto key = [](const KindRow& row) { return std::tuple(row.group, row.kind); };
    const auto first = std::ranges::lower_bound(rows, wanted, {}, key);
    const auto last = std::ranges::upper_bound(rows, wanted, {}, key);
    if (first == last) return nullptr;
    if (std::next(first) == last) return &*first;
    for (auto row = first; row != last; ++row) {
        if (names_version(row->versions, version)) return &*row;
    }
    return &*first;
}

}  // namespace gpulint::k8s
