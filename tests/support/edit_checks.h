#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "text/edit.h"
#include "text/source.h"
#include "yaml/document.h"
#include "yaml/edit.h"
#include "yaml/parse.h"

/// Tries edits on a text: what is read afterwards must be what was meant, and nothing else may have
/// changed. In a header, so that the fuzz targets, which link no test library, have it too.
namespace gpulint::test {

/// A text that is read again and again.
struct ReadText {
    text::SourceSet sources;
    std::vector<std::unique_ptr<yaml::Document>> documents;

    explicit ReadText(const std::string& bytes) {
        const Result<text::FileId> id = sources.add("edited.yaml", bytes);
        if (id) documents = yaml::parse_all(sources.file(*id));
    }
    std::vector<std::string> as_json() const {
        std::vector<std::string> result;
        for (const auto& document : documents) {
            result.push_back(document->root() ? yaml::to_json(document->root()) : "");
        }
        return result;
    }
    std::size_t problem_count() const {
        std::size_t count = 0;
        for (const auto& document : documents) count += document->problems().size();
        return count;
    }
};

/// Makes edits of one document and judges them.
class EditChecker {
  public:
    /// Called with every edit that could be tried; only those it wants are.
    using Wanted = std::function<bool()>;

    EditChecker(const ReadText& before, const yaml::Document& document, Wanted wanted)
        : before_(before), document_(document), wanted_(std::move(wanted)) {}

    void run() {
        if (!document_.root() || document_.node_count() > kMostNodes) return;
        before_json_ = before_.as_json();
        find_written(document_.root());
        if (!has_json_form()) return;
        model_ = nlohmann::json::parse(yaml::to_json(document_.root()), nullptr, false);
        if (model_.is_discarded()) return;
        for (const yaml::Node node : nodes_) {
            try_insert(node);
            try_set(node);
            try_quote(node);
            try_rename(node);
            try_remove(node);
        }
    }

    /// What went wrong, with the text before and after; empty when nothing did.
    const std::vector<std::string>& faults() const { return faults_; }
    std::size_t made() const { return made_; }
    std::size_t refused() const { return refused_; }

  private:
    using Json = nlohmann::json;
    static constexpr std::size_t kMostNodes = 2000;

    void find_written(yaml::Node node) {
        nodes_.push_back(node);
        if (node.is_alias()) return;
        for (const yaml::Entry entry : node.written_entries()) {
            // What `<<` brings in stands at another place of the tree.
            if (entry.key() != "<<") find_written(entry.value);
        }
        for (const yaml::Node item : node.items()) find_written(item);
    }

    bool has_json_form() const {
        return std::ranges::none_of(document_.problems(), [](const yaml::Problem& problem) {
            return problem.kind == yaml::ProblemKind::kNotJson ||
                   problem.kind == yaml::ProblemKind::kTooDeep ||
                   problem.kind == yaml::ProblemKind::kTooManyAliases;
        });
    }

    static Json::json_pointer pointer(yaml::Node node) {
        return Json::json_pointer(node.json_pointer());
    }

    void try_insert(yaml::Node node) {
        if (!node.is_mapping() || !wanted_()) return;
        const auto edits = yaml::insert_key(node, {"zz new", "deep"}, "x9");
        Json want = model_;
        if (!edits.empty()) want[pointer(node)]["zz new"] = {{"deep", "x9"}};
        judge("insert into", node, edits, want);
        for (const yaml::Entry entry : node.entries()) {
            if (!entry.value.is_null() || !wanted_()) continue;
            const auto below = yaml::insert_key(node, {entry.key(), "zz"}, "true");
            if (!below.empty()) want = model_;
            if (!below.empty()) want[pointer(entry.value)] = {{"zz", true}};
            judge("insert below", entry.value, below, want);
        }
    }

    void try_set(yaml::Node node) {
        if (!node.is_scalar() || !wanted_()) return;
        const auto edits = yaml::set_value(node, "77");
        Json want = model_;
        if (!edits.empty()) want[pointer(node)] = 77;
        judge("set", node, edits, want);
    }

    void try_quote(yaml::Node node) {
        const bool is_typed = node.is_scalar() && !node.is_string();
        if (!is_typed || !wanted_()) return;
        const auto edits = yaml::quote_value(node);
        Json want = model_;
        if (!edits.empty()) want[pointer(node)] = std::string(node.text());
        judge("quote", node, edits, want);
    }

    void try_rename(yaml::Node node) {
        if (!node.parent().is_mapping() || !wanted_()) return;
        const auto edits = yaml::rename_key(node, "yes");
        Json want = model_;
        if (!edits.empty()) {
            Json& parent = want[pointer(node.parent())];
            parent["yes"] = parent[std::string(node.key())];
            parent.erase(std::string(node.key()));
        }
        judge("rename", node, edits, want);
    }

    void try_remove(yaml::Node node) {
        if (!node.parent() || !wanted_()) return;
        const auto edits = yaml::remove_entry(node);
        Json want = model_;
        if (!edits.empty() && !node.is_overridden()) {
            yaml::Node gone = node;
            while (written_count(gone.parent()) == 1) gone = gone.parent();
            Json& parent = want[pointer(gone.parent())];
            if (gone.parent().is_mapping()) {
                parent.erase(std::string(gone.key()));
            } else {
                parent.erase(gone.item_index());
            }
        }
        judge("remove", node, edits, want);
    }

    static std::size_t written_count(yaml::Node parent) {
        std::size_t count = 0;
        for ([[maybe_unused]] const yaml::Entry entry : parent.written_entries()) ++count;
        for ([[maybe_unused]] const yaml::Node item : parent.items()) ++count;
        return count;
    }

    void judge(std::string_view what, yaml::Node node, const std::vector<text::Edit>& edits,
               const Json& want) {
        if (edits.empty()) {
            ++refused_;
            return;
        }
        ++made_;
        const std::string text(document_.file().text());
        const auto applied = text::apply_edits(text, edits);
        const auto fault = [&](std::string_view why) {
            faults_.push_back(fmt::format("{} {}: {}\n--- before\n{}\n--- after\n{}", what,
                                          node.route(), why, text, applied ? *applied : ""));
        };
        if (!applied) return fault(applied.error().message);
        const ReadText after(*applied);
        if (after.problem_count() > before_.problem_count()) return fault("reads worse");
        std::vector<std::string> after_json = after.as_json();
        if (after_json.size() != before_json_.size()) return fault("has other documents");
        for (std::size_t i = 0; i < after_json.size(); ++i) {
            if (before_.documents[i].get() == &document_) {
                if (Json::parse(after_json[i], nullptr, false) != want) {
                    return fault("reads as " + after_json[i] + "\nnot as " + want.dump());
                }
            } else if (after_json[i] != before_json_[i]) {
                return fault("changes another document");
            }
        }
        if (comments_left(edits) != comments_of(after)) return fault("loses or makes comments");
        const bool has_bare_break = has_bare_newline(*applied) && !has_bare_newline(text);
        if (has_bare_break && text.find('\n') != std::string::npos) fault("mixes line breaks");
    }

    static bool has_bare_newline(std::string_view text) {
        for (std::size_t at = text.find('\n'); at != std::string_view::npos;
             at = text.find('\n', at + 1)) {
            if (at == 0 || text[at - 1] != '\r') return true;
        }
        return false;
    }

    static std::vector<std::string> comments_of(const ReadText& text) {
        std::vector<std::string> comments;
        for (const auto& document : text.documents) {
            for (const text::Span span : yaml::find_comments(*document)) {
                comments.emplace_back(document->file().text(span));
            }
        }
        return comments;
    }

    std::vector<std::string> comments_left(const std::vector<text::Edit>& edits) const {
        std::vector<std::string> comments;
        for (const auto& document : before_.documents) {
            for (const text::Span span : yaml::find_comments(*document)) {
                const bool is_cut = std::ranges::any_of(
                    edits, [span](const text::Edit& edit) { return edit.span.overlaps(span); });
                if (!is_cut) comments.emplace_back(document->file().text(span));
            }
        }
        return comments;
    }

    const ReadText& before_;
    const yaml::Document& document_;
    Wanted wanted_;
    std::vector<yaml::Node> nodes_;
    std::vector<std::string> before_json_;
    Json model_;
    std::vector<std::string> faults_;
    std::size_t made_ = 0;
    std::size_t refused_ = 0;
};

}  // namespace gpulint::test
