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

namespace gpulint::gpu {
namespace {

/// The text a pattern's matches all begin with: up to the first special character.
std::string literal_start(std::string_view pattern) {
    std::string start;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && i + 1 < pattern.size()) {
            start += pattern[++i];
        } else if (ascii::is_alnum(pattern[i]) || pattern[i] == '/' || pattern[i] == '-' ||
                   pattern[i] == '_') {
            start += pattern[i];
        } else {
            // A quantifier makes the character before it uncertain.
            const bool is_quantifier = pattern[i] == '?' || pattern[i] == '*' || pattern[i] == '{';
            if (is_quantifier && !start.empty()) start.pop_back();
            break;
        }
    }
    return start;
}

/// A row with its expression, compiled when a name first comes near it.
class CompiledRow {
  public:
    explicit CompiledRow(const ResourceRow& row) : row_(row), start_(literal_start(row.pattern)) {}
    const ResourceRow& row() const { return row_; }
    bool matches(std::string_view name) const {
        if (!name.starts_with(start_)) return false;
        std::call_once(once_, [this] {
            expression_ = std::make_unique<RE2>(
                re2::StringPiece(row_.pattern.data(), row_.pattern.size()), RE2::Quiet);
        });
        return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *expression_);
    }

  private:
    const ResourceRow& row_;
    std::string start_;
    mutable std::once_flag once_;
    mutable std::unique_ptr<RE2> expression_;
};

const std::deque<CompiledRow>& pattern_rows() {
    static const std::deque<CompiledRow> kRows = [] {
        std::deque<CompiledRow> rows;
        for (const ResourceRow& row : Catalog::resources()) {
            if (!row.pattern.empty()) rows.emplace_back(row);
        }
        return rows;
    }();
    return kRows;
}

std::span<const ResourceRow> plain_rows() {
    const std::span<const ResourceRow> rows = Catalog::resources();
    const auto end =
        std::ranges::find_if(rows, [](const ResourceRow& row) { return !row.pattern.empty(); });
    return {rows.begin(), end};
}

/// Lower case without separators: "nvidia.com/mig-1g10gb" and "nvidia.com/mig-1g.10gb" are one.
std::string folded(std::string_view name) {
    std::string result;
    for (const char c : name) {
        if (ascii::is_alnum(c)) result += ascii::to_lower(c);
    }
    return result;
}

/// The MIG resource that a name with the right letters but wrong marks was meant to be, or "".
std::string find_meant_mig(std::string_view name) {
    static const RE2 kProfile(
        R"((?i)nvidia\.com/(?:mig[-_.]?)?([1-8])g[-_.]?([0-9]+)gb([+._-]?me)?)", RE2::Quiet);
    std::string slices;
    std::string memory;
    std::string media;
    if (!RE2::FullMatch(re2::StringPiece(name.data(), name.size()), kProfile, &slices, &memory,
                        &media)) {
        return "";
    }
    return fmt::format("nvidia.com/mig-{}g.{}gb{}", slices, memory, media.empty() ? "" : ".me");
}

/// Domains of vendors: two names of one domain that differ by a letter may well be two resources.
bool is_same_domain(std::string_view left, std::string_view right) {
    return left.substr(0, left.find('/')) == right.substr(0, right.find('/'));
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
    const std::span<const ResourceRow> plain = plain_rows();
    const auto place = std::ranges::lower_bound(plain, name, {}, &ResourceRow::name);
    if (place != plain.end() && place->name == name) return {&*place};
    for (const CompiledRow& compiled : pattern_rows()) {
        if (compiled.matches(name)) return {&compiled.row()};
    }
    return {};
}

Catalog::Near Catalog::find_near_resource(std::string_view name) const {
    if (find_resource(name).is_known()) return {};
    for (const MisspeltRow& row : misspelt()) {
        if (row.wrong == name) return {std::string(row.meant), row.is_certain};
    }
    if (std::string meant = find_meant_mig(name); !meant.empty()) return {std::move(meant), true};
    const std::string plain = folded(name);
    std::vector<std::string_view> candidates;
    for (const ResourceRow& row : plain_rows()) {
        if (row.kind == ResourceKind::kRetired || row.kind == ResourceKind::kOther) continue;
        // Case, dots and dashes apart it is the same name, or its plural.
        const std::string known = folded(row.name);
        if (plain == known || plain == known + "s") return {std::string(row.name), true};
        if (row.kind != ResourceKind::kAuxiliary) candidates.push_back(row.name);
    }
    if (name.find('/') == std::string_view::npos || name.size() < 6) return {};
    for (const std::string_view candidate : candidates) {
        // One slip in the vendor's domain, the rest as it should be.
        const bool is_slip = !is_same_domain(name, candidate) &&
                             name.substr(name.find('/')) == candidate.substr(candidate.find('/')) &&
                             edit_distance(name, candidate, 2) <= 2;
        if (is_slip) return {std::string(candidate), true};
    }
    for (const std::string_view candidate : candidates) {
        if (edit_distance(name, candidate, 1) <= 1) return {std::string(candidate), false};
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

std::string_view strip_label_suffixes(std::string_view label) {
    if (label.ends_with("-SHARED")) label.remove_suffix(std::string_view("-SHARED").size());
    const std::size_t mig = label.find("-MIG-");
    return mig == std::string_view::npos ? label : label.substr(0, mig);
}

const Product* Catalog::find_product(std::string_view label) const {
    const std::string_view plain = strip_label_suffixes(label);
    for (const Product& product : products()) {
        if (std::ranges::find(product.labels, plain) != product.labels.end()) return &product;
    }
    return nullptr;
}

const MigProduct* Catalog::find_mig_product(std::string_view label) const {
    const std::string_view plain = strip_label_suffixes(label);
    for (const MigProduct& product : mig_products()) {
        if (std::ranges::find(product.labels, plain) != product.labels.end()) return &product;
    }
    return nullptr;
}

}  // namespace gpulint::gpu
