#include "report/file_uri.h"

#include <fmt/format.h>

#include "base/ascii.h"

namespace gpulint::report {

std::string_view plain_path(std::string_view name) {
    while (name.starts_with("./")) {
        name.remove_prefix(2);
        while (name.starts_with('/')) name.remove_prefix(1);
    }
    return name;
}

std::string file_uri(std::string_view name) {
    const std::string_view path = plain_path(name);
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const bool is_plain =
            ascii::is_alnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
        if (is_plain) {
            uri += c;
        } else {
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return uri;
}

}  // namespace gpulint::report
