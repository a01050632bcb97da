#include "support/yaml_text.h"

#include <stdexcept>

namespace gpulint::test {

ParsedText::ParsedText(std::string text, std::string name)
    : sources_(std::make_unique<text::SourceSet>()) {
    const Result<text::FileId> id = sources_->add(std::move(name), std::move(text));
    if (!id) throw std::runtime_error(id.error().message);
    id_ = *id;
    documents_ = yaml::parse_all(file());
    for (std::size_t i = 0; i < documents_.size(); ++i) {
        if (documents_[i]->root()) {
            first_ = i;
            break;
        }
    }
}

}  // namespace gpulint::test
