#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// CUDA releases, the drivers they need, and the parts of the driver that a container can be given;
/// from rules/catalog/cuda.yaml.
namespace gpulint::gpu {

struct CudaVersion {
    int major = 0;
    int minor = 0;
    std::string text() const;  ///< "12.4"
    friend auto operator<=>(const CudaVersion&, const CudaVersion&) = default;
};

/// A CUDA release and the first Linux driver that knows it.
struct CudaRelease {
    CudaVersion cuda;
    std::string_view driver;
};

/// Oldest first.
std::span<const CudaRelease> cuda_releases();

/// The release that an image's tag or name gives away ("12.4.1-base" of nvidia/cuda, "cuda12.4",
/// "cu124"); where only the major version stands there, its first release.
std::optional<CudaVersion> find_cuda_of_image(std::string_view image);
/// The least release that a value of NVIDIA_REQUIRE_CUDA takes: "cuda>=12.4" and nothing else.
std::optional<CudaVersion> parse_cuda_requirement(std::string_view text);
/// "12.4", perhaps with more behind it.
std::optional<CudaVersion> parse_cuda_version(std::string_view text);
/// The newest release that a driver ("550.54.15") knows; nothing for drivers older than the table.
std::optional<CudaVersion> find_cuda_of_driver(std::string_view driver);
/// The first driver that knows the release, or "".
std::string_view find_driver_of_cuda(CudaVersion cuda);

/// A word of NVIDIA_DRIVER_CAPABILITIES.
struct DriverCapability {
    std::string_view name;
    std::string_view gives;  ///< "the encoders and decoders"
};

std::span<const DriverCapability> driver_capabilities();
/// Null for a word that is none.
const DriverCapability* find_driver_capability(std::string_view name);

/// What shows that a container needs a capability.
struct CapabilityNeed {
    enum class Kind : unsigned char { kEngine, kCommand, kImage };
    Kind kind;
    std::string_view word;
    std::string_view capability;

    /// `text` is the engine's name, the image, or one part of command or arguments. Words count
    /// between characters that are neither letters, digits nor underscores.
    bool is_shown_by(std::string_view text) const;
};

std::span<const CapabilityNeed> capability_needs();

}  // namespace gpulint::gpu
