#include "k8s/workload.h"

#include <algorithm>

#include "k8s/path_walk.h"
#include "k8s/resource_name.h"
#include "k8s/resource_validation.h"

namespace gpulint::k8s {
namespace {

/// A list of mappings with a name or image: what `containers` of a pod spec looks like.
bool looks_like_containers(yaml::Node list) {
    const yaml::Node first = list[0];
    return first.is_mapping() &&
           (first.has("image") || (first.has("name") && first.has("resources")));
}

bool is_replaced_by_pod_level(std::string_view resource) {
    return resource == "cpu" || resource == "memory" || is_hugepages(resource);
}

Quantity amount_of(yaml::Node list, std::string_view resource) {
    const yaml::Node value = list[resource];
    if (!value) return {};
    return ResourceEntry(value).quantity().value_or(Quantity());
}

constexpr PodPath kGenericPath{};

}  // namespace

PodTemplate::PodTemplate(const Workload& workload, yaml::Node spec, const PodPath& path,
                         bool is_generic, std::optional<std::int64_t> replicas)
    : workload_(&workload),
      spec_(spec),
      shape_(path.shape),
      is_generic_(is_generic),
      replicas_(replicas) {
    add_containers("initContainers", ContainerType::kInit);
    add_containers("containers", ContainerType::kApp);
    add_containers("ephemeralContainers", ContainerType::kEphemeral);
    std::string_view extra = path.extra;
    while (!extra.empty()) {
        const std::size_t blank = extra.find(' ');
        add_extra(spec, extra.substr(0, blank));
        extra = blank == std::string_view::npos ? std::string_view() : extra.substr(blank + 1);
    }
}

void PodTemplate::add_containers(std::string_view list, ContainerType type) {
    for (const yaml::Node node : spec_[list].items()) {
        if (!node.is_mapping()) continue;
        const bool is_sidecar =
            type == ContainerType::kInit && node["restartPolicy"].text() == "Always";
        containers_.emplace_back(node, is_sidecar ? ContainerType::kSidecar : type, *this, false);
    }
}

void PodTemplate::add_extra(yaml::Node node, std::string_view path) {
    const bool is_bare = path.ends_with('!');
    if (is_bare) path.remove_suffix(1);
    for_each_at(node, path, [&](yaml::Node found) {
        if (found.is_mapping())
            containers_.emplace_back(found, ContainerType::kApp, *this, is_bare);
    });
}

yaml::Node PodTemplate::metadata() const {
    const yaml::Node beside = spec_.parent()["metadata"];
    return beside ? beside : workload_->object().root()["metadata"];
}

Quantity PodTemplate::effective_request(std::string_view resource) const {
    Quantity total;
    const yaml::Node pod_level = spec_["resources"];
    const bool is_replaced =
        is_replaced_by_pod_level(resource) &&
        (pod_level["requests"].has(resource) || pod_level["limits"].has(resource));
    if (is_replaced && shape_ == PodShape::kPodSpec) {
        const bool has_request = pod_level["requests"].has(resource);
        total = amount_of(pod_level[has_request ? "requests" : "limits"], resource);
    } else {
        Quantity together;
        Quantity sidecars;
        Quantity most;
        for (const Container& container : containers_) {
            const Quantity amount = container.effective_request(resource).value_or(Quantity());
            switch (container.type()) {
                case ContainerType::kEphemeral: break;
                case ContainerType::kApp: together = together + amount; break;
                case ContainerType::kSidecar:
                    sidecars = sidecars + amount;
                    most = std::max(most, sidecars);
                    break;
                case ContainerType::kInit: most = std::max(most, sidecars + amount); break;
            }
        }
        total = std::max(together + sidecars, most);
    }
    const yaml::Node overhead = spec_["overhead"];
    return overhead ? total + amount_of(overhead, resource) : total;
}

std::vector<std::string_view> PodTemplate::extended_resources() const {
    std::vector<std::string_view> names;
    for (const Container& container : containers_) {
        for (const std::string_view name : container.extended_resources()) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

bool PodTemplate::is_incomplete() const {
    return shape_ != PodShape::kPodSpec || is_generic_ || spec_.contains_unknown() ||
           workload_->object().root().document().is_template();
}

/// Builds the workload view of one object.
class WorkloadFinder {
  public:
    explicit WorkloadFinder(const Object& object) : object_(object), root_(object.root()) {}

    std::unique_ptr<Workload> find() {
        const KindRow* row = object_.row();
        if (row == nullptr) {
            if (is_builtin_group(object_.group())) return nullptr;
            workload_ = std::make_unique<Workload>(object_, true);
            search(root_, 0);
        } else {
            workload_ = std::make_unique<Workload>(object_, row->is_custom);
            for (const PodPath& path : row->pods) add(path);
            workload_->gang_size_ = evaluate_count(root_, row->gang, root_);
        }
        if (workload_->templates_.empty()) return nullptr;
        return std::move(workload_);
    }

  private:
    void add(const PodPath& path) {
        for_each_at(root_, path.path, [&](yaml::Node spec) {
            if (!spec.is_mapping()) return;
            const bool is_suspended =
                root_["spec"]["suspend"].as_bool().value_or(false) && object_.kind() != "CronJob";
            const std::optional<std::int64_t> replicas =
                is_suspended ? 0 : evaluate_count(root_, path.count, spec);
            auto pod = std::make_unique<PodTemplate>(*workload_, spec, path, false, replicas);
            const bool is_worth_it = path.shape == PodShape::kPodSpec || !pod->containers().empty();
            if (is_worth_it) workload_->templates_.push_back(std::move(pod));
        });
    }

    /// Looks for pod specs by their containers; does not go into one that was found.
    void search(yaml::Node node, int depth) {
        constexpr int kDeepest = 24;
        if (depth > kDeepest || node.is_alias()) return;
        if (node.is_mapping() && looks_like_containers(node["containers"])) {
            workload_->templates_.push_back(
                std::make_unique<PodTemplate>(*workload_, node, kGenericPath, true, std::nullopt));
            return;
        }
        for (const yaml::Entry entry : node.entries()) search(entry.value, depth + 1);
        for (const yaml::Node item : node.items()) search(item, depth + 1);
    }

    const Object& object_;
    yaml::Node root_;
    std::unique_ptr<Workload> workload_;
};

std::unique_ptr<Workload> find_workload(const Object& object) {
    return WorkloadFinder(object).find();
}

}  // namespace gpulint::k8s
