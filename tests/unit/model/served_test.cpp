#include "model/served.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "k8s/workload.h"
#include "model/load.h"
#include "support/yaml_text.h"

namespace gpulint::model {
namespace {

/// A Pod whose only container has these fields, in flow style.
class ContainerText {
  public:
    explicit ContainerText(const std::string& fields)
        : text_(fmt::format("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  "
                            "containers:\n    - {{name: c, {}}}\n",
                            fields)),
          objects_(k8s::find_objects(text_.document(), kinds_)),
          workload_(k8s::find_workload(objects_.at(0))) {}
    const k8s::Container& container() const {
        return workload_->templates().front()->containers().front();
    }
    std::string_view at(text::Span span) const {
        return text_.document().file().text().substr(span.begin, span.size());
    }

  private:
    test::ParsedText text_;
    k8s::KindTable kinds_;
    std::vector<k8s::Object> objects_;
    std::unique_ptr<k8s::Workload> workload_;
};

constexpr std::string_view kVllm = "image: vllm/vllm-openai:v0.11.0, ";

/// "engine: model, tensor size" of every engine; "?" for what is hidden.
std::string describe(const std::string& fields) {
    const ContainerText text(fields);
    std::string out;
    for (const Served& served : find_served(text.container())) {
        if (!out.empty()) out += "; ";
        const Setting* model = served.find(Role::kModel);
        const auto tensor = served.number_of(Role::kTensor, 1);
        const bool has_model = model != nullptr && model->is_known;
        out += fmt::format("{}: {}, {}", served.engine->name, has_model ? model->text : "?",
                           tensor ? fmt::format("{}", *tensor) : "?");
    }
    return out;
}

struct Case {
    const char* fields;
    const char* expected;
};

TEST(Served, ReadsCommandLines) {
    const std::vector<Case> cases{
        // Of the image's own program.
        {"image: vllm/vllm-openai:v0.11.0, args: [--model, a/b, -tp, '2']", "vllm: a/b, 2"},
        {"image: vllm/vllm-openai:v0.11.0, args: [--model=a/b, --tensor_parallel_size=4]",
         "vllm: a/b, 4"},
        {"image: vllm/vllm-openai:v0.11.0, args: [serve, a/b, --tensor-parallel, '8']",
         "vllm: a/b, 8"},
        {"image: vllm/vllm-openai:v0.11.0, args: [a/b]", "vllm: a/b, 1"},
        {"image: vllm/vllm-openai:v0.11.0", "vllm: ?, 1"},
        // Of a command.
        {"image: x, command: [vllm, serve, a/b], args: [--port, '80']", "vllm: a/b, 1"},
        {"image: x, command: [python3, -u, -m, vllm.entrypoints.openai.api_server, --model=a/b]",
         "vllm: a/b, 1"},
        {"image: x, command: [/opt/venv/bin/python3.11, -m, sglang.launch_server], args: "
         "[--model-path, a/b, --tp, '2']",
         "sglang: a/b, 2"},
        {"image: x, command: [trtllm-serve, a/b, --tp_size, '4']", "tensorrt-llm: a/b, 4"},
        {"image: x, command: [lmdeploy, serve, api_server, a/b, --tp, '2']", "lmdeploy: a/b, 2"},
        {"image: x, command: [echo, vllm, serve, a/b]", ""},
        {"image: vllm/vllm-openai:v0.11.0, command: [sleep, infinity]", ""},
        // Of a script.
        {"image: x, command: [sh, -c, 'cd /; exec vllm serve a/b --tensor-parallel-size 2']",
         "vllm: a/b, 2"},
        {"image: x, command: [/bin/bash, -lc], args: ['vllm serve $M -tp $N'], env: [{name: M, "
         "value: a/b}, {name: N, value: '2'}]",
         "vllm: a/b, 2"},
        {"image: x, command: [bash, -c, 'if a; then vllm serve a/b; else vllm serve c/d; fi']",
         "vllm: a/b, 1; vllm: c/d, 1"},
        // Variables.
        {"image: x, command: [vllm, serve, $(M)], env: [{name: M, value: $(O)/b}, {name: O, "
         "value: a}]",
         "vllm: a/b, 1"},
        {"image: x, command: [vllm, serve, $(M)]", "vllm: ?, 1"},
        {"image: x, command: [vllm, serve, $$(M)]", "vllm: $(M), 1"},
        {"image: x, command: [vllm, serve, a/b, $(MORE)]", "vllm: a/b, ?"},
        {"image: x, command: [vllm, serve, a/b, --port, $(PORT)]", "vllm: a/b, 1"},
        {"image: x, command: [vllm, serve, a/b], env: [{name: VLLM_ARGS, value: -tp 2}]",
         "vllm: a/b, ?"},
        {"image: 'ghcr.io/huggingface/text-generation-inference:3', env: [{name: MODEL_ID, value: "
         "a/b}, {name: NUM_SHARD, value: '2'}]",
         "tgi: a/b, 2"},
        {"image: 'ghcr.io/huggingface/text-generation-inference:3', env: [{name: MODEL_ID, "
         "valueFrom: {configMapKeyRef: {name: m, key: k}}}]",
         "tgi: ?, 1"},
    };
    for (const Case& row : cases) EXPECT_EQ(describe(row.fields), row.expected) << row.fields;
}

TEST(Served, PointsAtTheModel) {
    const ContainerText script(
        "image: x, command: [sh, -c, \"echo a/b; vllm serve a/b --tensor-parallel-size 2\"]");
    const std::vector<Served> served = find_served(script.container());
    ASSERT_EQ(served.size(), 1U);
    const text::Span span = served[0].find(Role::kModel)->span;
    EXPECT_EQ(script.at(span), "a/b");
    EXPECT_EQ(script.at({span.file, span.begin - 6, span.begin}), "serve ");
}

TEST(Model, IsFoundByName) {
    const auto id_of = [](std::string_view name) {
        const ModelMatch match = find_model(name);
        if (!match) return std::string();
        return fmt::format("{}{}{}", match.row->id, match.is_guess ? " guess" : "",
                           match.format != nullptr ? " " + std::string(match.format->name) : "");
    };
    EXPECT_EQ(id_of("meta-llama/Llama-3.3-70B-Instruct"), "meta-llama/Llama-3.3-70B-Instruct");
    EXPECT_EQ(id_of("META-LLAMA/llama-3.3-70b-instruct"), "meta-llama/Llama-3.3-70B-Instruct");
    EXPECT_EQ(id_of("hf://Qwen/Qwen3-32B"), "Qwen/Qwen3-32B");
    EXPECT_EQ(id_of("/data/hub/models--Qwen--Qwen3-32B/snapshots/abc"), "Qwen/Qwen3-32B");
    EXPECT_EQ(id_of("/models/Qwen3-32B/"), "Qwen/Qwen3-32B guess");
    EXPECT_EQ(id_of("somebody/Qwen3-32B-bnb-4bit"), "Qwen/Qwen3-32B guess bnb-nf4");
    EXPECT_EQ(id_of("/models/mine"), "");
    EXPECT_EQ(id_of(""), "");
}

TEST(Loads, SplitTheWeights) {
    const auto gib_of = [](const std::string& args, std::int64_t gpus) {
        const ContainerText text(std::string(kVllm) + "args: [--model=Qwen/Qwen3-32B" + args + "]");
        const std::vector<Load> loads = find_loads(text.container(), gpus);
        return loads.empty() ? -1.0 : loads.front().gib_per_gpu;
    };
    EXPECT_NEAR(gib_of("", 8), 61.02, 0.1);
    EXPECT_NEAR(gib_of(", -tp, '2'", 2), 30.51, 0.1);
    EXPECT_NEAR(gib_of(", -tp, '2', -pp, '2'", 2), 15.26, 0.1);
    EXPECT_NEAR(gib_of(", --cpu-offload-gb=20", 1), 41.02, 0.1);
    EXPECT_NEAR(gib_of(", --quantization, fp8", 1), 31.97, 0.2);
    EXPECT_NEAR(gib_of(", --dtype=float32", 1), 122.05, 0.2);
    for (const char* hidden : {", $(X)", ", --config=/c.yaml", ", --quantization=own",
                               ", -tp, $(N)", ", --device=cpu", ", -tp, two"}) {
        EXPECT_EQ(gib_of(hidden, 1), -1.0) << hidden;
    }
}

}  // namespace
}  // namespace gpulint::model
