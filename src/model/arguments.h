#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "k8s/workload.h"
#include "text/span.h"
#include "yaml/node.h"

namespace gpulint::model {

/// One argument of a program in a container.
struct Argument {
    std::string text;
    text::Span span;       ///< in the manifest: the item, or the word of the script in it
    bool is_known = true;  ///< false: a template or a substitution hides some of it
    bool is_whole = true;  ///< false: it may stand for several arguments, or for none
};

/// A program that a container starts, and its arguments.
struct CommandLine {
    std::vector<Argument> words;
    /// The image's own entry point comes before the words: the container sets no `command`.
    bool is_for_entry_point = false;
};

/// What the container starts, as far as the manifest says: `command` and `args` with `$(NAME)`
/// replaced as the kubelet does it, and, where these run a shell script, each command of the
/// script.
std::vector<CommandLine> find_command_lines(const k8s::Container& container);

/// The value of an environment variable; nothing where the manifest does not say it.
std::optional<std::string> find_variable(const k8s::Container& container, std::string_view name);

}  // namespace gpulint::model
