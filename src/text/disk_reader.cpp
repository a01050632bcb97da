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

Error cannot_read(const std::string& path, int code) {
    const std::string_view hint = code == ENOENT   ? "check the path"
                                  : code == EACCES ? "check the file's permissions"
                                                   : "";
    return {fmt::format("cannot read {}: {}", path, std::strerror(code)), std::string(hint)};
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
        const bool is_regular = S_ISREG(status.st_mode);
        std::string bytes;
        // One byte more than the size, so that the end of the file is met without growing.
        std::size_t room =
            is_regular ? static_cast<std::size_t>(status.st_size) + 1 : std::size_t{1} << 16;
        while (true) {
            const std::size_t used = bytes.size();
            bytes.resize(used + room);
            const ssize_t count = ::read(file.number(), bytes.data() + used, room);
            if (count < 0 && errno == EINTR) {
                bytes.resize(used);
                continue;
            }
            if (count < 0) return cannot_read(path, errno);
            bytes.resize(used + static_cast<std::size_t>(count));
            room -= static_cast<std::size_t>(count);
            // A regular file gives less than there is room for at its end only.
            if (count == 0 || (is_regular && room > 0)) return bytes;
            if (room == 0) room = std::max(bytes.size(), std::size_t{1} << 16);
        }
    }
};

}  // namespace

std::unique_ptr<FileReader> make_disk_reader() { return std::make_unique<DiskReader>(); }

}  // namespace gpulint::text
