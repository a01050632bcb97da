#include "gpu/labels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/catalog.h"

namespace gpulint::gpu {
namespace {

TEST(Labels, TellWhoWritesThemAndOfWhichVendorTheySpeak) {
    const NodeLabel* product = find_node_label("nvidia.com/gpu.product");
    ASSERT_NE(product, nullptr);
    EXPECT_EQ(product->vendor, "nvidia");
    EXPECT_EQ(product->writer, "gpu-feature-discovery");
    const NodeLabel* instance = find_node_label("nvidia.com/mig-1g.10gb.count");
    ASSERT_NE(instance, nullptr);
    EXPECT_EQ(instance->key, "nvidia.com/mig-*");
    // The key itself goes before its family.
    EXPECT_EQ(find_node_label("nvidia.com/gpu.deploy.operands")->writer, "an administrator");
    EXPECT_EQ(find_node_label("nvidia.com/gpu.deploy.driver")->writer, "the GPU operator");
    EXPECT_EQ(find_node_label("cloud.google.com/gke-tpu-topology")->vendor, "google");
    EXPECT_EQ(find_node_label("amd.com/gpu.vram")->vendor, "amd");
    EXPECT_EQ(find_node_label("beta.amd.com/gpu.vram.192G")->vendor, "amd");
    EXPECT_EQ(find_node_label("kubernetes.io/hostname"), nullptr);
    EXPECT_EQ(find_node_label(""), nullptr);
    const std::span<const NodeLabel> labels = node_labels();
    EXPECT_TRUE(std::ranges::is_sorted(labels, {}, &NodeLabel::key));
}

TEST(Labels, FindTheKeyThatWasMeant) {
    EXPECT_EQ(find_near_label("nvidia.com/gpu.products"), "nvidia.com/gpu.product");
    EXPECT_EQ(find_near_label("nvidia.com/gpu-product"), "nvidia.com/gpu.product");
    EXPECT_EQ(find_near_label("nvidia.com/gpu.product"), "");
    EXPECT_EQ(find_near_label("example.com/team"), "");
}

TEST(Labels, NameFamiliesAsFeatureDiscoveryDoes) {
    EXPECT_EQ(gpu_family(7, 0), "volta");
    EXPECT_EQ(gpu_family(7, 5), "turing");
    EXPECT_EQ(gpu_family(8, 6), "ampere");
    EXPECT_EQ(gpu_family(8, 9), "ada-lovelace");
    EXPECT_EQ(gpu_family(9, 0), "hopper");
    EXPECT_EQ(gpu_family(12, 0), "blackwell");
    EXPECT_EQ(gpu_family(11, 0), "undefined");
}

TEST(Labels, KnowTaintsOfGpuNodes) {
    EXPECT_TRUE(is_gpu_taint("nvidia.com/gpu"));
    EXPECT_TRUE(is_gpu_taint("sku"));
    EXPECT_FALSE(is_gpu_taint("kubernetes.azure.com/scalesetpriority"));
    EXPECT_FALSE(is_gpu_taint("node.kubernetes.io/not-ready"));
}

TEST(Labels, KnowSignsOfVendors) {
    using Kind = VendorSign::Kind;
    const VendorSign* visible = find_vendor_sign(Kind::kVariable, "NVIDIA_VISIBLE_DEVICES");
    ASSERT_NE(visible, nullptr);
    EXPECT_EQ(visible->vendor, "nvidia");
    EXPECT_TRUE(visible->says_visible);
    EXPECT_TRUE(visible->hands_over);
    EXPECT_TRUE(visible->names_devices("0"));
    EXPECT_FALSE(visible->names_devices("void"));
    EXPECT_FALSE(visible->names_devices(""));
    EXPECT_FALSE(find_vendor_sign(Kind::kVariable, "ROCR_VISIBLE_DEVICES")->hands_over);
    EXPECT_FALSE(find_vendor_sign(Kind::kVariable, "CUDA_VISIBLE_DEVICES")->is_strong);
    EXPECT_FALSE(find_vendor_sign(Kind::kVariable, "HABANA_LOGS")->says_visible);
    EXPECT_TRUE(find_vendor_sign(Kind::kVariable, "HABANA_VISIBLE_DEVICES")->says_visible);
    EXPECT_EQ(find_vendor_sign(Kind::kVariable, "NCCL_DEBUG"), nullptr);  // RCCL reads it too
    EXPECT_EQ(find_vendor_sign(Kind::kDevice, "/dev/nvidia0")->vendor, "nvidia");
    EXPECT_EQ(find_vendor_sign(Kind::kDevice, "/dev/kfd")->vendor, "amd");
    EXPECT_EQ(find_vendor_sign(Kind::kDevice, "/dev/dri")->vendor, "");
    EXPECT_EQ(find_vendor_sign(Kind::kDevice, "/dev/shm"), nullptr);
    EXPECT_EQ(find_vendor_sign(Kind::kRuntimeClass, "nvidia")->vendor, "nvidia");
}

TEST(Labels, SpeakOfVendorsOfTheCatalogue) {
    const Catalog catalog;
    const auto is_vendor = [&](std::string_view key) {
        return key.empty() || catalog.find_vendor(key) != nullptr;
    };
    for (const NodeLabel& label : node_labels()) EXPECT_TRUE(is_vendor(label.vendor)) << label.key;
    for (const NodeTaint& taint : node_taints()) EXPECT_TRUE(is_vendor(taint.vendor)) << taint.key;
    for (const VendorSign& sign : vendor_signs()) EXPECT_TRUE(is_vendor(sign.vendor)) << sign.name;
}

}  // namespace
}  // namespace gpulint::gpu
