#include "k8s/named_files.h"

#include <gtest/gtest.h>

#include "k8s/neighbour.h"
#include "support/yaml_text.h"

namespace gpulint::k8s {
namespace {

constexpr const char* kText =
    "apiVersion: nvidia.com/v1\n"
    "kind: ClusterPolicy\n"
    "metadata: {name: policy}\n"
    "spec: {config: {name: sharing, other: nothing, open: \"${MAP}\", empty: bare}}\n"
    "---\n"
    "apiVersion: v1\n"
    "kind: List\n"
    "items:\n"
    "  - apiVersion: v1\n"
    "    kind: ConfigMap\n"
    "    metadata: {name: sharing}\n"
    "    data: {any: a, t4: b}\n"
    "  - apiVersion: v1\n"
    "    kind: ConfigMap\n"
    "    metadata: {name: bare}\n";

TEST(NamedFiles, AreThoseOfAConfigMapInTheSameFile) {
    const test::ParsedText text(kText);
    const yaml::Node config = text.root()["spec"]["config"];
    const NamedFiles files = find_files_beside(text.document(), config["name"]);
    ASSERT_TRUE(files);
    EXPECT_TRUE(files.has("t4"));
    EXPECT_FALSE(files.has("a100"));
    EXPECT_EQ(files.names(), (std::vector<std::string_view>{"any", "t4"}));
    EXPECT_EQ(text.at(files.key_span()), "data");
}

TEST(NamedFiles, AreNotKnownWithoutOne) {
    const test::ParsedText text(kText);
    const yaml::Node config = text.root()["spec"]["config"];
    for (const char* name : {"other", "open", "empty", "missing"})
        EXPECT_FALSE(find_files_beside(text.document(), config[name])) << name;
}

TEST(Neighbour, IsFoundByGroupKindAndName) {
    const test::ParsedText text(kText);
    EXPECT_TRUE(find_neighbour(text.document(), "", "ConfigMap", "sharing"));
    EXPECT_TRUE(find_neighbour(text.document(), "nvidia.com", "ClusterPolicy", "policy"));
    EXPECT_FALSE(find_neighbour(text.document(), "", "ClusterPolicy", "policy"));
    EXPECT_FALSE(find_neighbour(text.document(), "", "ConfigMap", "any"));
}

}  // namespace
}  // namespace gpulint::k8s
