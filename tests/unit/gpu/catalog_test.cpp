#include "gpu/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "support/shared_data.h"

namespace gpulint::gpu {
namespace {

TEST(Catalog, KnowsNamesAndPatterns) {
    const Catalog catalog;
    for (const char* name :
         {"nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-1g.10gb",
          "nvidia.com/mig-1g.10gb.me", "nvidia.com/mig-3g.40gb.shared", "amd.com/gpu",
          "amd.com/cpx_nps4", "habana.ai/gaudi", "google.com/tpu", "gpu.intel.com/xe",
          "aws.amazon.com/neuroncore", "huawei.com/Ascend910B4-1", "nvidia.com/GRID_T4-1Q",
          "nvidia.com/gpu-10gb", "volcano.sh/vgpu-number", "furiosa.ai/rngd-1core.6gb"}) {
        EXPECT_TRUE(catalog.is_accelerator(name)) << name;
    }
    for (const char* name : {"nvidia.com/gpumem", "nvidia.com/hostdev", "vpc.amazonaws.com/efa",
                             "cpu", "rdma/hca", "nvidia.com/mig-1g10gb", "nvidia.com/gpus", ""}) {
        EXPECT_FALSE(catalog.is_accelerator(name)) << name;
    }
}

TEST(Catalog, FindsWhatWasMeant) {
    const Catalog catalog;
    struct Case {
        const char* wrong;
        const char* meant;
        bool is_certain;
    };
    for (const Case& c : {
             Case{"nvidia.com/gpus", "nvidia.com/gpu", true},
             Case{"nvidia.com/GPU", "nvidia.com/gpu", true},
             Case{"Nvidia.com/gpu", "nvidia.com/gpu", true},
             Case{"nvida.com/gpu", "nvidia.com/gpu", true},
             Case{"nvidia/gpu", "nvidia.com/gpu", true},
             Case{"gpu", "nvidia.com/gpu", false},
             Case{"amd.com/gpus", "amd.com/gpu", true},
             Case{"nvidia.com/mig-1g10gb", "nvidia.com/mig-1g.10gb", true},
             Case{"nvidia.com/mig-1g.10GB", "nvidia.com/mig-1g.10gb", true},
             Case{"nvidia.com/1g.10gb", "nvidia.com/mig-1g.10gb", true},
             Case{"nvidia.com/mig-1g.10gb+me", "nvidia.com/mig-1g.10gb.me", true},
             Case{"habana.ai/gaudi2", "habana.ai/gaudi", true},
             Case{"nvidia.com/gpuz", "nvidia.com/gpu", false},
         }) {
        const Catalog::Near near = catalog.find_near_resource(c.wrong);
        EXPECT_EQ(near.name, c.meant) << c.wrong;
        EXPECT_EQ(near.is_certain, c.is_certain) << c.wrong;
    }
    for (const char* name :
         {"nvidia.com/gpu", "rdma/hca", "intel.com/sriov_112", "vke.volcengine.com/rdma",
          "example.com/gpu", "cpu", "foo", "nvidia.com/roce_gdr", "intel.com/mlnx_sriov_rdma1",
          "smarter-devices/fuse", "hugepages-2Mi", "openshift.io/sriov"}) {
        EXPECT_EQ(catalog.find_near_resource(name).name, "") << name;
    }
}

TEST(Catalog, TakesTheUsersNames) {
    Catalog catalog;
    EXPECT_TRUE(catalog.add_resource("nvidia.com/a100", "nvidia", "whole"));
    EXPECT_TRUE(catalog.is_accelerator("nvidia.com/a100"));
    EXPECT_FALSE(catalog.add_resource("x.com/y", "nvidia", "bogus"));
}

TEST(Catalog, ExamplesOfPatternsFitThem) {
    const Catalog catalog;
    for (const ResourceRow& row : Catalog::pattern_resources()) {
        const ResourceName found = catalog.find_resource(row.name);
        ASSERT_TRUE(found.is_known()) << row.name;
        EXPECT_EQ(found.row->name, row.name);
        EXPECT_TRUE(row.name.starts_with(row.start)) << row.name;
        EXPECT_FALSE(row.start.empty()) << row.name;
    }
    for (const ResourceRow& row : Catalog::resources()) {
        EXPECT_NE(catalog.find_vendor(row.vendor), nullptr) << row.name;
        EXPECT_EQ(catalog.find_near_resource(row.name).name, "") << row.name;
    }
    EXPECT_TRUE(std::ranges::is_sorted(Catalog::plain_resources(), {}, &ResourceRow::name));
}

TEST(Catalog, MisspeltNamesMeanKnownOnes) {
    const Catalog catalog;
    for (const MisspeltRow& row : Catalog::misspelt()) {
        EXPECT_FALSE(catalog.find_resource(row.wrong).is_known()) << row.wrong;
        EXPECT_TRUE(catalog.find_resource(row.meant).is_known()) << row.wrong;
        EXPECT_EQ(catalog.find_near_resource(row.wrong).name, row.meant) << row.wrong;
    }
}

TEST(Catalog, TellsKindsApart) {
    const Catalog catalog;
    const auto kind = [&](std::string_view name) { return catalog.find_resource(name).row->kind; };
    EXPECT_EQ(kind("nvidia.com/mig-1g.10gb"), ResourceKind::kPartition);
    EXPECT_EQ(kind("nvidia.com/mig-1g.10gb.me.all"), ResourceKind::kPartition);
    EXPECT_EQ(kind("nvidia.com/mig-1g.24gb-me"), ResourceKind::kPartition);
    EXPECT_EQ(kind("nvidia.com/mig-1g.10gb.shared"), ResourceKind::kShared);
    EXPECT_EQ(kind("nvidia.com/mig-1c.3g.20gb"), ResourceKind::kPartition);
    EXPECT_EQ(kind("nvidia.com/gpu.sliced"), ResourceKind::kShared);
    EXPECT_EQ(kind("nvidia.com/gpu.sliced.memory-percentage"), ResourceKind::kAuxiliary);
    EXPECT_EQ(kind("huawei.com/Ascend910"), ResourceKind::kWhole);
    EXPECT_EQ(kind("huawei.com/Ascend310P"), ResourceKind::kWhole);
    EXPECT_EQ(kind("huawei.com/Ascend910-2c"), ResourceKind::kPartition);
    EXPECT_EQ(kind("huawei.com/Ascend910-10c.3cpu.16g.ndvpp"), ResourceKind::kPartition);
    EXPECT_EQ(kind("huawei.com/Ascend910B4-1-memory"), ResourceKind::kAuxiliary);
    EXPECT_EQ(kind("cambricon.com/mlu370.share"), ResourceKind::kShared);
    EXPECT_EQ(kind("cambricon.com/mlu370.smlu.vcore"), ResourceKind::kAuxiliary);
    EXPECT_EQ(kind("nvidia.com/TU104GL_Tesla_T4"), ResourceKind::kWhole);
    EXPECT_EQ(kind("alpha.kubernetes.io/nvidia-gpu"), ResourceKind::kRetired);
    EXPECT_EQ(kind("rdma/roce_gdr"), ResourceKind::kOther);
    EXPECT_EQ(kind("intel.com/sriov_111"), ResourceKind::kOther);
    EXPECT_EQ(kind("qat.intel.com/cy"), ResourceKind::kOther);
}

TEST(Catalog, CallsNoNameInUseAMistake) {
    // Names that public manifests ask for or nodes advertise, and labels beside them.
    const Catalog catalog;
    for (const char* name : {"vke.volcengine.com/rdma",
                             "example.com/accelerator-memory",
                             "example.com/gpu",
                             "intel.com/mlnx_sriov_rdma1",
                             "intel.com/sriov_112",
                             "k8s.amazonaws.com/vgpu",
                             "cerit.io/gpu-mem",
                             "cerit.io/gpu-count",
                             "amd.com/nic",
                             "amd.com/vnic",
                             "rdma/ib",
                             "rdma/rdma_shared_device_a",
                             "gke-gcsfuse/memory-limit",
                             "nvidia.com/gpu.memory",
                             "nvidia.com/gpu.count",
                             "nvidia.com/mig-1g.5gb.count",
                             "nvidia.com/imex-channels",
                             "nvidia.com/gpu-v100",
                             "nvidia.com/a100",
                             "github.com/fuse",
                             "smarter-devices/fuse",
                             "squat.ai/video",
                             "xilinx.com/fpga-xilinx_u250_gen3x16_xdma_shell_2_1-0",
                             "amd.com/npu",
                             "intel.com/npu",
                             "arm.com/gpu",
                             "intel.com/sgx_epc",
                             "sgx.intel.com/epc",
                             "networking.gke.io.networks/rdma-0",
                             "attachable-volumes-aws-ebs",
                             "ephemeral-storage",
                             "hugepages-2Mi",
                             "memory",
                             "cpu",
                             "",
                             "/",
                             "nvidia.com/",
                             "/gpu",
                             "a/b/c"}) {
        EXPECT_EQ(catalog.find_near_resource(name).name, "") << name;
    }
}

TEST(Catalog, DoubtsWhatAnotherPluginCouldMean) {
    const Catalog catalog;
    for (const char* name : {"nvidia.com/gpu-shared", "nvidia.com/gpu0", "and.com/gpu", "tpu",
                             "huawei.com/ascend910", "gpu.intel.com/i916"}) {
        const Catalog::Near near = catalog.find_near_resource(name);
        EXPECT_NE(near.name, "") << name;
        EXPECT_FALSE(near.is_certain) << name;
    }
}

/// The names before a plain number in lines such as `nvidia.com/gpu: 1`.
std::set<std::string> names_in(const std::filesystem::path& path) {
    static const std::regex kLine(
        R"re(^[ \t-]*"?([A-Za-z0-9._-]+/[A-Za-z0-9._+-]+)"?: *"?[0-9]+"?,?$)re");
    std::set<std::string> names;
    std::istringstream lines(test::read_file(path));
    for (std::string line; std::getline(lines, line);) {
        constexpr std::size_t kLongest = 200;
        std::smatch match;
        if (line.size() < kLongest && std::regex_match(line, match, kLine)) names.insert(match[1]);
    }
    return names;
}

TEST(Catalog, CallsNoNameOfTheCorpusAMistake) {
    GPULINT_NEEDS_SHARED();
    const Catalog catalog;
    std::set<std::string> seen;
    for (const std::filesystem::path& path :
         test::files_below(test::shared_dir() / "corpus" / "manifests")) {
        for (const std::string& name : names_in(path)) {
            if (!seen.insert(name).second) continue;
            EXPECT_EQ(catalog.find_near_resource(name).name, "") << name << " in " << path;
        }
    }
    EXPECT_GT(seen.size(), 50U);
}

}  // namespace
}  // namespace gpulint::gpu
