#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/edit.h"
#include "yaml/node.h"

/// Edits on the tree that keep every other byte: they know indentation, flow style, quoting, line
/// endings and comments, so that rules never count spaces. An empty list says that the edit cannot
/// be made safely here: through an alias, a merged entry or an anchor in use; where the document
/// hides lines (a template, damage, a merge conflict) and lines would come or go; in a block scalar
/// or behind a tag. Whatever an edit makes reads back as the tree that was meant.
///
/// Values to be written are YAML of one line; in a JSON document they are put into JSON's spelling.
namespace gpulint::yaml {

/// `text` spelt so that it reads back as that very string: plain where that is safe, else quoted.
std::string quote_string(std::string_view text);

/// Replaces the value of a scalar, written or not, by `yaml_text`, which is written as it is.
std::vector<text::Edit> set_value(Node scalar, std::string_view yaml_text);
/// Quotes a plain scalar that was read as number, boolean or null, keeping its text.
std::vector<text::Edit> quote_value(Node scalar);
/// Renames the key of which `value` is the value; nothing when the mapping has `new_key` already.
std::vector<text::Edit> rename_key(Node value, std::string_view new_key);
/// Adds `path[0]: {path[1]: … : yaml_text}` to a mapping, going into what is already there; missing
/// levels are written in block style after the last entry, or in flow style inside a flow mapping.
/// Comments below the last entry stay below.
std::vector<text::Edit> insert_key(Node mapping, const std::vector<std::string_view>& path,
                                   std::string_view yaml_text);
/// Removes an entry or item with its lines and the comment behind it; a mapping or list that would
/// be left empty goes with it. Comments above stay: they may be meant for what follows.
std::vector<text::Edit> remove_entry(Node value);

}  // namespace gpulint::yaml
