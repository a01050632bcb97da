#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/kind_table.h"
#include "k8s/object.h"
#include "k8s/quantity.h"
#include "yaml/node.h"

namespace gpulint::k8s {

class PodTemplate;
class Workload;
struct ResourceMistake;

enum class ContainerType : std::uint8_t { kApp, kInit, kSidecar, kEphemeral };
/// "container", "init container", "sidecar container", "ephemeral container".
std::string_view to_string(ContainerType type);

/// One `name: quantity` under limits or requests.
class ResourceEntry {
  public:
    explicit ResourceEntry(yaml::Node value) : value_(value) {}
    std::string_view name() const { return value_.key(); }
    /// The quantity's node; its entry_span() covers name and quantity.
    yaml::Node node() const { return value_; }
    /// Quantity as decoded from JSON: null is 0, text is trimmed, a number counts by its text; none
    /// when it is not a quantity, when it is a masked template, or a list, mapping or boolean.
    std::optional<Quantity> quantity() const;
    bool is_extended() const;

  private:
    yaml::Node value_;
};

/// A container of any type, of any pod of any kind.
class Container {
  public:
    Container(yaml::Node node, ContainerType type, const PodTemplate& pod, bool is_bare_resources)
        : node_(node), pod_(&pod), type_(type), is_bare_resources_(is_bare_resources) {}
    yaml::Node node() const { return node_; }
    /// The name as written; "" when absent.
    std::string_view name() const;
    /// `container "server"`, `init container "fetch"`, or the field it stands in when it has no
    /// name.
    std::string display_name() const;
    ContainerType type() const { return type_; }
    std::string_view image() const { return is_bare_resources_ ? "" : node_["image"].text(); }
    /// The ResourceRequirements; where the kind has no container, the field that holds them.
    yaml::Node resources() const;
    std::vector<ResourceEntry> limits() const;
    std::vector<ResourceEntry> requests() const;
    std::optional<ResourceEntry> find_limit(std::string_view resource) const;
    std::optional<ResourceEntry> find_request(std::string_view resource) const;
    /// What the scheduler counts for this container: the request, or the limit where there is none.
    std::optional<Quantity> effective_request(std::string_view resource) const;
    /// Names of all extended resources in limits or requests, each once, in order.
    std::vector<std::string_view> extended_resources() const;
    /// The value node of an environment variable set by `value:`.
    yaml::Node find_env(std::string_view name) const;
    const PodTemplate& pod() const { return *pod_; }
    const Workload& workload() const;

  private:
    yaml::Node node_;
    const PodTemplate* pod_;
    ContainerType type_;
    bool is_bare_resources_;
};

/// One pod description of a workload. Not copyable: containers point at it.
class PodTemplate {
  public:
    PodTemplate(const Workload& workload, yaml::Node spec, const PodPath& path, bool is_generic,
                std::optional<std::int64_t> replicas);
    PodTemplate(const PodTemplate&) = delete;
    PodTemplate& operator=(const PodTemplate&) = delete;
    ~PodTemplate();

    const Workload& workload() const { return *workload_; }
    yaml::Node spec() const { return spec_; }
    /// The metadata beside the pod spec (the object's own for a Pod); may be missing.
    yaml::Node metadata() const;
    PodShape shape() const { return shape_; }
    /// Found by its looks in a kind that the table does not know.
    bool is_generic() const { return is_generic_; }
    /// How many pods of this template run at once when all is well; none when unknown.
    std::optional<std::int64_t> replicas() const { return replicas_; }
    const std::vector<Container>& containers() const { return containers_; }
    /// What the scheduler counts for one pod (kubernetes/component-helpers resource.PodRequests):
    /// max(sum of containers + sidecars, each init container + the sidecars before it) + overhead;
    /// pod-level cpu, memory and hugepages replace the sum. Unparseable quantities count as 0.
    Quantity effective_request(std::string_view resource) const;
    /// Names of all extended resources any container mentions, each once, in order.
    std::vector<std::string_view> extended_resources() const;
    /// Some part that placement depends on is a masked template or left to an operator.
    bool is_incomplete() const;
    std::string_view node_name() const { return spec_["nodeName"].text(); }
    /// find_resource_mistakes() of this pod, found once.
    const std::vector<ResourceMistake>& resource_mistakes() const;

  private:
    void add_containers(std::string_view list, ContainerType type);
    void add_extra(yaml::Node node, std::string_view path);

    const Workload* workload_;
    yaml::Node spec_;
    PodShape shape_;
    bool is_generic_;
    std::optional<std::int64_t> replicas_;
    std::vector<Container> containers_;
    mutable std::unique_ptr<const std::vector<ResourceMistake>> resource_mistakes_;
};

/// An object that makes pods. Not copyable: templates point at it.
class Workload {
  public:
    Workload(const Object& object, bool is_custom) : object_(object), is_custom_(is_custom) {}
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    const Object& object() const { return object_; }
    const std::vector<std::unique_ptr<PodTemplate>>& templates() const { return templates_; }
    /// A custom resource: the API server takes it by its own schema, and the pods made from it are
    /// refused later.
    bool is_custom() const { return is_custom_; }
    /// How many pods must start together; none when no gang is named.
    std::optional<std::int64_t> gang_size() const { return gang_size_; }

  private:
    friend class WorkloadFinder;
    Object object_;
    bool is_custom_;
    std::optional<std::int64_t> gang_size_;
    std::vector<std::unique_ptr<PodTemplate>> templates_;
};

/// The workload view of an object by its kind's row, or, for a custom kind without row, of every
/// recognisable pod description inside it (marked generic). Null when it makes no pods.
std::unique_ptr<Workload> find_workload(const Object& object);

}  // namespace gpulint::k8s
