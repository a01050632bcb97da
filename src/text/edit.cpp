#include "text/edit.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpulint::text {

Result<std::string> apply_edits(std::string_view text, std::vector<Edit> edits) {
    const auto place = [](const Edit& edit) { return std::pair(edit.span.begin, edit.span.end); };
    std::ranges::stable_sort(edits, {}, place);
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits) {
        if (edit.span.file != edits.front().span.file) {
            return Error{"edits of two files cannot be made in one text", ""};
        }
        if (edit.span.begin > edit.span.end || edit.span.end > text.size()) {
            return Error{fmt::format("edit of bytes {} to {} lies outside the text",
                                     edit.span.begin, edit.span.end),
                         ""};
        }
        if (edit.span.begin < done) {
            return Error{fmt::format("two edits overlap at byte {}", edit.span.begin), ""};
        }
        result += text.substr(done, edit.span.begin - done);
        result += edit.replacement;
        done = edit.span.end;
    }
    result += text.substr(done);
    return result;
}

}  // namespace gpulint::text
