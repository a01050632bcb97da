#include "gpu/images.h"

#include <gtest/gtest.h>

namespace gpulint::gpu {
namespace {

TEST(Images, AreKnownByTheirRepository) {
    struct Case {
        const char* image;
        const char* vendor;
        const char* engine;
        bool needs_accelerator;
    };
    for (const Case& c : {
             Case{"vllm/vllm-openai", "nvidia", "vllm", true},
             Case{"vllm/vllm-openai:v0.11.0", "nvidia", "vllm", true},
             Case{"docker.io/vllm/vllm-openai@sha256:0123", "nvidia", "vllm", true},
             Case{"registry.local:5000/mirror/vllm/vllm-openai:latest", "nvidia", "vllm", true},
             Case{"vllm/vllm-openai-rocm:v0.11.0", "amd", "vllm", true},
             Case{"vllm/vllm-openai-cpu:v0.11.0", "", "vllm", false},
             Case{"vllm/vllm-openai:v0.11.0-cpu", "", "vllm", false},
             Case{"vllm/vllm-tpu:nightly", "google", "vllm", true},
             Case{"lmsysorg/sglang:v0.5.5", "nvidia", "sglang", false},
             Case{"lmsysorg/sglang:v0.5.5-rocm700-mi35x", "amd", "sglang", false},
             Case{"ghcr.io/huggingface/text-generation-inference:3.3.5", "nvidia", "tgi", true},
             Case{"ghcr.io/huggingface/text-generation-inference:3.3.5-rocm", "amd", "tgi", true},
             Case{"ghcr.io/huggingface/text-generation-inference:3.3.5-intel-cpu", "", "tgi",
                  false},
             Case{"ghcr.io/huggingface/text-generation-inference:3.3.5-intel-xpu", "intel", "tgi",
                  true},
             Case{"ghcr.io/huggingface/text-embeddings-inference:cpu-1.8", "", "tei", false},
             Case{"ghcr.io/huggingface/text-embeddings-inference:89-1.8", "nvidia", "tei", true},
             Case{"nvcr.io/nim/meta/llama-3.1-8b-instruct:1.8", "nvidia", "nim", true},
             Case{"nvcr.io/nvidia/tritonserver:25.08-py3", "nvidia", "triton", false},
             Case{"ollama/ollama:latest", "nvidia", "ollama", false},
             Case{"ollama/ollama:rocm", "amd", "ollama", false},
             Case{"ghcr.io/ggml-org/llama.cpp:server", "", "llama.cpp", false},
             Case{"ghcr.io/ggml-org/llama.cpp:server-cuda", "nvidia", "llama.cpp", true},
             Case{"ghcr.io/ggml-org/llama.cpp:server-vulkan", "", "llama.cpp", false},
             Case{"ghcr.io/llm-d/llm-d-cuda:v0.8.0", "nvidia", "vllm", true},
             Case{"vault.habana.ai/gaudi-docker/1.18.0/ubuntu22.04/habanalabs/pytorch:latest",
                  "habana", "", false},
         }) {
        const ImageUse use = find_image_use(c.image);
        EXPECT_EQ(use.vendor, c.vendor) << c.image;
        EXPECT_EQ(use.engine, c.engine) << c.image;
        EXPECT_EQ(use.needs_accelerator, c.needs_accelerator) << c.image;
        EXPECT_TRUE(use.is_exact) << c.image;
    }
}

TEST(Images, AreGuessedFromWholeWordsOnly) {
    struct Case {
        const char* image;
        const char* vendor;
    };
    for (const Case& c : {
             Case{"example.com/team/train:2.1-cuda12.4", "nvidia"},
             Case{"example.com/team/train:py311-cu128", "nvidia"},
             Case{"example.com/team/rocm-train:1", "amd"},
             Case{"public.ecr.aws/team/model:amd64-neuron", "aws-neuron"},
             Case{"opea/whisper-gaudi:latest", "habana"},
             Case{"example.com/team/microcom:1", ""},     // no ROCm
             Case{"example.com/team/cuts:1", ""},         // no CUDA
             Case{"example.com/team/cu:1", ""},           // two digits at least
             Case{"example.com/team/llm:cuda-rocm", ""},  // two vendors
             Case{"example.com/team/llm:cuda-vulkan", ""},
             Case{"rocm.example.com/team/app:1", ""},  // a registry says nothing
             Case{"ubuntu", ""},
             Case{"", ""},
             Case{":", ""},
             Case{"/", ""},
             Case{"@sha256:0", ""},
             Case{"lmsysorg/sglang-router:v0.2", ""},
             Case{"ghcr.io/llm-d/llm-d-inference-sim:latest", ""},
             Case{"ghcr.io/llm-d/llm-d-routing-sidecar:latest", ""},
         }) {
        EXPECT_EQ(find_vendor_of_image(c.image), c.vendor) << c.image;
        EXPECT_FALSE(find_image_use(c.image).needs_accelerator) << c.image;
    }
    EXPECT_TRUE(find_image_use("gcr.io/kubeflow/notebook-cpu:v1").is_cpu_build);
    EXPECT_FALSE(find_image_use("gcr.io/kubeflow/notebook-cpu:v1").is_exact);
}

TEST(Images, SayWhetherTheContainerStartsTheEngine) {
    EXPECT_TRUE(find_image_use("vllm/vllm-openai:latest").starts_engine);
    // The same image runs routers and cache stores.
    EXPECT_FALSE(find_image_use("lmsysorg/sglang:latest").starts_engine);
}

}  // namespace
}  // namespace gpulint::gpu
