#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/ascii.h"
#include "cluster/describe.h"
#include "cluster/inventory.h"
#include "cluster/short_form.h"
#include "k8s/object.h"
#include "k8s/pod_resources.h"
#include "k8s/resource_name.h"
#include "k8s/workload.h"
#include "yaml/parse.h"

namespace gpulint::cluster {
namespace {

/// Labels of managed or autoscaled node pools: more nodes like this one may come.
constexpr std::array<std::string_view, 9> kPoolLabels{
    "eks.amazonaws.com/nodegroup",    "karpenter.sh/nodepool",
    "karpenter.sh/provisioner-name",  "cloud.google.com/gke-nodepool",
    "kubernetes.azure.com/agentpool", "agentpool",
    "alpha.eksctl.io/nodegroup-name", "kops.k8s.io/instancegroup",
    "doks.digitalocean.com/node-pool"};

void read_labels(yaml::Node labels, LabelMap& map) {
    for (const yaml::Entry entry : labels.entries()) {
        if (entry.value.is_scalar()) map[std::string(entry.key())] = entry.value.text();
    }
}

void read_amounts(yaml::Node list, ResourceMap& map) {
    for (const yaml::Entry entry : list.entries()) {
        const std::optional<k8s::Quantity> amount = k8s::ResourceEntry(entry.value).quantity();
        if (amount) map[std::string(entry.key())] = *amount;
    }
}

/// "v1.35.2+k3s1" is version 1.35.
std::string minor_version(std::string_view version) {
    if (version.starts_with('v')) version.remove_prefix(1);
    const std::size_t first = version.find('.');
    if (first == std::string_view::npos) return "";
    const std::size_t second = version.find_first_not_of("0123456789", first + 1);
    return std::string(version.substr(0, second));
}

}  // namespace

/// Gathers nodes and what belongs to them from all sources.
class InventoryReader {
  public:
    explicit InventoryReader(const gpu::Catalog& catalog)
        : catalog_(catalog), inventory_(std::make_unique<Inventory>()) {}

    Result<Done> add(const text::SourceFile& file) {
        const std::size_t before = inventory_->nodes_.size();
        const std::size_t others = others_;
        if (looks_like_table(file.text())) {
            return add_table(file);
        }
        if (looks_like_describe(file.text())) {
            for (Node& node : parse_describe(file)) inventory_->nodes_.push_back(std::move(node));
        } else if (const Result<Done> done = add_documents(file); !done) {
            return done;
        }
        const bool is_empty = inventory_->nodes_.size() == before && others_ == others;
        if (is_empty) {
            return Error{
                fmt::format("{}:1: nothing here describes a node", file.name()),
                "give `kubectl get nodes -o yaml`, `kubectl describe nodes`, or an Inventory of "
                "your own"};
        }
        return Done{};
    }

    Result<std::unique_ptr<Inventory>> finish() {
        for (Node& node : inventory_->nodes_) {
            const auto requests = requests_.find(node.name);
            if (requests == requests_.end()) continue;
            for (const auto& [resource, amount] : requests->second) {
                k8s::Quantity& used = node.used[resource];
                used = used + amount;
            }
        }
        for (Node& node : inventory_->nodes_) {
            if (has_pods_) node.has_usage = true;
            if (inventory_->kubernetes_version_.empty()) {
                inventory_->kubernetes_version_ = minor_version(node.kubelet_version);
            }
            const bool is_pooled = std::ranges::any_of(kPoolLabels, [&node](std::string_view key) {
                return node.find_label(key) != nullptr;
            });
            inventory_->may_grow_ = inventory_->may_grow_ || is_pooled;
        }
        inventory_->find_shapes();
        return std::move(inventory_);
    }

  private:
    Result<Done> add_table(const text::SourceFile& file) {
        std::vector<Node> nodes = parse_table(file);
        if (nodes.empty()) {
            return Error{
                fmt::format("{}:1: this table of nodes shows no labels, taints or capacities",
                            file.name()),
                "give `kubectl get nodes -o yaml` instead"};
        }
        for (Node& node : nodes) inventory_->nodes_.push_back(std::move(node));
        return Done{};
    }

    Result<Done> add_documents(const text::SourceFile& file) {
        for (const yaml::DocumentPart& part : yaml::split_documents(file)) {
            if (const Result<Done> done = add_part(part, file); !done) return done;
        }
        return Done{};
    }

    /// A list in JSON, which may be that of all nodes of a large cluster, is read one by one.
    Result<Done> add_part(const yaml::DocumentPart& part, const text::SourceFile& file) {
        const std::optional<yaml::JsonItems> items = yaml::find_json_items(file, part);
        if (!items || !items->kind.ends_with("List")) return add_document(part, file);
        for (const yaml::DocumentPart& item : items->parts) {
            const auto document = yaml::parse_document(file, item);
            add_list_item(document->root(), items->kind);
        }
        ++others_;
        return Done{};
    }

    /// Items of a typed list need no kind of their own.
    void add_list_item(yaml::Node item, std::string_view list_kind) {
        add_object(item, item.has("kind") ? item["kind"].text()
                                          : list_kind.substr(0, list_kind.size() - 4));
    }

    Result<Done> add_document(const yaml::DocumentPart& part, const text::SourceFile& file) {
        const auto document = yaml::parse_document(file, part);
        if (document->is_damaged()) {
            const yaml::Problem& problem = document->problems().front();
            const text::Position place = file.position(problem.span.begin);
            // Labels cut out of JSON are still lines of `"key": "value"`.
            if (add_json_fragment(file)) return Done{};
            return Error{
                fmt::format("{}:{}:{}: {}", file.name(), place.line, place.column, problem.message),
                "an inventory has to be whole YAML or JSON"};
        }
        return add_root(document->root(), file);
    }

    Result<Done> add_root(yaml::Node root, const text::SourceFile& file) {
        if (!root.is_mapping()) return Done{};
        const std::string_view kind = root["kind"].text();
        if (kind == "Inventory") {
            Result<std::vector<Node>> nodes = parse_short_form(root, file, catalog_);
            if (!nodes) return nodes.error();
            if (const yaml::Node version = root["kubernetes"]) {
                inventory_->kubernetes_version_ = version.text();
            }
            for (Node& node : *nodes) inventory_->nodes_.push_back(std::move(node));
            return Done{};
        }
        if (kind.ends_with("List") && root["items"].is_sequence()) {
            for (const yaml::Node item : root["items"].items()) add_list_item(item, kind);
            ++others_;
            return Done{};
        }
        if (!kind.empty()) {
            add_object(root, kind);
        } else {
            add_fragment(root);
        }
        return Done{};
    }

    void add_object(yaml::Node root, std::string_view kind) {
        if (kind == "Node") {
            add_node(root);
        } else if (kind == "Pod") {
            add_pod(root);
        } else if (kind == "RuntimeClass") {
            if (!inventory_->runtime_classes_) inventory_->runtime_classes_.emplace();
            inventory_->runtime_classes_->emplace_back(root["metadata"]["name"].text());
            ++others_;
        } else if (kind == "DeviceClass") {
            const std::string_view mapped = root["spec"]["extendedResourceName"].text();
            if (!mapped.empty()) inventory_->mapped_resources_.emplace_back(mapped);
            inventory_->mapped_resources_.push_back(fmt::format(
                "deviceclass.resource.kubernetes.io/{}", root["metadata"]["name"].text()));
            ++others_;
        } else if (kind == "ResourceQuota" || kind == "LimitRange" || kind == "PriorityClass" ||
                   kind == "ResourceSlice" || kind == "ResourceClaim") {
            ++others_;
        }
    }

    void add_node(yaml::Node root) {
        Node& node = inventory_->nodes_.emplace_back();
        const yaml::Node metadata = root["metadata"];
        const yaml::Node name = metadata["name"];
        node.name = name.text();
        node.span = name ? name.span() : root.span();
        read_labels(metadata["labels"], node.labels);
        node.has_taints = true;
        fill(root, node);
    }

    static void fill(yaml::Node root, Node& node) {
        for (const yaml::Node taint : root["spec"]["taints"].items()) {
            node.taints.push_back({std::string(taint["key"].text()),
                                   std::string(taint["value"].text()),
                                   std::string(taint["effect"].text())});
        }
        node.is_unschedulable = root["spec"]["unschedulable"].as_bool().value_or(false);
        const yaml::Node status = root["status"];
        read_amounts(status["capacity"], node.capacity);
        read_amounts(status["allocatable"], node.allocatable);
        if (node.allocatable.empty()) node.allocatable = node.capacity;
        if (node.capacity.empty()) node.capacity = node.allocatable;
        node.has_capacity = status["capacity"].is_mapping() || status["allocatable"].is_mapping();
        node.kubelet_version = status["nodeInfo"]["kubeletVersion"].text();
    }

    /// A piece of a node: its status, its labels, or one list of amounts.
    void add_fragment(yaml::Node root) {
        Node node;
        node.span = {root.span().file, root.span().begin, root.span().begin};
        if (root.has("status") || root.has("metadata")) {
            read_labels(root["metadata"]["labels"], node.labels);
            node.name = root["metadata"]["name"].text();
            fill(root, node);
        } else if (root.has("allocatable") || root.has("capacity")) {
            read_amounts(root["capacity"], node.capacity);
            read_amounts(root["allocatable"], node.allocatable);
            if (node.allocatable.empty()) node.allocatable = node.capacity;
            if (node.capacity.empty()) node.capacity = node.allocatable;
            node.has_capacity = true;
        } else if (root.has("labels")) {
            read_labels(root["labels"], node.labels);
        } else if (is_all_labels(root)) {
            read_labels(root, node.labels);
        }
        const bool is_node = node.has_capacity || !node.labels.empty();
        if (is_node) inventory_->nodes_.push_back(std::move(node));
    }

    static bool is_all_labels(yaml::Node root) {
        std::size_t qualified = 0;
        for (const yaml::Entry entry : root.entries()) {
            if (!entry.value.is_scalar()) return false;
            if (entry.key().find('/') != std::string_view::npos) ++qualified;
        }
        return qualified > 0;
    }

    /// Lines of `"key": "value",` with or without braces around them.
    bool add_json_fragment(const text::SourceFile& file) {
        Node node;
        node.span = {file.id(), 0, 0};
        for (std::string_view line : ascii::split(file.text(), '\n')) {
            const std::vector<std::string_view> quoted = ascii::split(ascii::trim(line), '"');
            const bool is_pair = quoted.size() == 5 && ascii::trim(quoted[2]) == ":";
            if (is_pair && quoted[1].find('/') != std::string_view::npos) {
                node.labels[std::string(quoted[1])] = quoted[3];
            }
        }
        if (node.labels.empty()) return false;
        inventory_->nodes_.push_back(std::move(node));
        return true;
    }

    void add_pod(yaml::Node root) {
        ++others_;
        has_pods_ = true;
        const std::string_view phase = root["status"]["phase"].text();
        const std::string node(root["spec"]["nodeName"].text());
        if (node.empty() || phase == "Succeeded" || phase == "Failed") return;
        const k8s::Object object =
            k8s::Object(root, k8s::ObjectOrigin::kListItem, nullptr).with_row_of("", "Pod", kinds_);
        const auto workload = k8s::find_workload(object);
        if (!workload) return;
        for (const auto& pod : workload->templates()) {
            for (const std::string& name : k8s::find_counted_resources(*pod)) {
                k8s::Quantity& used = requests_[node][name];
                used = used + pod->effective_request(name);
            }
            k8s::Quantity& pods = requests_[node]["pods"];
            pods = pods + k8s::Quantity::of(1);
        }
    }

    const gpu::Catalog& catalog_;
    k8s::KindTable kinds_;
    std::unique_ptr<Inventory> inventory_;
    std::unordered_map<std::string, ResourceMap> requests_;
    bool has_pods_ = false;
    std::size_t others_ = 0;  ///< objects that belong to an inventory and are no nodes
};

Result<std::unique_ptr<Inventory>> parse_inventory(
    const std::vector<const text::SourceFile*>& files, const gpu::Catalog& catalog) {
    InventoryReader reader(catalog);
    for (const text::SourceFile* file : files) {
        if (const Result<Done> done = reader.add(*file); !done) return done.error();
    }
    return reader.finish();
}

}  // namespace gpulint::cluster
