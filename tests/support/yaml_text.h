#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "text/source.h"
#include "yaml/parse.h"

namespace gpulint::test {

/// One parsed text and everything it needs to stay alive.
class ParsedText {
  public:
    explicit ParsedText(std::string text, std::string name = "test.yaml");
    const yaml::Document& document() const { return *documents_.at(first_); }
    yaml::Node root() const { return document().root(); }
    const std::vector<std::unique_ptr<yaml::Document>>& documents() const { return documents_; }
    const text::SourceFile& file() const { return sources_->file(id_); }
    const text::SourceSet& sources() const { return *sources_; }
    std::string_view at(text::Span span) const { return file().text(span); }

  private:
    std::unique_ptr<text::SourceSet> sources_;
    text::FileId id_{};
    std::vector<std::unique_ptr<yaml::Document>> documents_;
    std::size_t first_ = 0;  ///< the first document with a root, else 0
};

}  // namespace gpulint::test
