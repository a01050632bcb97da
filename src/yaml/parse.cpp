#include "yaml/parse.h"

#include <algorithm>

#include "yaml/events.h"
#include "yaml/tree_builder.h"

namespace gpulint::yaml {

/// Drives the readers over one part of a file.
class DocumentReader {
  public:
    DocumentReader(const text::SourceFile& file, const DocumentPart& part)
        : document_(std::make_unique<Document>(file, part.span, part.index)) {}

    std::unique_ptr<Document> read() {
        const std::string_view text = document_->file_->text(document_->span_);
        TreeBuilder builder(*document_, document_->span_.begin);
        const std::optional<SyntaxError> error = read_events_libyaml(text, builder);
        builder.finish();
        if (error) note(*error);
        return std::move(document_);
    }

  private:
    void note(const SyntaxError& error) {
        const auto begin =
            std::min(document_->span_.begin + static_cast<std::uint32_t>(error.offset),
                     document_->span_.end);
        if (error.is_after_document) {
            document_->problems_.push_back(
                {ProblemKind::kIgnoredRest,
                 {document_->file_->id(), begin, document_->span_.end},
                 {},
                 "the document ends before this; Kubernetes' reader passes over the rest"});
            return;
        }
        document_->damaged_ = true;
        document_->problems_.push_back(
            {ProblemKind::kSyntax, {document_->file_->id(), begin, begin}, {}, error.message});
    }

    std::unique_ptr<Document> document_;
};

std::unique_ptr<Document> parse_document(const text::SourceFile& file, const DocumentPart& part,
                                         const ParseOptions& /*options*/) {
    return DocumentReader(file, part).read();
}

std::vector<std::unique_ptr<Document>> parse_all(const text::SourceFile& file,
                                                 const ParseOptions& options) {
    std::vector<std::unique_ptr<Document>> documents;
    for (const DocumentPart& part : split_documents(file)) {
        documents.push_back(parse_document(file, part, options));
    }
    return documents;
}

}  // namespace gpulint::yaml
