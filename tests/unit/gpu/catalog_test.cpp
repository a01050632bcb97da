#include "gpu/catalog.h"

#include <gtest/gtest.h>

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

TEST(Catalog, FindsProductsByLabel) {
    const Catalog catalog;
    const Product* h100 = catalog.find_product("NVIDIA-H100-80GB-HBM3");
    ASSERT_NE(h100, nullptr);
    EXPECT_EQ(h100->memory_mib, 81559);
    EXPECT_EQ(h100->compute_capability, "9.0");
    EXPECT_EQ(catalog.find_product("NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED"), h100);
    EXPECT_EQ(catalog.find_product("NVIDIA-H100-80GB"), nullptr);
    EXPECT_NE(catalog.find_product("Tesla-T4-SHARED"), nullptr);
    const MigProduct* mig = catalog.find_mig_product("NVIDIA-H100-80GB-HBM3");
    ASSERT_NE(mig, nullptr);
    EXPECT_EQ(mig->compute_slices, 7);
    EXPECT_EQ(mig->memory_slices, 8);
}

}  // namespace
}  // namespace gpulint::gpu
