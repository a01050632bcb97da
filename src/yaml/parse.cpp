#include "yaml/parse.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "yaml/damage.h"
#include "yaml/events.h"
#include "yaml/masking.h"
#include "yaml/tree_builder.h"

namespace gpulint::yaml {
namespace {

/// Damaged places that are blanked out before the rest of a document is given up.
constexpr int kMostRounds = 12;

}  // namespace

/// Drives the readers over one part of a file: conflict markers out, then templates if the text is
/// not YAML as it stands, then what is damaged.
class DocumentReader {
  public:
    DocumentReader(const text::SourceFile& file, const DocumentPart& part)
        : document_(std::make_unique<Document>(file, part.span, part.index)),
          original_(file.text(part.span)) {}

    std::unique_ptr<Document> read() {
        if (original_.find("<<<<<<<") != std::string_view::npos) {
            copy_ = original_;
            conflicts_ = mask_conflicts(copy_);
        }
        const bool has_braces = original_.find("{{") != std::string_view::npos ||
                                original_.find("{%") != std::string_view::npos;
        document_->json_ = looks_like_json(text());
        std::optional<SyntaxError> error = build();
        if (document_->json_ && error) {
            // What is no JSON may still be YAML in flow style, and YAML's reader finds damage
            // better.
            document_->json_ = false;
            error = build();
        }
        if (has_braces) {
            if (!error && !has_odd_keys()) {
                mark_braces();
            } else if (mask()) {
                error = build();
            }
        }
        for (int round = 0; error && !error->is_after_document && round < kMostRounds; ++round) {
            error = leave_out(*error);
        }
        finish(error);
        return std::move(document_);
    }

  private:
    std::string_view text() const { return copy_.empty() ? original_ : std::string_view(copy_); }

    text::Span span_of(Range range) const {
        const std::uint32_t base = document_->span_.begin;
        return {document_->file_->id(), base + static_cast<std::uint32_t>(range.begin),
                base + static_cast<std::uint32_t>(range.end)};
    }

    std::optional<SyntaxError> build() {
        document_->nodes_.clear();
        document_->strings_.clear();
        document_->problems_.clear();
        TreeBuilder builder(*document_, document_->span_.begin, masked_);
        const std::optional<SyntaxError> error = document_->json_
                                                     ? read_events_json(text(), builder)
                                                     : read_events_libyaml(text(), builder);
        builder.finish();
        if (document_->template_) mark_replaced();
        return error;
    }

    /// `{{ x }}` reads as a mapping whose key is a mapping: YAML, but no manifest.
    bool has_odd_keys() const {
        return std::ranges::any_of(document_->problems_, [this](const Problem& problem) {
            return problem.kind == ProblemKind::kNotJson &&
                   document_->file_->text(problem.span).starts_with('{');
        });
    }

    /// Masks template expressions; false when there are none.
    bool mask() {
        std::string masked(text());
        const std::vector<Range> expressions = mask_templates(masked);
        if (expressions.empty()) return false;
        copy_ = std::move(masked);
        for (const Range& expression : expressions) masked_.push_back(span_of(expression));
        document_->template_ = true;
        const std::size_t line_end = original_.find('\n', expressions.front().begin);
        first_expression_ = {expressions.front().begin,
                             std::min(expressions.front().end, line_end)};
        return true;
    }

    /// `resources:` with nothing but a blanked expression behind it is no null: its value comes
    /// with the expression.
    void mark_replaced() {
        std::size_t next = 0;  // the first expression that ends behind the node
        for (NodeData& node : document_->nodes_) {
            const bool is_unwritten =
                node.kind == NodeKind::kScalar && node.begin == node.end && node.target == kNoNode;
            if (!is_unwritten) continue;
            while (next < masked_.size() && masked_[next].end <= node.end) ++next;
            if (next == masked_.size()) return;
            const std::string_view between = document_->file_->text().substr(
                node.end, std::max(masked_[next].begin, node.end) - node.end);
            if (ascii::trim(between).empty()) mark_unknown(node);
        }
    }

    void mark_unknown(NodeData& node) {
        node.unknown = true;
        for (NodeData* at = &node; !at->unknown_inside;) {
            at->unknown_inside = true;
            if (at->parent == kNoNode) break;
            at = &document_->nodes_[at->parent];
        }
    }

    /// Braces in a document that is YAML as it stands: the scalars around them are not known.
    void mark_braces() {
        for (NodeData& node : document_->nodes_) {
            const bool has_braces =
                node.kind == NodeKind::kScalar && node.text.find("{{") != std::string_view::npos;
            if (has_braces) mark_unknown(node);
        }
    }

    /// Blanks out what is damaged and reads again. The same place twice: the line before it goes
    /// too.
    std::optional<SyntaxError> leave_out(const SyntaxError& error) {
        Range damage = find_damage(text(), error);
        const bool is_again = !damages_.empty() && damage.begin >= damages_.back().begin &&
                              damage.end <= damages_.back().end;
        if (is_again && damage.begin > 0) {
            const std::size_t before = text().rfind('\n', damage.begin > 1 ? damage.begin - 2 : 0);
            damage.begin = before == std::string_view::npos ? 0 : before + 1;
        }
        if (!is_again) notes_.push_back({shown(damage, error), explain_damage(text(), error)});
        if (copy_.empty()) copy_ = original_;
        blank_out(copy_, damage);
        damages_.push_back(damage);
        document_->damaged_ = true;
        return build();
    }

    /// The damaged lines without the white space around them.
    Range shown(Range damage, const SyntaxError& error) const {
        const std::string_view lines = original_.substr(damage.begin, damage.end - damage.begin);
        const std::string_view content = ascii::trim(lines);
        if (content.empty()) return {error.offset, std::min(error.offset + 1, original_.size())};
        const std::size_t begin =
            damage.begin + static_cast<std::size_t>(content.data() - lines.data());
        return {begin, begin + content.size()};
    }

    void add_problem(ProblemKind kind, Range range, std::string message) {
        document_->problems_.push_back({kind, span_of(range), {}, std::move(message)});
    }

    void finish(const std::optional<SyntaxError>& error) {
        // Problems of the tree itself are those of the last reading; the rest is added here.
        for (const Note& note : notes_) add_problem(ProblemKind::kSyntax, note.range, note.message);
        if (conflicts_.size() > kMostProblems) conflicts_.resize(kMostProblems);
        for (const Range& marker : conflicts_) {
            add_problem(ProblemKind::kConflictMarker, marker,
                        "line of an unresolved merge conflict");
        }
        if (first_expression_) add_problem(ProblemKind::kTemplate, *first_expression_, "template");
        if (error && error->is_after_document) {
            add_problem(ProblemKind::kIgnoredRest,
                        {std::min(error->offset, original_.size()), original_.size()},
                        "the document ends before this; Kubernetes' reader passes over the rest");
        } else if (error) {
            document_->damaged_ = true;
            const std::size_t at = std::min(error->offset, original_.size());
            add_problem(ProblemKind::kSyntax, {at, at}, explain_damage(text(), *error));
        }
        std::ranges::stable_sort(document_->problems_, {},
                                 [](const Problem& problem) { return problem.span.begin; });
    }

    struct Note {
        Range range;
        std::string message;
    };

    std::unique_ptr<Document> document_;
    std::string_view original_;
    std::string copy_;  ///< with masked and blanked places; "" while there are none
    std::vector<Range> conflicts_;
    std::vector<text::Span> masked_;
    std::optional<Range> first_expression_;
    std::vector<Range> damages_;
    std::vector<Note> notes_;
};

std::unique_ptr<Document> parse_document(const text::SourceFile& file, const DocumentPart& part) {
    return DocumentReader(file, part).read();
}

std::vector<std::unique_ptr<Document>> parse_all(const text::SourceFile& file) {
    std::vector<std::unique_ptr<Document>> documents;
    for (const DocumentPart& part : split_documents(file)) {
        documents.push_back(parse_document(file, part));
    }
    return documents;
}

const Problem* Document::find_refusal() const {
    const auto place = std::ranges::find_if(problems_, [](const Problem& problem) {
        switch (problem.kind) {
            case ProblemKind::kDuplicateKey:
            case ProblemKind::kMergeOverride:
            case ProblemKind::kIgnoredRest:
            case ProblemKind::kTemplate: return false;
            default: return true;
        }
    });
    return place == problems_.end() ? nullptr : &*place;
}

}  // namespace gpulint::yaml
