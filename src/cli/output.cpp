#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/command.h"
#include "report/display.h"

namespace gpulint::cli {
namespace {

Error cannot_write(const std::string& path, int code) {
    return {fmt::format("cannot write {}: {}", path, std::strerror(code)),
            "check the folder and its permissions"};
}

/// 0 or an errno.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

/// The file that `path` leads to through links; itself when there is none yet.
std::string resolved(const std::string& path) {
    std::error_code code;
    const std::filesystem::path target = std::filesystem::canonical(path, code);
    return code ? path : target.string();
}

mode_t default_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

bool print(std::string_view text) {
    std::fflush(stdout);
    const int code = write_all(STDOUT_FILENO, text);
    if (code != 0 && code != EPIPE) {
        print_error({fmt::format("cannot write to standard output: {}", std::strerror(code)), ""});
    }
    return code == 0;
}

int print_all(std::string_view text) { return print(text) ? kClean : kUsage; }

void print_error(const Error& error) {
    fmt::print(stderr, "gpulint: error: {}\n", report::escaped(error.message));
    if (error.hint.empty()) return;
    const bool is_question = error.hint.starts_with("did you mean");
    fmt::print(stderr, "  {}{}\n", is_question ? "" : "try: ", report::escaped(error.hint));
}

Result<Done> write_file(const std::string& path, std::string_view bytes) {
    const std::string target = resolved(path);
    struct stat before {};
    const bool is_there = ::stat(target.c_str(), &before) == 0;
    if (is_there && !S_ISREG(before.st_mode)) {
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) return cannot_write(path, errno);
        const int code = write_all(descriptor, bytes);
        ::close(descriptor);
        if (code != 0) return cannot_write(path, code);
        return Done{};
    }
    std::string temporary = target + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return cannot_write(path, errno);
    int code = write_all(descriptor, bytes);
    if (code == 0 && is_there && ::fchown(descriptor, before.st_uid, before.st_gid) != 0) {
        code = 0;  // somebody else's file in a folder we may write to: it becomes ours
    }
    const mode_t mode = is_there ? before.st_mode & 07777 : default_mode();
    if (code == 0 && ::fchmod(descriptor, mode) != 0) code = errno;
    if (::close(descriptor) != 0 && code == 0) code = errno;
    if (code == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
    if (code == 0) return Done{};
    ::unlink(temporary.c_str());
    return cannot_write(path, code);
}

bool wants_colour(std::string_view when) {
    if (when != "auto") return when == "always";
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
    };
    if (is_set("FORCE_COLOR")) return true;
    if (is_set("NO_COLOR")) return false;
    const char* terminal = std::getenv("TERM");
    const bool is_dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
    return !is_dumb && ::isatty(STDOUT_FILENO) != 0;
}

}  // namespace gpulint::cli
