#include "k8s/schema_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/near_text.h"
#include "k8s/quantity.h"
#include "k8s/workload.h"

namespace gpulint::k8s {
namespace {

/// Fields that GPU rules read: a near miss of one of these loses the GPU.
constexpr std::array<std::string_view, 14> kGpuFields{
    "affinity", "args",         "command",  "containers",     "env",       "initContainers",
    "limits",   "nodeSelector", "requests", "resourceClaims", "resources", "runtimeClassName",
    "template", "tolerations"};

/// A field that people put at the wrong level.
struct Misplaced {
    std::string_view type;  ///< where it was found
    std::string_view field;
    std::string_view belongs;
};
constexpr std::string_view kContainer = "core.v1.Container";
constexpr std::string_view kPodSpec = "core.v1.PodSpec";
constexpr std::array kMisplaced{
    Misplaced{kContainer, "nodeSelector", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "tolerations", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "affinity", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "runtimeClassName", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "schedulerName", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "priorityClassName", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "serviceAccountName", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "resourceClaims", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "hostIPC", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "volumes", "in the pod spec, beside `containers`"},
    Misplaced{kContainer, "limits", "under `resources`"},
    Misplaced{kContainer, "requests", "under `resources`"},
    Misplaced{kPodSpec, "limits", "under `resources` of a container"},
    Misplaced{kPodSpec, "requests", "under `resources` of a container"},
    Misplaced{kPodSpec, "volumeMounts", "in a container"},
    Misplaced{kPodSpec, "image", "in a container"},
    Misplaced{kPodSpec, "env", "in a container"},
    Misplaced{"meta.v1.ObjectMeta", "resources", "in a container of the pod spec"},
    Misplaced{"meta.v1.ObjectMeta", "limits", "under `resources` of a container"},
    Misplaced{"meta.v1.ObjectMeta", "nodeSelector", "in the pod spec"},
    Misplaced{"meta.v1.ObjectMeta", "tolerations", "in the pod spec"},
    Misplaced{"core.v1.Pod", "containers", "under `spec`"},
    Misplaced{"core.v1.PodTemplateSpec", "containers", "under `spec`"},
};
constexpr std::array<std::string_view, 5> kWorkloadSpecs{
    "apps.v1.DaemonSetSpec", "apps.v1.DeploymentSpec", "apps.v1.ReplicaSetSpec",
    "apps.v1.StatefulSetSpec", "batch.v1.JobSpec"};

/// Where a field that `type` does not have belongs, or "".
std::string_view find_home(std::string_view type, std::string_view field) {
    for (const Misplaced& row : kMisplaced) {
        if (row.type == type && row.field == field) return row.belongs;
    }
    const bool is_workload = std::ranges::find(kWorkloadSpecs, type) != kWorkloadSpecs.end();
    const TypeRow* pod_spec = find_type(kPodSpec);
    if (is_workload && pod_spec != nullptr && pod_spec->find(field) != nullptr) {
        return "under `template.spec`";
    }
    if (type == "core.v1.ResourceRequirements" && field.find('/') != std::string_view::npos) {
        return "under `limits`";
    }
    return {};
}

std::string_view what_is(yaml::Node node) {
    if (node.is_mapping()) return "a mapping";
    if (node.is_sequence()) return "a list";
    switch (node.type()) {
        case yaml::ScalarType::kNull: return "nothing";
        case yaml::ScalarType::kBool: return "a boolean";
        case yaml::ScalarType::kInteger:
        case yaml::ScalarType::kFloat: return "a number";
        case yaml::ScalarType::kString: return "text";
    }
    return "text";
}

bool is_whole_number(yaml::Node node, std::int64_t least, std::int64_t most) {
    const std::optional<std::int64_t> value = node.as_integer();
    return value && *value >= least && *value <= most;
}

constexpr std::int64_t kLeast32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMost32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeast64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost64 = std::numeric_limits<std::int64_t>::max();

/// What a scalar field wants, in words, when `node` is not that; "" when all is well.
std::string_view find_wanted(yaml::Node node, FieldType type) {
    switch (type) {
        case FieldType::kStruct: return node.is_mapping() ? "" : "a mapping";
        case FieldType::kString: return node.is_string() ? "" : "text";
        case FieldType::kInt32:
            return is_whole_number(node, kLeast32, kMost32) ? "" : "a whole number";
        case FieldType::kInt64:
            return is_whole_number(node, kLeast64, kMost64) ? "" : "a whole number";
        case FieldType::kBoolean: return node.is_bool() ? "" : "true or false";
        case FieldType::kQuantity: return ResourceEntry(node).quantity() ? "" : "a quantity";
        case FieldType::kIntOrString:
            return node.is_string() || is_whole_number(node, kLeast32, kMost32)
                       ? ""
                       : "a whole number or text";
        case FieldType::kAny: return "";
    }
    return "";
}

/// Walks an object beside its type.
class SchemaWalk {
  public:
    SchemaWalk(std::string_view version, std::vector<SchemaMistake>& mistakes)
        : version_(version), mistakes_(mistakes) {}

    void check(yaml::Node node, const TypeRow& type) {
        for (const yaml::Entry entry : node.entries()) {
            if (entry.value.is_unknown() && entry.key().empty()) continue;
            const FieldRow* field = type.find(entry.key());
            if (field == nullptr || is_too_new(*field)) {
                add_unknown(entry.value, type, field);
            } else if (entry.key() != "status") {
                check_field(entry.value, *field, type);
            }
        }
        if (!node.contains_unknown()) check_required(node, type);
    }

  private:
    bool is_too_new(const FieldRow& field) const {
        return !field.since.empty() && !version_.empty() && is_before(version_, field.since);
    }

    void check_field(yaml::Node value, const FieldRow& field, const TypeRow& type) {
        if (value.is_null() || value.is_unknown()) return;
        switch (field.shape) {
            case FieldShape::kOne: check_one(value, field, type); return;
            case FieldShape::kList:
                if (!value.is_sequence()) {
                    add_wrong(value, field, type, "a list");
                    return;
                }
                for (const yaml::Node item : value.items()) check_one(item, field, type);
                return;
            case FieldShape::kMap:
                if (!value.is_mapping()) {
                    add_wrong(value, field, type, "a mapping");
                    return;
                }
                for (const yaml::Entry entry : value.entries()) check_one(entry.value, field, type);
                return;
        }
    }

    void check_one(yaml::Node value, const FieldRow& field, const TypeRow& type) {
        if (value.is_null() || value.is_unknown()) return;
        // Amounts of containers have rules of their own.
        const bool is_amount = field.type == FieldType::kQuantity &&
                               field.shape == FieldShape::kMap &&
                               type.name == "core.v1.ResourceRequirements";
        if (is_amount) return;
        const std::string_view wanted = find_wanted(value, field.type);
        if (!wanted.empty()) {
            add_wrong(value, field, type, wanted);
        } else if (field.type == FieldType::kStruct) {
            check(value, all_types()[static_cast<std::size_t>(field.struct_index)]);
        }
    }

    void check_required(yaml::Node node, const TypeRow& type) {
        for (const FieldRow& field : type.fields) {
            if (!field.is_required || node[field.name].has_value()) continue;
            SchemaMistake& mistake = add(SchemaFault::kMissingField, node, type);
            mistake.field = field.name;
            const std::string route = node.route();
            mistake.route =
                route.empty() ? std::string(field.name) : fmt::format("{}.{}", route, field.name);
        }
    }

    void add_wrong(yaml::Node value, const FieldRow& field, const TypeRow& type,
                   std::string_view wanted) {
        SchemaMistake& mistake = add(SchemaFault::kWrongType, value, type);
        mistake.field = field.name;
        mistake.wanted = wanted;
        mistake.found = what_is(value);
    }

    void add_unknown(yaml::Node value, const TypeRow& type, const FieldRow* later) {
        SchemaMistake& mistake = add(SchemaFault::kUnknownField, value, type);
        mistake.field = value.key();
        if (later != nullptr) {
            mistake.since = later->since;
            return;
        }
        mistake.belongs = find_home(type.name, mistake.field);
        if (!mistake.belongs.empty()) {
            mistake.fault = SchemaFault::kMisplacedField;
            return;
        }
        std::vector<std::string_view> names;
        for (const FieldRow& field : type.fields) names.push_back(field.name);
        mistake.nearest = find_nearest(mistake.field, names);
        const bool is_gpu_field =
            std::ranges::find(kGpuFields, mistake.nearest) != kGpuFields.end();
        if (is_gpu_field) mistake.fault = SchemaFault::kMisspeltField;
    }

    SchemaMistake& add(SchemaFault fault, yaml::Node node, const TypeRow& type) {
        SchemaMistake& mistake = mistakes_.emplace_back();
        mistake.fault = fault;
        mistake.node = node;
        mistake.type = type.name;
        mistake.route = node.route();
        return mistake;
    }

    std::string_view version_;
    std::vector<SchemaMistake>& mistakes_;
};

}  // namespace

std::string type_words(std::string_view type) {
    static constexpr std::array<std::array<std::string_view, 2>, 7> kWords{
        {{"core.v1.Container", "a container"},
         {"core.v1.PodSpec", "a pod spec"},
         {"core.v1.PodTemplateSpec", "a pod template"},
         {"core.v1.ResourceRequirements", "`resources`"},
         {"core.v1.Toleration", "a toleration"},
         {"meta.v1.ObjectMeta", "`metadata`"},
         {"core.v1.EnvVar", "an environment variable"}}};
    for (const auto& [name, words] : kWords) {
        if (name == type) return std::string(words);
    }
    std::string_view name = type.substr(type.rfind('.') + 1);
    const bool is_spec = name.ends_with("Spec") && name.size() > 4;
    if (is_spec) name.remove_suffix(4);
    return fmt::format("a {}{}", name, is_spec ? " spec" : "");
}

bool is_before(std::string_view version, std::string_view other) {
    if (version.empty()) return false;
    if (other.empty()) return true;
    const auto parts = [](std::string_view text) {
        std::array<int, 2> numbers{};
        if (text.starts_with('v')) text.remove_prefix(1);
        for (int& number : numbers) {
            const auto [end, code] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
            if (text.starts_with('.')) text.remove_prefix(1);
        }
        return numbers;
    };
    return parts(version) < parts(other);
}

std::vector<SchemaMistake> check_against_type(const Object& object, std::string_view version) {
    std::vector<SchemaMistake> mistakes;
    const TypeRow* type = find_root_type(object.group(), object.version(), object.kind());
    if (type != nullptr) SchemaWalk(version, mistakes).check(object.root(), *type);
    return mistakes;
}

std::vector<SchemaMistake> check_pod_spec(const PodTemplate& pod, std::string_view version) {
    std::vector<SchemaMistake> mistakes;
    const TypeRow* type = find_type(kPodSpec);
    if (type == nullptr) return mistakes;
    SchemaWalk(version, mistakes).check(pod.spec(), *type);
    if (pod.shape() == PodShape::kPartial) {
        // The operator's own fields stand among those of a pod.
        std::erase_if(mistakes, [](const SchemaMistake& mistake) {
            return mistake.fault != SchemaFault::kMisspeltField;
        });
    }
    return mistakes;
}

}  // namespace gpulint::k8s
