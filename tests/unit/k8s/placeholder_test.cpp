#include "k8s/placeholder.h"

#include <gtest/gtest.h>

#include "support/yaml_text.h"

namespace gpulint::k8s {
namespace {

TEST(Placeholder, IsRecognised) {
    for (const char* text : {"${GPUS}", "$GPUS", "$(GPUS)", "$$GPU_PER_WORKER", "<CHIPS_PER_NODE>",
                             "{{ .Values.gpus }}", "%GPUS%", "@GPUS@", "__GPUS__", "PLACEHOLDER1",
                             "NUM_GPUS", " ${GPUS} "}) {
        EXPECT_TRUE(is_placeholder(text)) << text;
    }
}

TEST(Placeholder, OrdinaryTextIsNone) {
    for (const char* text : {"", "1", "$", "80GB", "one", "GPU", "<", "<>", "%", "nvidia.com/gpu",
                             "1_000", "a_b", "A_", "$5"}) {
        EXPECT_FALSE(is_placeholder(text)) << text;
    }
}

TEST(Placeholder, SettledTextsAreUsedAsTheyStand) {
    const test::ParsedText text("[all, \"0,1\", \"GPU-$(ID)\", 'a${B}', '', 1, <value>, {a: b}]\n");
    EXPECT_TRUE(is_settled_text(text.root()[0]));
    EXPECT_TRUE(is_settled_text(text.root()[1]));
    for (std::size_t i = 2; i < text.root().size(); ++i)
        EXPECT_FALSE(is_settled_text(text.root()[i])) << i;
    EXPECT_FALSE(is_settled_text(yaml::Node()));
}

}  // namespace
}  // namespace gpulint::k8s
