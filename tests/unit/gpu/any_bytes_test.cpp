// Names come from files of strangers: no bytes may trip the lookups.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "gpu/advertise.h"
#include "gpu/catalog.h"
#include "gpu/images.h"
#include "gpu/labels.h"

namespace gpulint::gpu {
namespace {

/// Pieces of real names between bytes of any value.
std::string random_name(std::mt19937& random) {
    static constexpr const char* kPieces[] = {
        "nvidia.com/", "mig-",       "1g.10gb", "+me",     "-me", "amd.com/",  "cpx_",
        "NPS4",        ".all",       "gpu",     "/",       ":",   "@sha256",   "*",
        "**",          "docker.io/", "-MIG-",   "-SHARED", "c.",  "9999999999"};
    std::uniform_int_distribution<int> length(0, 6);
    std::uniform_int_distribution<std::size_t> piece(0, std::size(kPieces) - 1);
    std::uniform_int_distribution<int> byte(-128, 127);
    std::string name;
    for (int i = length(random); i > 0; --i) {
        if (i % 3 == 0) {
            name += static_cast<char>(byte(random));
        } else {
            name += kPieces[piece(random)];
        }
    }
    return name;
}

TEST(AnyBytes, TripNoLookup) {
    const Catalog catalog;
    std::mt19937 random(20261201);
    for (int round = 0; round < 500; ++round) {
        const std::string name = random_name(random);
        const Catalog::Near near = catalog.find_near_resource(name);
        // What is suggested is known, and what is known needs no suggestion.
        EXPECT_TRUE(near.name.empty() || catalog.find_resource(near.name).is_known()) << name;
        EXPECT_TRUE(near.name.empty() || !catalog.find_resource(name).is_known()) << name;
        catalog.find_product(name);
        catalog.find_named_product(name);
        catalog.find_mig_product(name);
        catalog.find_amd_model(name);
        catalog.find_near_product_label(name);
        find_node_label(name);
        find_near_label(name);
        find_image_use(name);
        parse_mig_profile(name);
        nvidia_product_label(name);
        for (const AmdModel& model : Catalog::amd_models()) model.find_partition(name);
    }
}

}  // namespace
}  // namespace gpulint::gpu
