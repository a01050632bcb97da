#include "k8s/resource_name.h"

#include <gtest/gtest.h>

#include <string>

namespace gpulint::k8s {
namespace {

TEST(ResourceName, ExtendedNames) {
    for (const char* name : {"nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "nvidia.com/GPU",
                             "limits.nvidia.com/gpu", "a/b", "rdma/hca_shared_devices_a"}) {
        EXPECT_TRUE(is_extended_resource(name)) << name;
    }
    const std::string long_prefix(245, 'a');
    for (const std::string& name :
         {std::string("gpu"), std::string("NVIDIA.com/gpu"), std::string("nvidia.com/gpu/shared"),
          std::string("nvidia.com/"), std::string("/gpu"), std::string("requests.nvidia.com/gpu"),
          std::string("alpha.kubernetes.io/nvidia-gpu"), std::string("mykubernetes.io/gpu"),
          std::string("nvidia.com/-gpu"), std::string(""), long_prefix + "/gpu",
          "a/" + std::string(64, 'b')}) {
        EXPECT_FALSE(is_extended_resource(name)) << name;
    }
}

TEST(ResourceName, NativeAndStandardNames) {
    EXPECT_TRUE(is_native_resource("cpu"));
    EXPECT_TRUE(is_native_resource("alpha.kubernetes.io/nvidia-gpu"));
    EXPECT_FALSE(is_native_resource("nvidia.com/gpu"));
    EXPECT_TRUE(is_standard_container_resource("hugepages-2Mi"));
    EXPECT_FALSE(is_standard_container_resource("pods"));
}

TEST(ResourceName, NamesAndLabels) {
    EXPECT_TRUE(is_dns1123_label("a-1"));
    EXPECT_FALSE(is_dns1123_label("a.b"));
    EXPECT_FALSE(is_dns1123_label("-a"));
    EXPECT_TRUE(is_dns1123_subdomain("a.b-c.d"));
    EXPECT_FALSE(is_dns1123_subdomain("a..b"));
    EXPECT_FALSE(is_dns1123_subdomain("A.b"));
    EXPECT_TRUE(is_label_value(""));
    EXPECT_TRUE(is_label_value("NVIDIA-A100-SXM4-80GB"));
    EXPECT_FALSE(is_label_value("NVIDIA A100"));
    EXPECT_FALSE(is_label_value("a-"));
}

}  // namespace
}  // namespace gpulint::k8s
