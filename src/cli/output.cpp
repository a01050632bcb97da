#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/command.h"

namespace gpulint::cli {

bool print(std::string_view text) {
    const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
    return written == text.size() && std::fflush(stdout) == 0;
}

void print_error(const Error& error) {
    fmt::print(stderr, "gpulint: error: {}\n", error.message);
    if (!error.hint.empty()) fmt::print(stderr, "  try: {}\n", error.hint);
}

Result<Done> write_file(const std::string& path, std::string_view bytes) {
    const std::string temporary = fmt::format("{}.gpulint-{}", path, ::getpid());
    const auto fail = [&](int code) {
        std::remove(temporary.c_str());
        return Error{fmt::format("cannot write {}: {}", path, std::strerror(code)),
                     "check the folder and its permissions"};
    };
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) return fail(errno);
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int code = errno;
    if (std::fclose(file) != 0 || !is_written) return fail(code);
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) ::chmod(temporary.c_str(), status.st_mode & 07777);
    if (std::rename(temporary.c_str(), path.c_str()) != 0) return fail(errno);
    return Done{};
}

std::string_view version() { return GPULINT_VERSION; }

}  // namespace gpulint::cli
