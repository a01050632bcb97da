#include "gpu/catalog.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "base/near_text.h"
#include "gpu/near_product.h"

namespace gpulint::gpu {
namespace {

/// A row with its expression, compiled when a name first comes near it.
class CompiledRow {
  public:
    explicit CompiledRow(const ResourceRow& row) : row_(row) {}
    const ResourceRow& row() const { return row_; }
    bool matches(std::string_view name) const {
        if (!name.starts_with(row_.start)) return false;
        std::call_once(once_, [this] {
            expression_ = std::make_unique<RE2>(
                re2::StringPiece(row_.pattern.data(), row_.pattern.size()), RE2::Quiet);
        });
        return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *expression_);
    }

  private:
    const ResourceRow& row_;
    mutable std::once_flag once_;
    mutable std::unique_ptr<RE2> expression_;
};

const std::deque<CompiledRow>& compiled_rows() {
    static const std::deque<CompiledRow> kRows = [] {
        std::deque<CompiledRow> rows;
        for (const ResourceRow& row : Catalog::pattern_resources()) rows.emplace_back(row);
        return rows;
    }();
    return kRows;
}

/// The text without blanks, dashes, dots and underscores, in lower case.
std::string folded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (ascii::is_alnum(c)) result += ascii::to_lower(c);
    }
    return result;
}

/// True when the label names the model as a word of its own: "MI300X" in "AMD_Instinct_MI300X_OAM".
bool names_model(std::string_view label, std::string_view model) {
    std::size_t begin = 0;
    while (begin < label.size()) {
        std::size_t end = begin;
        while (end < label.size() && ascii::is_alnum(label[end])) ++end;
        if (ascii::equals_ignoring_case(label.substr(begin, end - begin), model)) return true;
        begin = end + 1;
    }
    return false;
}

/// Drivers before R470 left out the leading "NVIDIA-".
bool is_label_of(std::string_view label, std::span<const std::string_view> labels) {
    static constexpr std::string_view kPrefix = "NVIDIA-";
    return std::ranges::any_of(labels, [&](std::string_view known) {
        return known == label ||
               (known.starts_with(kPrefix) && known.substr(kPrefix.size()) == label);
    });
}

}  // namespace

Result<Done> Catalog::add_resource(std::string name, std::string vendor, std::string_view kind) {
    static constexpr std::array<std::pair<std::string_view, ResourceKind>, 5> kKinds{
        {{"whole", ResourceKind::kWhole},
         {"partition", ResourceKind::kPartition},
         {"shared", ResourceKind::kShared},
         {"auxiliary", ResourceKind::kAuxiliary},
         {"other", ResourceKind::kOther}}};
    const auto known =
        std::ranges::find(kKinds, kind, &std::pair<std::string_view, ResourceKind>::first);
    if (known == kKinds.end()) {
        return Error{fmt::format("resource \"{}\" has the unknown kind \"{}\"", name, kind),
                     "write whole, partition, shared, auxiliary or other"};
    }
    ResourceRow row;
    row.name = strings_.emplace_back(std::move(name));
    row.vendor = strings_.emplace_back(std::move(vendor));
    row.kind = known->second;
    row.title = "a resource of your configuration";
    user_resources_.push_back(row);
    return Done{};
}

ResourceName Catalog::find_resource(std::string_view name) const {
    for (const ResourceRow& row : user_resources_) {
        if (row.name == name) return {&row};
    }
    const std::span<const ResourceRow> plain = plain_resources();
    const auto place = std::ranges::lower_bound(plain, name, {}, &ResourceRow::name);
    if (place != plain.end() && place->name == name) return {&*place};
    // No pattern matches a name without a domain, such as cpu and memory.
    if (name.find('/') == std::string_view::npos) return {};
    for (const CompiledRow& compiled : compiled_rows()) {
        if (compiled.matches(name)) return {&compiled.row()};
    }
    return {};
}

const Vendor* Catalog::find_vendor(std::string_view key) const {
    const auto place = std::ranges::find(vendors(), key, &Vendor::key);
    return place == vendors().end() ? nullptr : &*place;
}

std::string_view Catalog::vendor_name(std::string_view key) const {
    const Vendor* vendor = find_vendor(key);
    return vendor == nullptr ? key : vendor->name;
}

const Product* Catalog::find_product(std::string_view label) const {
    const std::string_view plain = strip_label_suffixes(label);
    for (const Product& product : products()) {
        if (std::ranges::find(product.labels, plain) != product.labels.end()) return &product;
    }
    for (const Product& product : products()) {
        if (is_label_of(plain, product.labels)) return &product;
        if (!product.model.empty() && names_model(plain, product.model)) return &product;
    }
    return nullptr;
}

const Product* Catalog::find_named_product(std::string_view name) const {
    if (const Product* product = find_product(name)) return product;
    const std::string wanted = folded(name);
    const auto is_wanted = [&](const Product& product) {
        const auto same = [&](std::string_view text) { return folded(text) == wanted; };
        return same(product.name) || std::ranges::any_of(product.labels, same);
    };
    const auto place = std::ranges::find_if(products(), is_wanted);
    return wanted.empty() || place == products().end() ? nullptr : &*place;
}

const MigProduct* Catalog::find_mig_product(std::string_view label) const {
    const std::string_view plain = strip_label_suffixes(label);
    for (const MigProduct& product : mig_products()) {
        if (is_label_of(plain, product.labels)) return &product;
    }
    return nullptr;
}

const AmdModel* Catalog::find_amd_model(std::string_view label) const {
    for (const AmdModel& model : amd_models()) {
        if (names_model(label, model.name)) return &model;
    }
    return nullptr;
}

std::string_view Catalog::find_near_product_label(std::string_view label) const {
    std::vector<std::string_view> labels;
    for (const Product& product : products()) {
        labels.insert(labels.end(), product.labels.begin(), product.labels.end());
    }
    return find_near_product(strip_label_suffixes(label), labels);
}

}  // namespace gpulint::gpu
