#include "gpu/near_product.h"

#include <gtest/gtest.h>

#include <vector>

#include "gpu/catalog.h"

namespace gpulint::gpu {
namespace {

TEST(NearProduct, KeepsTheModelThatWasNamed) {
    const Catalog catalog;
    const std::pair<const char*, const char*> cases[] = {
        {"NVIDIA-H100-SXM4-80GB", "NVIDIA-H100-80GB-HBM3"},
        {"NVIDIA-A100-SXM-80GB", "NVIDIA-A100-SXM4-80GB"},
        {"nvidia-l4", "NVIDIA-L4"},
        {"Tesla-T-4", "Tesla-T4"},
        {"something else", ""},
    };
    for (const auto& [wrong, meant] : cases) {
        EXPECT_EQ(catalog.find_near_product_label(wrong), meant) << wrong;
    }
    const std::vector<std::string_view> clouds{"nvidia-tesla-p4", "nvidia-l4", "nvidia-tesla-t4"};
    EXPECT_EQ(find_near_product("nvidia-tesla-l4", clouds), "nvidia-l4");
}

}  // namespace
}  // namespace gpulint::gpu
