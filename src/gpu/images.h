#pragma once

#include <span>
#include <string_view>

/// What container images say about the accelerator they are built for; from
/// rules/catalog/images.yaml.
namespace gpulint::gpu {

struct ImageRow {
    std::string_view repository;  ///< last parts of the path; a `*` or `**` at its end is any rest
    std::span<const std::string_view> words;  ///< one of them is in the tag; empty: any tag
    std::string_view vendor;  ///< Vendor::key, "cpu", or "" when it serves several vendors
    std::string_view engine;  ///< "vllm"; "" when it is no inference engine
    bool needs_accelerator;
    bool starts_engine;
};

/// A word of image names.
struct ImageWord {
    std::string_view word;  ///< a `*` at its end stands for digits
    std::string_view vendor;
};

std::span<const ImageRow> image_rows();
std::span<const ImageWord> image_words();

/// What is known of an image.
struct ImageUse {
    std::string_view vendor;  ///< Vendor::key; "" unknown, several, or a build without accelerator
    std::string_view engine;  ///< "vllm", "sglang", "tgi", …; "" unknown
    /// Useless without an accelerator. False for images that also run on a CPU, and for those of
    /// which only the command says what they run.
    bool needs_accelerator = false;
    bool starts_engine = false;  ///< without `command` the container starts the engine
    bool is_cpu_build = false;
    bool is_exact = false;  ///< known by its repository, not guessed from a word of its name
};

/// By the text of `image`: registry, path, tag and digest in any combination.
ImageUse find_image_use(std::string_view image);

/// The vendor whose devices the image is built for, or "".
std::string_view find_vendor_of_image(std::string_view image);

}  // namespace gpulint::gpu
