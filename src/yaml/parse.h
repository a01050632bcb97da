#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "text/source.h"
#include "text/span.h"
#include "yaml/document.h"

namespace gpulint::yaml {

/// One part of a stream, found before anything is parsed, so that one broken document does not hide
/// the others.
struct DocumentPart {
    text::Span span;        ///< without the marker lines
    std::size_t index = 0;  ///< over the parts between `---` lines, empty ones included
};

/// Splits at lines that start with `---` or `...` outside of block scalars' reach (markers count
/// only in column 0). A file whose first byte other than white space is `{` or `[` and that is JSON
/// is one part (or one per JSON text of a concatenated stream).
std::vector<DocumentPart> split_documents(const text::SourceFile& file);

/// Reads one part; always gives a document, maybe without root and with problems.
std::unique_ptr<Document> parse_document(const text::SourceFile& file, const DocumentPart& part);

/// Every document of a file: split_documents, then parse_document for each.
std::vector<std::unique_ptr<Document>> parse_all(const text::SourceFile& file);

/// The objects of a JSON list, found without a tree of the whole.
struct JsonItems {
    std::string kind;                 ///< "NodeList"; "" when the list does not say
    std::vector<DocumentPart> parts;  ///< one for each object under `items`
};

/// The items of a part that is one JSON object with a list `items` of objects and nothing after it,
/// so that a list of any length can be read one object at a time; nothing for any other part. Items
/// are not decoded: parse_document says what is wrong with one.
std::optional<JsonItems> find_json_items(const text::SourceFile& file, const DocumentPart& part);

/// The tree as JSON text, as sigs.k8s.io/yaml would convert it; aliases expanded up to a bound.
std::string to_json(Node node);

/// Spans of all comments (from `#` to the end of the line) of a document, in order.
std::vector<text::Span> find_comments(const Document& document);

}  // namespace gpulint::yaml
