#include "cluster/inventory.h"

#include <gtest/gtest.h>

#include "cluster/render.h"
#include "cluster/short_form.h"
#include "text/source.h"

namespace gpulint::cluster {
namespace {

/// An inventory read from texts.
class Read {
  public:
    explicit Read(const std::vector<std::string>& texts) {
        std::vector<const text::SourceFile*> files;
        for (const std::string& text : texts) {
            files.push_back(&sources_.file(*sources_.add("nodes.yaml", text)));
        }
        auto parsed = parse_inventory(files, catalog_);
        if (parsed) {
            inventory_ = *std::move(parsed);
        } else {
            error_ = parsed.error();
        }
    }
    const Inventory& operator*() const { return *inventory_; }
    const Inventory* operator->() const { return inventory_.get(); }
    const Error& error() const { return error_; }

  private:
    text::SourceSet sources_;
    gpu::Catalog catalog_;
    std::unique_ptr<Inventory> inventory_;
    Error error_;
};

constexpr const char* kNode = R"(apiVersion: v1
kind: Node
metadata: {name: dgx-1, labels: {kubernetes.io/hostname: dgx-1, nvidia.com/gpu.product: H}}
spec: {taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]}
status:
  capacity: {cpu: 8, nvidia.com/gpu: 8}
  allocatable: {cpu: 7900m, nvidia.com/gpu: 7}
  nodeInfo: {kubeletVersion: v1.35.2+k3s1}
)";

TEST(Inventory, ReadsNodesListsAndJson) {
    const Read single({kNode});
    ASSERT_EQ(single->nodes().size(), 1U);
    EXPECT_EQ(single->kubernetes_version(), "1.35");
    EXPECT_EQ(single->nodes()[0].allocatable_of("nvidia.com/gpu").value(), 7);
    EXPECT_EQ(single->nodes()[0].capacity_of("nvidia.com/gpu").value(), 8);
    EXPECT_EQ(single->nodes()[0].taints[0].key, "nvidia.com/gpu");
    EXPECT_TRUE(single->is_advertised("nvidia.com/gpu"));
    EXPECT_FALSE(single->is_advertised("amd.com/gpu"));
    const Read json({R"({"kind": "NodeList", "items": [{"metadata": {"name": "a"}, "status":
        {"capacity": {"nvidia.com/gpu": "4"}}}, {"metadata": {"name": "b"}, "status": {}}]})"});
    ASSERT_EQ(json->nodes().size(), 2U);
    EXPECT_EQ(json->nodes()[0].allocatable_of("nvidia.com/gpu").value(), 4);
}

TEST(Inventory, GroupsNodesThatSchedulingCannotTellApart) {
    std::string text;
    for (const char* name : {"a", "b", "c"}) {
        text += std::string("---\nkind: Node\napiVersion: v1\nmetadata: {name: ") + name +
                ", labels: {kubernetes.io/hostname: " + name +
                ", pool: " + (name[0] == 'c' ? "two" : "one") +
                "}}\nstatus: {capacity: {cpu: 1}}\n";
    }
    const Read inventory({text});
    ASSERT_EQ(inventory->shapes().size(), 2U);
    EXPECT_EQ(inventory->shapes()[0].nodes, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(inventory->shapes()[1].nodes, (std::vector<std::size_t>{2}));
}

TEST(Inventory, CountsWhatPodsUse) {
    const Read inventory({kNode, R"(kind: PodList
items:
- metadata: {name: p}
  spec: {nodeName: dgx-1, containers: [{name: a, resources: {limits: {nvidia.com/gpu: 2}}}]}
- metadata: {name: q}
  spec: {nodeName: dgx-1, containers: [{name: a, resources: {requests: {nvidia.com/gpu: 1}}}]}
- metadata: {name: over}
  spec: {nodeName: dgx-1, containers: [{name: a, resources: {limits: {nvidia.com/gpu: 4}}}]}
  status: {phase: Succeeded}
)"});
    EXPECT_EQ(inventory->nodes()[0].used.at("nvidia.com/gpu").value(), 3);
}

TEST(Inventory, DerivesWhatTheShortFormMeans) {
    const Read inventory({R"(apiVersion: gpulint.dev/v1
kind: Inventory
kubernetes: "1.35"
nodes:
  - name: dgx-1..dgx-4
    gpu: {product: NVIDIA-H100-80GB-HBM3, count: 8}
    cpu: 224
    memory: 2Ti
    taints: [nvidia.com/gpu=present:NoSchedule]
  - name: mig-1
    gpu: {product: NVIDIA-H100-80GB-HBM3, count: 8, mig: {strategy: mixed, layout: {1g.10gb: 7}}}
  - name: shared-1
    gpu: {product: NVIDIA-L4, count: 1, time-slicing: {replicas: 4}}
  - name: mi300x-1
    gpu: {product: AMD-Instinct-MI300X, count: 8, partition: CPX/NPS4}
)"});
    ASSERT_EQ(inventory->nodes().size(), 7U) << inventory.error().message;
    EXPECT_EQ(inventory->shapes().size(), 4U);
    EXPECT_EQ(inventory->nodes()[3].name, "dgx-4");
    EXPECT_EQ(inventory->nodes()[0].allocatable_of("nvidia.com/gpu").value(), 8);
    EXPECT_EQ(*inventory->nodes()[0].find_label("nvidia.com/gpu.memory"), "81559");
    EXPECT_EQ(inventory->nodes()[4].allocatable_of("nvidia.com/mig-1g.10gb").value(), 56);
    EXPECT_EQ(inventory->nodes()[4].allocatable_of("nvidia.com/gpu").value(), 0);
    EXPECT_EQ(inventory->nodes()[5].allocatable_of("nvidia.com/gpu").value(), 4);
    EXPECT_EQ(*inventory->nodes()[5].find_label("nvidia.com/gpu.product"), "NVIDIA-L4-SHARED");
    EXPECT_EQ(inventory->nodes()[6].allocatable_of("amd.com/gpu").value(), 64);
}

TEST(Inventory, ErrorsNameThePlaceAndWhatToDo) {
    struct Case {
        const char* text;
        const char* message;
    };
    for (const Case& c : {
             Case{"kind: Inventory\nnodes:\n- nam: x\n", "nodes.yaml:3:3: unknown key \"nam\""},
             Case{"kind: Inventory\nnodes:\n- name: x\n  cpu: lots\n",
                  "nodes.yaml:4:8: \"lots\" is not a quantity"},
             Case{"kind: Inventory\nnodes:\n- name: x\n  taints: [a]\n",
                  "nodes.yaml:4:12: \"a\" is not a taint"},
             Case{"kind: Service\napiVersion: v1\n", "nodes.yaml:1: nothing here describes a node"},
             Case{"NAME STATUS ROLES AGE VERSION\nn1 Ready <none> 1d v1.30.0\n",
                  "nodes.yaml:1: this table of nodes shows no labels, taints or capacities"},
         }) {
        const std::string message = Read({c.text}).error().message;
        EXPECT_TRUE(message.starts_with(c.message)) << message;
    }
}

TEST(Inventory, ReadsDescribe) {
    const Read inventory({R"(Name:               gpu-1
Roles:              worker
Labels:             a=b
                    nvidia.com/gpu.product=NVIDIA-L4
Taints:             dedicated=ml:NoSchedule
Unschedulable:      true
Capacity:
  cpu:             8
  nvidia.com/gpu:  2
Allocatable:
  cpu:             8
  nvidia.com/gpu:  1
System Info:
  Kubelet Version:            v1.29.3
Allocated resources:
  Resource           Requests     Limits
  --------           --------     ------
  cpu                250m (3%)    0 (0%)
  nvidia.com/gpu     1            1
Events:              <none>

Name:               gpu-2
Capacity:
  cpu:  4
)"});
    ASSERT_EQ(inventory->nodes().size(), 2U);
    const Node& node = inventory->nodes()[0];
    EXPECT_EQ(node.name, "gpu-1");
    EXPECT_EQ(*node.find_label("nvidia.com/gpu.product"), "NVIDIA-L4");
    EXPECT_EQ(node.taints[0], (Taint{"dedicated", "ml", "NoSchedule"}));
    EXPECT_TRUE(node.is_unschedulable);
    EXPECT_EQ(node.allocatable_of("nvidia.com/gpu").value(), 1);
    EXPECT_EQ(node.used.at("nvidia.com/gpu").value(), 1);
    EXPECT_EQ(inventory->kubernetes_version(), "1.29");
    EXPECT_FALSE(inventory->nodes()[1].has_taints);
}

TEST(Names, AreExpandedAndJoined) {
    EXPECT_EQ(*expand_names("dgx-1..dgx-3"), (std::vector<std::string>{"dgx-1", "dgx-2", "dgx-3"}));
    EXPECT_EQ(*expand_names("n08..10"), (std::vector<std::string>{"n08", "n09", "n10"}));
    EXPECT_FALSE(expand_names("a..b"));
    EXPECT_FALSE(expand_names("n5..n1"));
    EXPECT_EQ(join_names({"dgx-2", "dgx-1", "dgx-3", "x", "dgx-7"}), "dgx-1..dgx-3, dgx-7, x");
    EXPECT_EQ(join_names({"a1", "a2"}), "a1, a2");
}

}  // namespace
}  // namespace gpulint::cluster
