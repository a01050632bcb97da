#include "gpu/cuda.h"

#include <gtest/gtest.h>

namespace gpulint::gpu {
namespace {

std::string cuda_of(std::string_view image) {
    const auto version = find_cuda_of_image(image);
    return version ? version->text() : "";
}

TEST(Cuda, StandsInTagsAndNames) {
    EXPECT_EQ(cuda_of("nvidia/cuda:12.4.1-base-ubuntu22.04"), "12.4");
    EXPECT_EQ(cuda_of("registry.example.com:5000/mirror/nvidia/cuda:11.8.0-runtime"), "11.8");
    EXPECT_EQ(cuda_of("nvcr.io/nvidia/k8s/cuda-sample:vectoradd-cuda12.5.0-ubuntu22.04"), "12.5");
    EXPECT_EQ(cuda_of("lmsysorg/sglang:v0.5.9-cu124"), "12.4");
    EXPECT_EQ(cuda_of("example.com/a:py312-cu1281"), "12.8");
    EXPECT_EQ(cuda_of("quay.io/odh-training-cuda130-torch210:odh-stable"), "13.0");
    EXPECT_EQ(cuda_of("example.com/rapids:24.08_cuda-11.8_java-8"), "11.8");
    EXPECT_EQ(cuda_of("example.com/a:cuda12@sha256:00"), "12.0");
}

TEST(Cuda, IsNotGuessed) {
    EXPECT_EQ(cuda_of("example.com/cubrick:v1"), "");
    EXPECT_EQ(cuda_of("example.com/focus12:cu1"), "");
    EXPECT_EQ(cuda_of("example.com/a:cu99"), "");
    EXPECT_EQ(cuda_of("nvidia/cuda:latest"), "");
    EXPECT_EQ(cuda_of("vllm/vllm-openai:v0.9.1"), "");
    EXPECT_EQ(cuda_of(""), "");
}

TEST(Cuda, RequirementsOfOneConditionAreRead) {
    EXPECT_EQ(parse_cuda_requirement("cuda>=12.8")->text(), "12.8");
    EXPECT_FALSE(parse_cuda_requirement("cuda>=12.8 brand=tesla,driver>=535"));
    EXPECT_FALSE(parse_cuda_requirement("driver>=535"));
    EXPECT_FALSE(parse_cuda_requirement("cuda>="));
    EXPECT_FALSE(parse_cuda_version("12"));
    EXPECT_FALSE(parse_cuda_version(""));
}

TEST(Cuda, DriversKnowReleases) {
    EXPECT_EQ(find_cuda_of_driver("550.54.15")->text(), "12.4");
    EXPECT_EQ(find_cuda_of_driver("550.54.9")->text(), "12.3");
    EXPECT_EQ(find_cuda_of_driver("535.161.08")->text(), "12.2");
    EXPECT_FALSE(find_cuda_of_driver("418.87"));
    EXPECT_EQ(find_driver_of_cuda({12, 4}), "550.54.14");
    EXPECT_EQ(find_driver_of_cuda({12, 7}), "");
    for (std::size_t i = 1; i < cuda_releases().size(); ++i)
        EXPECT_LT(cuda_releases()[i - 1].cuda, cuda_releases()[i].cuda);
}

TEST(Cuda, NeedsNameCapabilitiesThatThereAre) {
    EXPECT_NE(find_driver_capability("video"), nullptr);
    EXPECT_EQ(find_driver_capability("profile"), nullptr);
    for (const CapabilityNeed& need : capability_needs())
        EXPECT_NE(find_driver_capability(need.capability), nullptr) << need.word;
    const CapabilityNeed need{CapabilityNeed::Kind::kCommand, "nvenc", "video"};
    EXPECT_TRUE(need.is_shown_by("--encoder=nvenc"));
    EXPECT_FALSE(need.is_shown_by("h264_nvenc2"));
}

}  // namespace
}  // namespace gpulint::gpu
