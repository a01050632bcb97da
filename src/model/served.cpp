#include "model/served.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "gpu/images.h"
#include "model/arguments.h"

namespace gpulint::model {
namespace {

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// `python3.11` runs modules; `-u -m module` counts as `-m module`.
bool is_python(std::string_view program) { return base_name(program).starts_with("python"); }

/// How many words of the line the program's words cover; 0 when it is another program.
std::size_t match_program(std::string_view program, const std::vector<Argument>& words) {
    const std::vector<std::string_view> wanted = ascii::split(program, ' ');
    std::size_t place = 0;
    if (wanted.front() == "python") {
        if (words.empty() || !is_python(words.front().text)) return 0;
        place = 1;
        while (place < words.size() && words[place].text != "-m" &&
               words[place].text.starts_with('-')) {
            ++place;
        }
        const bool is_module = place + 1 < words.size() && words[place].text == "-m" &&
                               words[place + 1].text == wanted.back();
        return is_module ? place + 2 : 0;
    }
    for (const std::string_view word : wanted) {
        if (place >= words.size() || !words[place].is_known) return 0;
        const std::string_view text = words[place].text;
        if ((place == 0 ? base_name(text) : text) != word) return 0;
        ++place;
    }
    return place;
}

/// `--tensor_parallel_size` and `--tensor-parallel-size` are one flag.
std::string normalized(std::string_view flag) {
    std::string name(flag);
    if (name.starts_with("--")) std::ranges::replace(name, '_', '-');
    return name;
}

/// The flag of this spelling. Python's argument parsers also take the beginning of a long one.
const EngineFlag* find_flag(const EngineRow& engine, std::string_view spelling) {
    constexpr std::size_t kLeastBeginning = 7;
    const std::string name = normalized(spelling);
    const EngineFlag* begun = nullptr;
    for (const EngineFlag& flag : engine.flags) {
        for (const std::string_view known : flag.names) {
            const std::string full = normalized(known);
            if (full == name) return &flag;
            const bool is_begun =
                name.starts_with("--") && name.size() >= kLeastBeginning && full.starts_with(name);
            if (is_begun) begun = &flag;
        }
    }
    return begun;
}

/// Reads the arguments of one engine.
class ArgumentReader {
  public:
    ArgumentReader(const EngineRow& engine, Served& served) : engine_(engine), served_(served) {}

    void read(const std::vector<Argument>& words, std::size_t first) {
        std::size_t i = first;
        const bool has_model_first = engine_.takes_model_first && i < words.size() &&
                                     !words[i].text.starts_with('-') && words[i].is_whole;
        if (has_model_first) {
            set(Role::kModel, words[i], words[i].text);
            ++i;
        }
        while (i < words.size()) i = read_one(words, i);
    }

  private:
    /// Reads the flag at `i` with its value; returns the place after them.
    std::size_t read_one(const std::vector<Argument>& words, std::size_t i) {
        const Argument& word = words[i];
        if (!word.is_whole) served_.is_open = true;
        if (!word.text.starts_with('-')) {
            if (!word.is_known) served_.is_open = true;
            return i + 1;
        }
        const std::size_t equals = word.text.find('=');
        const EngineFlag* flag = find_flag(engine_, word.text.substr(0, equals));
        if (flag == nullptr) {
            // The value of a flag that is not looked at, be it unknown, is nothing to look at.
            const bool has_value = equals == std::string::npos && i + 1 < words.size() &&
                                   words[i + 1].is_whole && !words[i + 1].text.starts_with('-');
            return has_value ? i + 2 : i + 1;
        }
        if (flag->is_switch) {
            set(flag->role, word, "true");
            return i + 1;
        }
        if (equals != std::string::npos) {
            set(flag->role, word, word.text.substr(equals + 1));
            return i + 1;
        }
        if (i + 1 >= words.size()) return i + 1;
        set(flag->role, words[i + 1], words[i + 1].text);
        if (!words[i + 1].is_whole) served_.is_open = true;
        return i + 2;
    }

    void set(Role role, const Argument& word, std::string text) {
        served_.settings[role] = {std::move(text), word.span, word.is_known};
    }

    const EngineRow& engine_;
    Served& served_;
};

/// What the engine reads from the environment, where the command line does not say it.
void add_variables(const k8s::Container& container, Served& served) {
    for (const EngineFlag& flag : served.engine->flags) {
        if (flag.variable.empty() || served.settings.contains(flag.role)) continue;
        const yaml::Node value = container.find_env(flag.variable);
        if (!value) {
            // It may still come from a reference or from a whole ConfigMap.
            const bool may_be_set = container.node()["envFrom"].size() > 0;
            served.is_open = served.is_open || may_be_set;
            continue;
        }
        const std::optional<std::string> text = find_variable(container, flag.variable);
        served.settings[flag.role] = {text.value_or(""), value.span(), text.has_value()};
    }
    for (const yaml::Node variable : container.node()["env"].items()) {
        // Names such as VLLM_ADDITIONAL_ARGS or EXTRA_ARGS: somebody appends them.
        if (variable["name"].text().ends_with("_ARGS")) served.is_open = true;
    }
}

/// The engine that a command line starts; the words before its arguments.
std::pair<const EngineRow*, std::size_t> find_engine_of(const CommandLine& line,
                                                        const gpu::ImageUse& image) {
    for (const EngineRow& engine : engines()) {
        for (const std::string_view program : engine.programs) {
            if (const std::size_t words = match_program(program, line.words); words > 0) {
                return {&engine, words};
            }
        }
    }
    const bool is_in_image = line.is_for_entry_point && image.starts_engine;
    if (!is_in_image) return {nullptr, 0};
    // `args: [serve, MODEL]` of images whose entry point is the program itself.
    const bool has_verb = !line.words.empty() && line.words.front().text == "serve";
    return {find_engine(image.engine), has_verb ? 1 : 0};
}

}  // namespace

const Setting* Served::find(Role role) const {
    const auto place = settings.find(role);
    return place == settings.end() ? nullptr : &place->second;
}

std::optional<std::string_view> Served::text_of(Role role) const {
    const Setting* setting = find(role);
    if (setting == nullptr) return is_open ? std::nullopt : std::optional<std::string_view>("");
    return setting->is_known ? std::optional<std::string_view>(setting->text) : std::nullopt;
}

std::optional<double> Served::number_of(Role role, double otherwise) const {
    const std::optional<std::string_view> text = text_of(role);
    if (!text) return std::nullopt;
    if (text->empty()) return find(role) == nullptr ? std::optional(otherwise) : std::nullopt;
    double number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    const bool is_number = error == std::errc() && end == text->data() + text->size();
    return is_number && number >= 0 ? std::optional(number) : std::nullopt;
}

ModelMatch Served::model() const {
    const Setting* setting = find(Role::kModel);
    return setting != nullptr && setting->is_known ? find_model(setting->text) : ModelMatch{};
}

std::vector<Served> find_served(const k8s::Container& container) {
    std::vector<Served> found;
    const gpu::ImageUse image = gpu::find_image_use(container.image());
    for (const CommandLine& line : find_command_lines(container)) {
        const auto [engine, first] = find_engine_of(line, image);
        if (engine == nullptr) continue;
        Served served;
        served.engine = engine;
        ArgumentReader(*engine, served).read(line.words, first);
        add_variables(container, served);
        found.push_back(std::move(served));
    }
    return found;
}

}  // namespace gpulint::model
