#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gpulint::app {

/// A folder that is the current one as long as this lives, and goes away with it.
class TemporaryFolder {
  public:
    TemporaryFolder() : before_(std::filesystem::current_path()) {
        std::string name = testing::TempDir() + "/gpulint-XXXXXX";
        path_ = std::filesystem::canonical(::mkdtemp(name.data()));
        std::filesystem::current_path(path_);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(path_);
    }

    /// Writes a file, and the folders on the way to it.
    void write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    std::filesystem::path path() const { return path_; }

  private:
    std::filesystem::path before_;
    std::filesystem::path path_;
};

}  // namespace gpulint::app
