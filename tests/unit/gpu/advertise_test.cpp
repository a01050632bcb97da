#include "gpu/advertise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace gpulint::gpu {
namespace {

NodeGpus gpus_of(std::string product, std::int64_t count) {
    NodeGpus gpus;
    gpus.product = std::move(product);
    gpus.count = count;
    return gpus;
}

Advertised derive(const NodeGpus& gpus) {
    const Catalog catalog;
    const Result<Advertised> advertised = derive_advertised(gpus, catalog);
    if (!advertised) {
        ADD_FAILURE() << advertised.error().message;
        return {};
    }
    return *advertised;
}

std::string error_of(const NodeGpus& gpus) {
    const Catalog catalog;
    const Result<Advertised> advertised = derive_advertised(gpus, catalog);
    return advertised ? "" : advertised.error().message + "; " + advertised.error().hint;
}

using Resources = std::map<std::string, std::int64_t>;

TEST(Advertise, WholeGpus) {
    const Advertised node = derive(gpus_of("NVIDIA-H100-80GB-HBM3", 8));
    EXPECT_EQ(node.resources, (Resources{{"nvidia.com/gpu", 8}}));
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.product"), "NVIDIA-H100-80GB-HBM3");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.memory"), "81559");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.family"), "hopper");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.replicas"), "1");
    EXPECT_EQ(node.labels.at("nvidia.com/mig.capable"), "true");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.deploy.mig-manager"), "true");
    EXPECT_FALSE(node.labels.contains("nvidia.com/mig.strategy"));
    // The driver and the machine are not known.
    EXPECT_NE(std::ranges::find(node.unknown_labels, "nvidia.com/gpu.machine"),
              node.unknown_labels.end());
}

TEST(Advertise, NamesThatPeopleUse) {
    EXPECT_EQ(derive(gpus_of("H100 SXM", 1)).labels.at("nvidia.com/gpu.product"),
              "NVIDIA-H100-80GB-HBM3");
    EXPECT_EQ(derive(gpus_of("nvidia-l40s", 1)).labels.at("nvidia.com/gpu.product"), "NVIDIA-L40S");
    // Drivers before R470 leave out the vendor.
    EXPECT_EQ(derive(gpus_of("A100-SXM4-80GB", 1)).labels.at("nvidia.com/gpu.product"),
              "A100-SXM4-80GB");
}

TEST(Advertise, SharedGpus) {
    NodeGpus gpus = gpus_of("NVIDIA-L4", 2);
    gpus.sharing = {"time-slicing", 4, false, {}};
    Advertised node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"nvidia.com/gpu", 8}}));
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.product"), "NVIDIA-L4-SHARED");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.count"), "2");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.replicas"), "4");
    gpus.sharing.rename = true;
    node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"nvidia.com/gpu.shared", 8}}));
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.product"), "NVIDIA-L4");
    gpus.sharing = {"mps", 4, false, {}};
    node = derive(gpus);
    EXPECT_EQ(node.labels.at("nvidia.com/mps.capable"), "true");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.sharing-strategy"), "mps");
}

TEST(Advertise, MigMixed) {
    NodeGpus gpus = gpus_of("NVIDIA-H100-80GB-HBM3", 8);
    gpus.mig_strategy = "mixed";
    gpus.mig_layout = {{"1g.10gb", 2}, {"1g.10gb+me", 1}, {"3g.40gb", 1}};
    const Advertised node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"nvidia.com/mig-1g.10gb", 16},
                                         {"nvidia.com/mig-1g.10gb.me", 8},
                                         {"nvidia.com/mig-3g.40gb", 8}}));
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.product"), "NVIDIA-H100-80GB-HBM3");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.replicas"), "0");
    EXPECT_EQ(node.labels.at("nvidia.com/mig-1g.10gb.count"), "16");
    EXPECT_EQ(node.labels.at("nvidia.com/mig-1g.10gb.memory"), "9984");
    EXPECT_EQ(node.labels.at("nvidia.com/mig-1g.10gb.product"),
              "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb");
    EXPECT_EQ(node.labels.at("nvidia.com/mig-3g.40gb.slices.gi"), "3");
}

TEST(Advertise, MigSingle) {
    NodeGpus gpus = gpus_of("NVIDIA-H100-80GB-HBM3", 8);
    gpus.mig_strategy = "single";
    gpus.mig_layout = {{"1g.10gb", 7}};
    gpus.sharing = {"time-slicing", 2, false, {}};
    const Advertised node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"nvidia.com/gpu", 112}}));
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.product"), "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED");
    EXPECT_EQ(node.labels.at("nvidia.com/gpu.count"), "56");
    gpus.mig_layout = {{"1g.10gb", 1}, {"3g.40gb", 1}};
    EXPECT_NE(error_of(gpus).find("instances of several profiles"), std::string::npos);
}

TEST(Advertise, RefusesWhatCannotBe) {
    EXPECT_NE(
        error_of(gpus_of("NVIDIA-H100-80GB-HBM", 1)).find("did you mean NVIDIA-H100-80GB-HBM3"),
        std::string::npos);
    NodeGpus gpus = gpus_of("NVIDIA-H100-80GB-HBM3", 1);
    gpus.mig_strategy = "mixed";
    gpus.mig_layout = {{"1g.5gb", 7}};
    EXPECT_NE(error_of(gpus).find("has no MIG profile \"1g.5gb\""), std::string::npos);
    gpus.mig_layout = {{"1g.10gb", 1'000'000'000}};
    EXPECT_NE(error_of(gpus), "");
    gpus.mig_layout = {{"3g.40gb", 2}, {"1g.10gb", 1}};
    EXPECT_NE(error_of(gpus).find("takes 9 memory slices, and a GPU has 8"), std::string::npos);
    gpus.mig_layout = {{"1g.10gb", 7}};
    gpus.sharing = {"mps", 4, false, {}};
    EXPECT_NE(error_of(gpus).find("MPS and MIG strategy mixed"), std::string::npos);
    EXPECT_NE(error_of(gpus_of("NVIDIA-L4", 1'000'000'000'000)), "");
    EXPECT_NE(error_of(gpus_of("AMD_Instinct_MI300X", std::numeric_limits<std::int64_t>::max())),
              "");
    NodeGpus v100 = gpus_of("Tesla-V100-SXM2-16GB", 1);
    v100.sharing = {"mps", 17, false, {}};
    EXPECT_NE(error_of(v100).find("16 are the most"), std::string::npos);
    NodeGpus l4 = gpus_of("NVIDIA-L4", 1);
    l4.sharing = {"time-slicing", std::numeric_limits<std::int64_t>::max(), false, {}};
    EXPECT_NE(error_of(l4), "");
    l4.sharing = {};
    l4.mig_layout = {{"1g.6gb", 1}};
    EXPECT_NE(error_of(l4).find("has no MIG profiles"), std::string::npos);
}

TEST(Advertise, AmdCards) {
    NodeGpus gpus = gpus_of("AMD-Instinct-MI300X", 8);
    Advertised node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"amd.com/gpu", 8}}));
    EXPECT_EQ(node.labels.at("amd.com/gpu.vram"), "192G");
    EXPECT_EQ(node.labels.at("amd.com/gpu.cu-count"), "304");
    gpus.partition = "CPX/NPS4";
    node = derive(gpus);
    EXPECT_EQ(node.resources, (Resources{{"amd.com/gpu", 64}}));
    EXPECT_EQ(node.labels.at("amd.com/gpu.vram"), "24G");
    EXPECT_EQ(node.labels.at("amd.com/gpu.cu-count"), "38");
    EXPECT_EQ(node.labels.at("amd.com/gpu.compute-memory-partition"), "cpx_nps4");
    gpus.naming = "mixed";
    EXPECT_EQ(derive(gpus).resources, (Resources{{"amd.com/cpx_nps4", 64}}));
    gpus.partition = "";
    EXPECT_EQ(derive(gpus).resources, (Resources{{"amd.com/spx_nps1", 8}}));
    gpus.partition = "SPX/NPS4";
    EXPECT_NE(error_of(gpus).find("it can be SPX/NPS1, DPX/NPS1"), std::string::npos);
    // Its kinship with the MI355X is a fact of its own row.
    EXPECT_EQ(derive(gpus_of("AMD_Instinct_MI350X_OAM", 8)).labels.at("amd.com/gpu.vram"), "288G");
    NodeGpus mi350 = gpus_of("AMD_Instinct_MI350X_OAM", 8);
    mi350.partition = "DPX/NPS2";
    EXPECT_EQ(derive(mi350).resources, (Resources{{"amd.com/gpu", 16}}));
    // One card is two GPUs to the driver; nothing can be partitioned.
    NodeGpus mi250 = gpus_of("AMD_Instinct_MI250X", 4);
    EXPECT_EQ(derive(mi250).resources, (Resources{{"amd.com/gpu", 8}}));
    mi250.partition = "CPX/NPS1";
    EXPECT_NE(error_of(mi250), "");
    gpus.partition = "CPX/NPS4";
    gpus.sharing = {"time-slicing", 4, false, {}};
    EXPECT_NE(error_of(gpus).find("shares no GPUs"), std::string::npos);
}

TEST(Advertise, OtherVendors) {
    EXPECT_EQ(derive(gpus_of("Gaudi3", 8)).resources, (Resources{{"habana.ai/gaudi", 8}}));
    const Advertised max = derive(gpus_of("Max_1550", 4));
    EXPECT_EQ(max.resources, (Resources{{"gpu.intel.com/i915", 4}}));
    EXPECT_EQ(max.labels.at("gpu.intel.com/family"), "Max_Series");
    NodeGpus gaudi = gpus_of("Gaudi2", 8);
    gaudi.sharing = {"mps", 2, false, {}};
    EXPECT_NE(error_of(gaudi), "");
}

TEST(Advertise, LabelsThatTheApiServerRefusesAreLeftOut) {
    NodeGpus gpus = gpus_of("NVIDIA-RTX-PRO-6000-Blackwell-Max-Q-Workstation-Edition", 1);
    EXPECT_TRUE(derive(gpus).labels.contains("nvidia.com/gpu.product"));
    gpus.mig_strategy = "single";
    gpus.mig_layout = {{"1g.24gb", 4}};
    EXPECT_FALSE(derive(gpus).labels.contains("nvidia.com/gpu.product"));
}

}  // namespace
}  // namespace gpulint::gpu
