#include "shell/script.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>

extern "C" const TSLanguage* tree_sitter_bash();

namespace gpulint::shell {
namespace {

struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

bool is_type(TSNode node, std::string_view type) { return ts_node_type(node) == type; }

/// The text of a double-quoted or plain word: a backslash before a newline goes with it.
std::string unescaped(std::string_view text, bool in_quotes) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_escape = text[i] == '\\' && i + 1 < text.size();
        if (!is_escape) {
            out += text[i];
            continue;
        }
        const char next = text[i + 1];
        const bool is_special = !in_quotes || std::strchr("$`\"\\\n", next) != nullptr;
        if (!is_special) out += '\\';
        if (next != '\n' || !is_special) out += next;
        ++i;
    }
    return out;
}

/// Reads the words of one parsed script.
class ScriptReader {
  public:
    ScriptReader(std::string_view script, TSNode root, const Variables& variables)
        : script_(script), variables_(variables) {
        visit(root, [this](TSNode node) { note_assignment(node); });
        visit(root, [this](TSNode node) { note_command(node); });
    }
    std::vector<Command> take() { return std::move(commands_); }

  private:
    /// Calls `action` for every named node, top down; without recursion, so that depth costs
    /// nothing.
    template <typename Action>
    static void visit(TSNode root, Action action) {
        TSTreeCursor cursor = ts_tree_cursor_new(root);
        bool is_done = false;
        while (!is_done) {
            action(ts_tree_cursor_current_node(&cursor));
            if (ts_tree_cursor_goto_first_child(&cursor)) continue;
            while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
                if (!ts_tree_cursor_goto_parent(&cursor)) {
                    is_done = true;
                    break;
                }
            }
        }
        ts_tree_cursor_delete(&cursor);
    }

    std::string_view text_of(TSNode node) const {
        const std::uint32_t begin = ts_node_start_byte(node);
        return script_.substr(begin, ts_node_end_byte(node) - begin);
    }

    void note_assignment(TSNode node) {
        // A loop gives its variable several values.
        if (is_type(node, "for_statement")) {
            const TSNode name = ts_node_child_by_field_name(node, "variable", 8);
            if (!ts_node_is_null(name)) set_variables_[std::string(text_of(name))] = std::nullopt;
        }
        if (!is_type(node, "variable_assignment")) return;
        const TSNode name = ts_node_child_by_field_name(node, "name", 4);
        const TSNode value = ts_node_child_by_field_name(node, "value", 5);
        if (ts_node_is_null(name)) return;
        std::optional<std::string> text = std::string();
        if (!ts_node_is_null(value)) {
            Word word;
            add(value, word, 0);
            if (!word.is_known) text = std::nullopt;
            if (text) text = word.text;
        }
        const auto [place, is_new] = set_variables_.try_emplace(std::string(text_of(name)), text);
        if (!is_new && place->second != text) place->second = std::nullopt;
    }

    void note_command(TSNode node) {
        if (!is_type(node, "command")) return;
        Command command;
        const std::uint32_t count = ts_node_child_count(node);
        for (std::uint32_t i = 0; i < count; ++i) {
            const TSNode child = ts_node_child(node, i);
            if (!ts_node_is_named(child) || is_type(child, "variable_assignment")) continue;
            if (std::string_view(ts_node_type(child)).ends_with("redirect")) continue;
            Word word;
            word.begin = ts_node_start_byte(child);
            word.end = ts_node_end_byte(child);
            if (is_type(child, "ERROR")) {
                word.is_known = false;
                word.is_split = true;
            } else {
                add(child, word, 0);
            }
            add_words(std::move(word), command);
        }
        if (!command.empty()) commands_.push_back(std::move(command));
    }

    /// The shell cuts what an unquoted variable stands for at its blanks.
    static void add_words(Word word, Command& command) {
        if (!word.is_split || !word.is_known) {
            command.push_back(std::move(word));
            return;
        }
        const std::string text = std::move(word.text);
        std::size_t begin = text.find_first_not_of(kBlanks);
        while (begin != std::string::npos) {
            const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
            word.text = text.substr(begin, end - begin);
            command.push_back(word);
            begin = text.find_first_not_of(kBlanks, end);
        }
    }

    /// Appends what a node of a word stands for.
    void add(TSNode node, Word& word, int depth) const {
        constexpr int kMaxDepth = 16;
        const std::string_view type = ts_node_type(node);
        if (depth > kMaxDepth || ts_node_has_error(node)) {
            word.is_known = false;
        } else if (type == "raw_string") {
            const std::string_view text = text_of(node);
            if (text.size() >= 2) word.text += text.substr(1, text.size() - 2);
        } else if (type == "string") {
            add_quoted(node, word, depth);
        } else if (type == "concatenation" || type == "command_name") {
            const std::uint32_t count = ts_node_child_count(node);
            for (std::uint32_t i = 0; i < count; ++i) add(ts_node_child(node, i), word, depth + 1);
        } else if (type == "simple_expansion" || type == "expansion") {
            add_variable(node, word, true);
        } else if (type == "word" || type == "number" || type == "variable_name") {
            word.text += unescaped(text_of(node), false);
        } else {
            word.is_known = false;  // a substitution, $'…', a brace expression, …
            if (type != "ansi_c_string") word.is_split = true;
        }
    }

    /// A double-quoted string: its text between expansions, which the grammar leaves partly
    /// without nodes, and the expansions.
    void add_quoted(TSNode node, Word& word, int depth) const {
        std::uint32_t place = ts_node_start_byte(node) + 1;
        const std::uint32_t end = ts_node_end_byte(node) - 1;
        const bool was_split = word.is_split;
        const std::uint32_t count = ts_node_named_child_count(node);
        for (std::uint32_t i = 0; i < count; ++i) {
            const TSNode child = ts_node_named_child(node, i);
            if (is_type(child, "string_content")) continue;
            const std::uint32_t begin = ts_node_start_byte(child);
            if (begin > place) word.text += unescaped(script_.substr(place, begin - place), true);
            if (is_type(child, "simple_expansion") || is_type(child, "expansion")) {
                add_variable(child, word, false);
            } else {
                add(child, word, depth + 1);
            }
            place = ts_node_end_byte(child);
        }
        if (end > place) word.text += unescaped(script_.substr(place, end - place), true);
        word.is_split = was_split;  // quotes hold it together
    }

    /// `$NAME`, `${NAME}`, and `${NAME:-word}` of a known NAME; anything else is unknown.
    void add_variable(TSNode node, Word& word, bool is_bare) const {
        const auto fail = [&word, is_bare] {
            word.is_known = false;
            word.is_split = word.is_split || is_bare;
        };
        const auto put = [&word, is_bare](std::string_view value) {
            word.text += value;
            if (is_bare && value.find_first_of(kBlanks) != std::string_view::npos) {
                word.is_split = true;
            }
        };
        std::string_view text = text_of(node);
        if (!text.starts_with('$')) return fail();
        text.remove_prefix(1);
        if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
        std::string_view otherwise;
        bool has_otherwise = false;
        if (const std::size_t colon = text.find(":-"); colon != std::string_view::npos) {
            otherwise = text.substr(colon + 2);
            text = text.substr(0, colon);
            has_otherwise = otherwise.find_first_of("$`\"'\\") == std::string_view::npos;
        }
        if (text.empty() || text.find_first_not_of(kNameBytes) != std::string_view::npos) {
            return fail();
        }
        if (const auto set = set_variables_.find(text); set != set_variables_.end()) {
            if (!set->second) return fail();
            return put(*set->second);
        }
        if (const std::optional<std::string> value = variables_(text)) {
            return put(value->empty() && has_otherwise ? otherwise : *value);
        }
        // What nobody here sets may still be set by the image or the cluster.
        fail();
    }

    static constexpr std::string_view kBlanks = " \t\n";
    static constexpr std::string_view kNameBytes =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::string_view script_;
    const Variables& variables_;
    std::map<std::string, std::optional<std::string>, std::less<>> set_variables_;
    std::vector<Command> commands_;
};

}  // namespace

std::vector<Command> find_commands(std::string_view script, const Variables& variables) {
    if (script.size() > kMaxScriptBytes) return {};
    const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    if (!ts_parser_set_language(parser.get(), tree_sitter_bash())) return {};
    const std::unique_ptr<TSTree, DeleteTree> tree(ts_parser_parse_string(
        parser.get(), nullptr, script.data(), static_cast<std::uint32_t>(script.size())));
    if (tree == nullptr) return {};
    return ScriptReader(script, ts_tree_root_node(tree.get()), variables).take();
}

}  // namespace gpulint::shell
