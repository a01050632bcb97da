#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "yaml/parse.h"

namespace gpulint::embed {

/// One input of a generator: the path as given and its only document.
struct Input {
    std::string path;
    const yaml::Document* document;
};

/// Turns YAML into the text of one C++ file, or says what is wrong where ("file:line: …").
using Generator = Result<std::string> (*)(const std::vector<Input>&);

// Each lives in a file of its own name; main.cpp maps WHAT to it.
Result<std::string> generate_rules(const std::vector<Input>& inputs);
Result<std::string> generate_workload_kinds(const std::vector<Input>& inputs);
Result<std::string> generate_kubernetes_types(const std::vector<Input>& inputs);
Result<std::string> generate_gpu_catalog(const std::vector<Input>& inputs);
Result<std::string> generate_model_catalog(const std::vector<Input>& inputs);
Result<std::string> generate_lessons(const std::vector<Input>& inputs);

/// `text` as a C++ string literal (raw or escaped, split when long).
std::string cpp_string(std::string_view text);
/// "path:line: message".
Error error_at(const Input& input, yaml::Node node, std::string message);

}  // namespace gpulint::embed
