#include "k8s/path_walk.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/ascii.h"

namespace gpulint::k8s {
namespace {

/// The next segment of a path, taken off it.
struct Segment {
    std::string_view name;
    bool is_every_item = false;
    bool is_every_value = false;
};

Segment take_segment(std::string_view& path) {
    const std::size_t dot = path.find('.');
    Segment segment{path.substr(0, dot)};
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    if (segment.name == "*") segment.is_every_value = true;
    if (segment.name.ends_with("[]")) {
        segment.is_every_item = true;
        segment.name.remove_suffix(2);
    }
    return segment;
}

/// The ancestors of a node from the root down, itself included.
std::vector<yaml::Node> way_to(yaml::Node node) {
    std::vector<yaml::Node> way;
    for (; node; node = node.parent()) way.push_back(node);
    std::ranges::reverse(way);
    return way;
}

/// The node at `path` where every wildcard means the item on the way to the pod.
yaml::Node find_beside(yaml::Node root, std::string_view path, const std::vector<yaml::Node>& way) {
    yaml::Node node = root;
    std::size_t depth = 0;
    while (!path.empty() && node) {
        const Segment segment = take_segment(path);
        if (segment.is_every_value) {
            if (++depth >= way.size()) return {};
            node = node[way[depth].key()];
            continue;
        }
        node = node[segment.name];
        ++depth;
        if (segment.is_every_item) {
            if (++depth >= way.size()) return {};
            node = node[way[depth].item_index()];
        }
    }
    return node;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// `field`, `field=default` or a bare number.
class CountReader {
  public:
    CountReader(yaml::Node root, yaml::Node pod) : root_(root), way_(way_to(pod)) {}

    std::optional<std::int64_t> product(std::string_view text) const {
        std::int64_t product = 1;
        while (!text.empty()) {
            const std::size_t star = text.find(" * ");
            const std::optional<std::int64_t> factor = this->factor(text.substr(0, star));
            if (!factor || __builtin_mul_overflow(product, *factor, &product)) return std::nullopt;
            text = star == std::string_view::npos ? std::string_view() : text.substr(star + 3);
        }
        return product;
    }

  private:
    std::optional<std::int64_t> factor(std::string_view text) const {
        if (text.starts_with("min(")) {
            text = text.substr(4, text.size() - 5);
            const std::size_t comma = text.find(',');
            const std::optional<std::int64_t> first = field(text.substr(0, comma));
            const std::optional<std::int64_t> second = field(ascii::trim(text.substr(comma + 1)));
            return first && second ? std::min(*first, *second) : first;
        }
        const bool is_one_less = text.ends_with("-1");
        if (is_one_less) text.remove_suffix(2);
        const std::optional<std::int64_t> value = field(text);
        if (!value) return std::nullopt;
        return is_one_less ? std::max<std::int64_t>(0, *value - 1) : *value;
    }

    std::optional<std::int64_t> field(std::string_view text) const {
        if (const std::optional<std::int64_t> number = parse_number(text)) return number;
        const std::size_t equals = text.find('=');
        const yaml::Node node = find_beside(root_, text.substr(0, equals), way_);
        if (node.is_unknown()) return std::nullopt;
        if (node.has_value()) return node.as_integer();
        if (equals == std::string_view::npos) return std::nullopt;
        return parse_number(text.substr(equals + 1));
    }

    yaml::Node root_;
    std::vector<yaml::Node> way_;
};

}  // namespace

void for_each_at(yaml::Node root, std::string_view path,
                 const std::function<void(yaml::Node)>& found) {
    if (!root) return;
    if (path.empty() || path == ".") {
        found(root);
        return;
    }
    const Segment segment = take_segment(path);
    if (segment.is_every_value) {
        for (const yaml::Entry entry : root.entries()) for_each_at(entry.value, path, found);
        return;
    }
    const yaml::Node next = root[segment.name];
    if (!segment.is_every_item) {
        for_each_at(next, path, found);
        return;
    }
    for (const yaml::Node item : next.items()) for_each_at(item, path, found);
}

std::optional<std::int64_t> evaluate_count(yaml::Node root, std::string_view count,
                                           yaml::Node pod) {
    if (count.empty()) return std::nullopt;
    return CountReader(root, pod).product(count);
}

}  // namespace gpulint::k8s
