#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpulint::k8s {

/// What stands at the place of a pod description in an object.
enum class PodShape : std::uint8_t {
    kPodSpec,  ///< a full core/v1 PodSpec
    kPartial,  ///< some of its fields: an operator fills in the rest
};

/// One place of a kind where pods are described; rules/catalog/workload-kinds.yaml explains the
/// little languages of `path`, `count` and `extra`.
struct PodPath {
    std::string_view path;
    PodShape shape = PodShape::kPodSpec;
    std::string_view count;  ///< how many such pods run at once; "" unknown
    std::string_view extra;  ///< containers outside containers and initContainers
};

/// One kind; rows are data (rules/catalog/workload-kinds.yaml) or come from the user's
/// configuration.
struct KindRow {
    std::string_view group;  ///< "" for core
    std::string_view kind;
    std::string_view versions;  ///< blank-separated, newest first; "" any
    std::span<const PodPath> pods;
    std::string_view gang;  ///< how many pods must start together; "" none or unknown
    bool is_custom =
        true;  ///< not built into the API server: its own schema decides, pods come later
    std::string_view note;
};

/// All kinds that are known to make pods: the embedded table and the user's rows.
class KindTable {
  public:
    /// The embedded rows; costs nothing to make.
    KindTable() = default;
    KindTable(const KindTable&) = delete;
    KindTable& operator=(const KindTable&) = delete;

    /// Adds a kind of the user's configuration whose pod spec stands at `path`; it goes before the
    /// embedded ones. Fails for a path that is none.
    Result<Done> add(std::string group, std::string kind, std::string path);
    /// The row of a kind; of several for one kind the one whose versions name `version`, else the
    /// first. Null when there is none.
    const KindRow* find(std::string_view group, std::string_view version,
                        std::string_view kind) const;
    /// All embedded rows, sorted by group and kind.
    static std::span<const KindRow> embedded();

  private:
    std::deque<std::string> strings_;
    std::deque<PodPath> paths_;
    std::deque<KindRow> user_rows_;
};

/// Groups that the API server itself serves: their kinds are all known, so that no kind of theirs
/// without row makes pods.
bool is_builtin_group(std::string_view group);

}  // namespace gpulint::k8s
