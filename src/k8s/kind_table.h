#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpulint::k8s {

/// What stands at the place of a pod spec in an object.
enum class PodShape : std::uint8_t {
    kPodSpec,    ///< a full core/v1 PodSpec
    kPartial,    ///< a subset of PodSpec fields: the operator fills in the rest
    kContainer,  ///< the fields of one container
    kResources,  ///< only a ResourceRequirements
};

/// One place of a kind where pods are described.
struct PodPath {
    std::string_view path;  ///< `spec.template.spec`; `[]` every item, `.*` every value
    PodShape shape;
    std::string_view
        replicas;  ///< path of the count, from the root or with the same wildcards; may be ""
    std::int64_t default_replicas;  ///< when the count is absent; -1: unknown
};

/// One kind; rows are data (rules/catalog/workload-kinds.yaml) or come from the user's
/// configuration.
struct KindRow {
    std::string_view group;  ///< "" for core
    std::string_view kind;
    std::string_view versions;  ///< blank-separated; "" any
    std::span<const PodPath> pods;
    bool is_custom;  ///< not built into the API server: its own schema decides, pods are made later
    std::string_view note;
};

/// All kinds that are known to make pods: the embedded table and the user's rows.
class KindTable {
  public:
    /// The embedded rows; costs nothing to make.
    KindTable() = default;
    /// Adds a row of the user's configuration; it goes before the embedded ones.
    Result<Done> add(std::string group, std::string kind, std::string path);
    const KindRow* find(std::string_view group, std::string_view version,
                        std::string_view kind) const;
    std::vector<const KindRow*> rows() const;

  private:
    struct UserRow;
    std::deque<std::string> strings_;
    std::deque<PodPath> paths_;
    std::deque<KindRow> user_rows_;
};

}  // namespace gpulint::k8s
