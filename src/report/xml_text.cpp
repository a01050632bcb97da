#include "report/xml_text.h"

#include "report/display.h"

namespace gpulint::report {

std::string xml_text(std::string_view text) {
    const std::string shown = escaped(text);
    std::string out;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const std::string_view rest = std::string_view(shown).substr(at);
        if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
            out += rest[2] == '\xBE' ? "\\u{fffe}" : "\\u{ffff}";
            at += 2;
            continue;
        }
        switch (shown[at]) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\t': out += "&#9;"; break;
            default: out += shown[at];
        }
    }
    return out;
}

}  // namespace gpulint::report
