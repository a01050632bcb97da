#include "model/arguments.h"

#include <algorithm>
#include <array>
#include <optional>

#include "shell/script.h"

namespace gpulint::model {
namespace {

/// How deep variables and scripts may name each other.
constexpr int kMaxDepth = 8;

std::optional<std::string> find_variable(const k8s::Container& container, std::string_view name,
                                         int depth);

/// What the kubelet makes of `$(NAME)` and `$$`: a name that is not set stays as it is (Kubernetes
/// third_party/forked/golang/expansion). Unknown when some value is.
Argument expand(const k8s::Container& container, std::string_view text, int depth) {
    Argument out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$' || i + 1 >= text.size()) {
            out.text += text[i];
        } else if (text[i + 1] == '$') {
            out.text += '$';
            ++i;
        } else if (const std::size_t end = text.find(')', i);
                   text[i + 1] == '(' && end != std::string_view::npos) {
            const auto value = find_variable(container, text.substr(i + 2, end - i - 2), depth + 1);
            if (!value) out.is_known = false;
            out.text += value.value_or("");
            i = end;
        } else {
            out.text += text[i];
        }
    }
    return out;
}

std::optional<std::string> find_variable(const k8s::Container& container, std::string_view name,
                                         int depth) {
    const yaml::Node value = container.find_env(name);
    if (depth > kMaxDepth || !value || !value.is_scalar() || value.is_unknown()) {
        return std::nullopt;
    }
    Argument expanded = expand(container, value.text(), depth);
    if (!expanded.is_known) return std::nullopt;
    return std::move(expanded.text);
}

/// How often `part` stands in `text` before `end`.
std::size_t count_before(std::string_view text, std::string_view part, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos && at < end;
         at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// Where bytes [begin, end) of a scalar's text stand in the file: the occurrence of the same
/// number in the source. The whole scalar when escapes or folding make the two differ.
text::Span find_span_inside(yaml::Node scalar, std::size_t begin, std::size_t end) {
    const std::string_view text = scalar.text();
    const std::string_view source = scalar.source();
    const std::string_view part = text.substr(begin, end - begin);
    const text::Span whole = scalar.span();
    const std::size_t all = count_before(text, part, text.size());
    if (part.empty() || all != count_before(source, part, source.size())) return whole;
    std::size_t place = source.find(part);
    for (std::size_t left = count_before(text, part, begin); left > 0; --left) {
        place = source.find(part, place + 1);
    }
    const auto first = static_cast<std::uint32_t>(whole.begin + place);
    return {whole.file, first, static_cast<std::uint32_t>(first + part.size())};
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_shell(std::string_view program) {
    constexpr std::array<std::string_view, 6> kShells{"sh", "bash", "ash", "dash", "zsh", "ksh"};
    return std::ranges::find(kShells, base_name(program)) != kShells.end();
}

/// The place of the script after `sh -c`, `bash -lc`, `bash -x -c`, …; nothing for other commands.
std::optional<std::size_t> find_script(const std::vector<Argument>& words) {
    if (words.empty() || !words.front().is_known || !is_shell(words.front().text)) {
        return std::nullopt;
    }
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        const std::string& word = words[i].text;
        if (!word.starts_with('-') && !word.starts_with('+')) return std::nullopt;
        if (word.starts_with('-') && !word.starts_with("--") && word.ends_with('c')) return i + 1;
        if (word == "-o" || word == "+o") ++i;
    }
    return std::nullopt;
}

/// Takes words off the front that only start another program: `exec`, `env A=1`, `nohup`, `time`.
void strip_starters(std::vector<Argument>& words) {
    constexpr std::array<std::string_view, 6> kStarters{"exec", "env",  "nohup",
                                                        "time", "tini", "dumb-init"};
    bool is_start = true;
    while (is_start && words.size() > 1) {
        const std::string_view first = base_name(words.front().text);
        is_start = std::ranges::find(kStarters, first) != kStarters.end();
        if (!is_start) return;
        words.erase(words.begin());
        const auto is_option = [](const Argument& word) {
            return word.text.starts_with('-') || word.text.find('=') != std::string::npos;
        };
        while (words.size() > 1 && is_option(words.front())) words.erase(words.begin());
    }
}

/// Collects the command lines of one container.
class Finder {
  public:
    explicit Finder(const k8s::Container& container) : container_(container) {}

    std::vector<CommandLine> find() {
        CommandLine line;
        std::vector<yaml::Node> nodes;
        const yaml::Node command = container_.node()["command"];
        line.is_for_entry_point = command.size() == 0;
        for (const yaml::Node list : {command, container_.node()["args"]}) {
            for (const yaml::Node item : list.items()) {
                nodes.push_back(item);
                line.words.push_back(read(item));
            }
        }
        add(std::move(line), nodes, 0);
        return std::move(lines_);
    }

  private:
    Argument read(yaml::Node item) const {
        Argument word = expand(container_, item.text(), 0);
        word.span = item.span();
        const bool is_readable = item.is_scalar() && !item.is_unknown();
        if (!is_readable) word.is_known = word.is_whole = false;
        return word;
    }

    /// `nodes` are the scalars that the words come from; empty inside of scripts.
    void add(CommandLine line, const std::vector<yaml::Node>& nodes, int depth) {
        const std::optional<std::size_t> script = find_script(line.words);
        const bool is_readable = script && depth < kMaxDepth && line.words[*script].is_known;
        if (!is_readable) {
            strip_starters(line.words);
            if (!line.words.empty() || line.is_for_entry_point) lines_.push_back(std::move(line));
            return;
        }
        const Argument& text = line.words[*script];
        // A script whose variables the kubelet has replaced is no longer the text in the file.
        const bool is_as_written = *script < nodes.size() && nodes[*script].text() == text.text;
        const auto variables = [this](std::string_view name) {
            return model::find_variable(container_, name);
        };
        for (const shell::Command& command : shell::find_commands(text.text, variables)) {
            CommandLine inner;
            for (const shell::Word& word : command) {
                const text::Span span = is_as_written
                                            ? find_span_inside(nodes[*script], word.begin, word.end)
                                            : text.span;
                inner.words.push_back({word.text, span, word.is_known, !word.is_split});
            }
            add(std::move(inner), {}, depth + 1);
        }
    }

    const k8s::Container& container_;
    std::vector<CommandLine> lines_;
};

}  // namespace

std::optional<std::string> find_variable(const k8s::Container& container, std::string_view name) {
    return find_variable(container, name, 0);
}

std::vector<CommandLine> find_command_lines(const k8s::Container& container) {
    return Finder(container).find();
}

}  // namespace gpulint::model
