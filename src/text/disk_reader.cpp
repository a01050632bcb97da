#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "text/source.h"

namespace gpulint::text {
namespace {

/// Closes what it holds.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ > STDERR_FILENO) ::close(number_);
    }
    int number() const { return number_; }

  private:
    int number_;
};

constexpr std::size_t kChunk = std::size_t{1} << 16;

Error cannot_read(const std::string& path, int code) {
    const std::string_view hint = code == ENOENT   ? "check the path"
                                  : code == EACCES ? "check the file's permissions"
                                  : code == EISDIR ? "name the files in it"
                                                   : "try again, or copy the file elsewhere";
    return {fmt::format("cannot read {}: {}", path, std::strerror(code)), std::string(hint)};
}

Error too_large(const std::string& path) {
    return {fmt::format("cannot read {}: larger than 4 GiB", path), "split the file"};
}

/// Everything up to the end of the file. `expected` bytes are room enough if the file keeps its
/// size; 0 when that is not known.
Result<std::string> read_all(const Descriptor& file, const std::string& path,
                             std::size_t expected) {
    std::string bytes;
    // One byte more than the size, so that the end of the file is met without growing.
    std::size_t room = expected > 0 ? expected + 1 : kChunk;
    while (true) {
        const std::size_t used = bytes.size();
        bytes.resize(used + room);
        const ssize_t count = ::read(file.number(), bytes.data() + used, room);
        const int code = errno;
        bytes.resize(used + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count < 0 && code == EINTR) continue;
        if (count < 0) return cannot_read(path, code);
        if (bytes.size() > kMostBytes) return too_large(path);
        // What has its full size needs no second look.
        if (count == 0 || bytes.size() == expected) return bytes;
        room -= static_cast<std::size_t>(count);
        if (room == 0) room = std::min(std::max(bytes.size(), kChunk), kMostBytes);
    }
}

class DiskReader : public FileReader {
  public:
    Result<std::string> read(const std::string& path) override {
        const bool is_stdin = path == "-";
        const Descriptor file(is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (file.number() < 0) return cannot_read(path, errno);
        struct stat status {};
        if (::fstat(file.number(), &status) != 0) return cannot_read(path, errno);
        if (S_ISDIR(status.st_mode)) return cannot_read(path, EISDIR);
        const auto size = static_cast<std::size_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
        if (size > kMostBytes) return too_large(path);
        return read_all(file, path, size);
    }
};

}  // namespace

std::unique_ptr<FileReader> make_disk_reader() { return std::make_unique<DiskReader>(); }

}  // namespace gpulint::text
