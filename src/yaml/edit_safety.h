#pragma once

#include "text/span.h"
#include "yaml/node.h"

/// When an edit may be made: what is written at a place must be what counts there, and count
/// nowhere else.
namespace gpulint::yaml {

/// The node's own text is written here, no later entry overrides it, and no alias brings it, or
/// what it stands in, to a second place.
bool is_editable(Node node);

/// Nothing of the document is hidden from the tree, where a line more or less could matter: no
/// template expression, no damage, no merge conflict.
bool is_whole(const Document& document);

/// An alias outside of `span` refers to something inside.
bool is_referred_to(const Document& document, text::Span span);

/// Another entry of the same mapping has the same key, written or merged.
bool has_twin(Node value);

}  // namespace gpulint::yaml
