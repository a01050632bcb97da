#include "gpu/product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gpu/catalog.h"

namespace gpulint::gpu {
namespace {

TEST(Products, AreFoundByTheirLabels) {
    const Catalog catalog;
    const Product* h100 = catalog.find_product("NVIDIA-H100-80GB-HBM3");
    ASSERT_NE(h100, nullptr);
    EXPECT_EQ(h100->memory_mib, 81559);
    EXPECT_EQ(h100->compute_capability, "9.0");
    EXPECT_EQ(h100->has_fp8, true);
    EXPECT_EQ(catalog.find_product("NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED"), h100);
    EXPECT_EQ(catalog.find_product("H100-80GB-HBM3"), h100);  // drivers before R470
    EXPECT_EQ(catalog.find_product("NVIDIA-H100-80GB"), nullptr);
    EXPECT_EQ(catalog.find_product("H100 SXM"), nullptr);  // no value of the label
    EXPECT_EQ(catalog.find_named_product("H100 SXM"), h100);
    EXPECT_NE(catalog.find_product("Tesla-T4-SHARED"), nullptr);
    EXPECT_EQ(catalog.find_product(""), nullptr);
    EXPECT_EQ(catalog.find_named_product(""), nullptr);
    EXPECT_EQ(catalog.find_product("unknown"), nullptr);
    EXPECT_EQ(catalog.find_near_product_label("NVIDIA-H100-80GB-HBM3e"), "NVIDIA-H100-80GB-HBM3");
}

TEST(Products, OfAmdAreFoundByTheWordInTheLabel) {
    const Catalog catalog;
    for (const char* label :
         {"AMD_Instinct_MI300X_OAM", "Instinct_MI300X", "AMD-Instinct-MI300X"}) {
        ASSERT_NE(catalog.find_product(label), nullptr) << label;
        EXPECT_EQ(catalog.find_product(label)->name, "Instinct MI300X") << label;
    }
    EXPECT_EQ(catalog.find_product("AMD_Instinct_MI300X_OAM")->memory_mib, 196592);
    EXPECT_EQ(catalog.find_product("Instinct_MI250X")->memory_mib, 65520);  // of one die
    EXPECT_EQ(catalog.find_product("AMD_Instinct_MI9999"), nullptr);
}

TEST(Products, UnknownFiguresStayUnknown) {
    const Catalog catalog;
    EXPECT_EQ(catalog.find_product("NVIDIA-L40")->memory_mib, std::nullopt);
    EXPECT_EQ(catalog.find_product("NVIDIA-RTX-PRO-5000-Blackwell")->has_fp4, std::nullopt);
    EXPECT_EQ(catalog.find_mig_product("NVIDIA-RTX-PRO-5000-Blackwell")->profiles[0].memory_mib,
              std::nullopt);
}

TEST(Products, LabelsBelongToOneProductEach) {
    std::set<std::string_view> labels;
    for (const Product& product : Catalog::products()) {
        for (const std::string_view label : product.labels) {
            EXPECT_TRUE(labels.insert(label).second) << label;
        }
    }
}

TEST(Mig, GeometryOfTheH100) {
    const Catalog catalog;
    const MigProduct* mig = catalog.find_mig_product("NVIDIA-H100-80GB-HBM3");
    ASSERT_NE(mig, nullptr);
    EXPECT_EQ(mig->compute_slices, 7);
    EXPECT_EQ(mig->memory_slices, 8);
    EXPECT_EQ(mig->engine_totals.jpeg, 7);
    const MigProfile* three = mig->find_profile("3g.40gb");
    ASSERT_NE(three, nullptr);
    EXPECT_EQ(three->compute_slices, 3);
    EXPECT_EQ(three->memory_slices, 4);
    EXPECT_EQ(three->max_instances, 2);
    EXPECT_EQ(three->placement_size, 4);
    EXPECT_EQ(std::vector<int>(three->starts.begin(), three->starts.end()),
              (std::vector<int>{0, 4}));
    EXPECT_EQ(mig->find_profile("1g.10gb+me")->max_instances, 1);
    EXPECT_EQ(mig->find_profile("1g.5gb"), nullptr);
    EXPECT_EQ(catalog.find_mig_product("A100-SXM4-80GB")->id, "a100-80gb");
}

TEST(Mig, RowsAgreeWithThemselves) {
    for (const MigProduct& product : Catalog::mig_products()) {
        for (const MigProfile& profile : product.profiles) {
            const std::optional<MigProfileName> name = parse_mig_profile(profile.name);
            ASSERT_TRUE(name) << product.id << " " << profile.name;
            EXPECT_EQ(name->compute_slices, profile.compute_slices);
            EXPECT_EQ(profile.starts.empty(), !profile.placement_size.has_value());
            if (!profile.memory_slices || !product.memory_slices) continue;
            EXPECT_EQ(profile.placement_size.value_or(*profile.memory_slices),
                      *profile.memory_slices);
            for (const int start : profile.starts) {
                EXPECT_LE(start + *profile.placement_size, *product.memory_slices)
                    << product.id << " " << profile.name;
            }
            EXPECT_LE(profile.max_instances.value_or(0), static_cast<int>(profile.starts.size()));
        }
    }
}

TEST(Mig, EveryCapableProductHasAGeometryOrNone) {
    const Catalog catalog;
    std::set<std::string_view> without;
    for (const Product& product : Catalog::products()) {
        for (const std::string_view label : product.labels) {
            const bool has_geometry = catalog.find_mig_product(label) != nullptr;
            if (product.is_mig_capable && !has_geometry) without.insert(label);
            EXPECT_TRUE(product.is_mig_capable || !has_geometry) << label;
        }
    }
    // No source gives its profiles.
    EXPECT_EQ(without, (std::set<std::string_view>{"NVIDIA-H20-3e"}));
}

TEST(Mig, ProfileNames) {
    const auto parsed = parse_mig_profile("1c.3g.20gb+me.all");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->compute_instance, 1);
    EXPECT_EQ(parsed->compute_slices, 3);
    EXPECT_EQ(parsed->memory_gb, 20);
    EXPECT_EQ(parsed->attribute, "+me.all");
    for (const char* bad : {"", "1g", "1g.", "1g.10", "1g10gb", "g.10gb", "1g.10GB", "1g.10gb.me",
                            "1g.10gb+", "-1g.10gb", "1g.10gb ", "all", "99999999999g.1gb"}) {
        EXPECT_FALSE(parse_mig_profile(bad)) << bad;
    }
    EXPECT_EQ(mig_resource("1g.10gb+me.all"), "nvidia.com/mig-1g.10gb.me.all");
    EXPECT_EQ(mig_resource("1g.24gb-me"), "nvidia.com/mig-1g.24gb-me");
}

TEST(Amd, PartitionsOfModels) {
    const Catalog catalog;
    const AmdModel* mi300x = catalog.find_amd_model("AMD_Instinct_MI300X_OAM");
    ASSERT_NE(mi300x, nullptr);
    EXPECT_EQ(mi300x->memory_gb, 192);
    const AmdPartition* cpx = mi300x->find_partition("cpx_nps4");
    ASSERT_NE(cpx, nullptr);
    EXPECT_EQ(cpx->logical_gpus, 8);
    EXPECT_EQ(cpx->gb_each, 24);
    EXPECT_EQ(cpx->status, "validated");
    EXPECT_EQ(mi300x->find_partition("CPX/NPS4"), cpx);
    EXPECT_EQ(mi300x->find_partition("SPX/NPS4"), nullptr);
    EXPECT_EQ(mi300x->find_partition(""), nullptr);
    EXPECT_EQ(catalog.find_amd_model("MI300A")->find_partition("TPX/NPS1")->logical_gpus, 3);
    EXPECT_TRUE(catalog.find_amd_model("AMD_Instinct_MI210")->partitions.empty());
    for (const AmdModes& modes : Catalog::amd_modes()) {
        EXPECT_TRUE(catalog.is_accelerator(amd_partition_resource(modes.compute, modes.memory)));
    }
}

}  // namespace
}  // namespace gpulint::gpu
