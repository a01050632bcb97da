#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/generators.h"

/// How the catalogue files about accelerators become C++. Each writer collects the rows of its
/// files; generate_gpu_catalog puts their tables into one file.
namespace gpulint::embed {

/// Reads one file of the catalogue, or says what is wrong where.
class CatalogReader {
  public:
    explicit CatalogReader(const Input& input)
        : input_(input), root_(input.document->root()), sources_(root_["sources"]) {}
    yaml::Node root() const { return root_; }
    /// The file needs `as_of`, the row a `source`: one of the file's `sources` where it has such.
    Result<Done> check_source(yaml::Node row) const;
    Result<Done> check_as_of() const;
    Error error(yaml::Node node, std::string message) const {
        return error_at(input_, node, std::move(message));
    }

  private:
    const Input& input_;
    yaml::Node root_;
    yaml::Node sources_;
};

/// Arrays that rows point at, written before the tables.
class ListWriter {
  public:
    /// The arrays are called `k<Stem>0`, `k<Stem>1`, ...
    explicit ListWriter(std::string_view stem) : stem_(stem) {}
    /// `{}`, or the name of a new array of `type` with these initialisers.
    std::string add(std::string_view type, const std::vector<std::string>& items);
    std::string add_texts(yaml::Node items);
    std::string add_integers(yaml::Node items);
    const std::string& text() const { return text_; }

  private:
    std::string_view stem_;
    std::string text_;
    std::size_t count_ = 0;
};

/// `constexpr <type> <name>[] = {...};`
std::string cpp_table(std::string_view type, std::string_view name, const std::string& rows);
/// The node's text as a literal; "" for `unknown` and for a missing node.
std::string cpp_known_string(yaml::Node node);
/// The number or truth value, or std::nullopt for `unknown` and for a missing node.
std::string cpp_optional(yaml::Node node);
std::string_view cpp_bool(yaml::Node node);

/// rules/catalog/resources.yaml
class ResourceWriter {
  public:
    Result<Done> read(const CatalogReader& file);
    std::string write();

  private:
    Result<Done> add_resource(const CatalogReader& file, yaml::Node row);
    std::string vendors_;
    std::vector<std::pair<std::string, std::string>> plain_;
    std::vector<std::string> patterns_;
    std::string misspelt_;
};

/// rules/catalog/gpus.yaml, mig.yaml and amd-partitions.yaml
class ProductWriter {
  public:
    Result<Done> read(const CatalogReader& file);
    std::string write();

  private:
    Result<Done> add_product(const CatalogReader& file, yaml::Node gpu);
    Result<Done> add_mig_product(const CatalogReader& file, yaml::Node product);
    Result<Done> add_amd_model(const CatalogReader& file, const yaml::Entry& model);
    ListWriter lists_{"ProductList"};
    std::string products_;
    std::string mig_products_;
    std::vector<std::pair<std::string, std::string>> amd_models_;
    std::string memory_modes_;
};

/// rules/catalog/labels.yaml and images.yaml
class SignWriter {
  public:
    Result<Done> read(const CatalogReader& file);
    std::string write();

  private:
    Result<Done> read_labels(const CatalogReader& file);
    Result<Done> read_images(const CatalogReader& file);
    ListWriter lists_{"SignList"};
    std::vector<std::pair<std::string, std::string>> labels_;
    std::string families_;
    std::string taints_;
    std::string signs_;
    std::string images_;
    std::string words_;
};

/// rules/catalog/cuda.yaml
class CudaWriter {
  public:
    Result<Done> read(const CatalogReader& file);
    std::string write() const;

  private:
    std::string releases_;
    std::string capabilities_;
    std::string needs_;
};

}  // namespace gpulint::embed
