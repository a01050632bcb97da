#include "cluster/describe.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "base/ascii.h"

namespace gpulint::cluster {
namespace {

/// Headings of `kubectl describe node`; what follows belongs to them until the next.
constexpr std::array<std::string_view, 18> kHeadings{"Name",
                                                     "Roles",
                                                     "Labels",
                                                     "Annotations",
                                                     "CreationTimestamp",
                                                     "Taints",
                                                     "Unschedulable",
                                                     "Lease",
                                                     "Conditions",
                                                     "Addresses",
                                                     "Capacity",
                                                     "Allocatable",
                                                     "System Info",
                                                     "PodCIDR",
                                                     "PodCIDRs",
                                                     "ProviderID",
                                                     "Non-terminated Pods",
                                                     "Allocated resources"};

std::string_view take_word(std::string_view& text) {
    text = ascii::trim(text);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

/// Calls `each` with every line and its offset.
void for_each_line(std::string_view text,
                   const std::function<void(std::string_view, std::uint32_t)>& each) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        each(line, static_cast<std::uint32_t>(at));
        at = end + 1;
    }
}

/// The heading of a line such as `Labels:   a=b`, or "".
std::string_view heading_of(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {};
    const std::string_view name = ascii::trim(line.substr(0, colon));
    return std::ranges::find(kHeadings, name) == kHeadings.end() ? std::string_view() : name;
}

bool is_label_line(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    const std::size_t equals = text.find('=');
    return equals != std::string_view::npos && equals > 0 &&
           text.find_first_of(" \t:{\"") == std::string_view::npos;
}

class DescribeReader {
  public:
    explicit DescribeReader(const text::SourceFile& file) : file_(file) {}

    std::vector<Node> read() {
        for_each_line(file_.text(), [this](std::string_view line, std::uint32_t offset) {
            take_line(line, offset);
        });
        for (Node& node : nodes_) {
            if (node.allocatable.empty()) node.allocatable = node.capacity;
            if (node.capacity.empty()) node.capacity = node.allocatable;
            node.has_capacity = !node.capacity.empty();
        }
        return std::move(nodes_);
    }

  private:
    Node& node(std::uint32_t offset) {
        if (nodes_.empty()) start_node(offset);
        return nodes_.back();
    }

    void start_node(std::uint32_t offset) {
        nodes_.emplace_back().span = {file_.id(), offset, offset};
        section_ = {};
    }

    void take_line(std::string_view line, std::uint32_t offset) {
        const std::string_view heading = heading_of(line);
        if (heading.empty()) {
            take_content(line, offset);
            return;
        }
        const std::string_view rest = ascii::trim(line.substr(line.find(':') + 1));
        // A second Name, or a second Allocatable after all was shown, starts another node.
        const bool is_next =
            heading == "Name" ||
            (heading == "Capacity" && !nodes_.empty() && !node(0).capacity.empty()) ||
            (heading == "Allocatable" && !nodes_.empty() && !node(0).allocatable.empty());
        if (is_next || nodes_.empty()) start_node(offset);
        section_ = heading;
        if (heading == "Name") {
            node(offset).name = rest;
            const auto begin = offset + static_cast<std::uint32_t>(line.find(rest));
            node(offset).span = {file_.id(), begin,
                                 begin + static_cast<std::uint32_t>(rest.size())};
        } else if (heading == "Taints") {
            node(offset).has_taints = true;
            if (!rest.empty()) take_content(rest, offset);
        } else if (heading == "Unschedulable") {
            node(offset).is_unschedulable = rest == "true";
        } else if (!rest.empty()) {
            take_content(rest, offset);
        }
    }

    void take_content(std::string_view line, std::uint32_t offset) {
        const std::string_view text = ascii::trim(line);
        if (text.empty() || text.front() == '#' || text.starts_with("[...]")) return;
        if (section_ == "Labels" || (section_.empty() && is_label_line(text))) {
            take_label(text, offset);
        } else if (section_ == "Taints") {
            take_taint(text, offset);
        } else if (section_ == "Capacity") {
            take_amount(text, node(offset).capacity);
        } else if (section_ == "Allocatable") {
            take_amount(text, node(offset).allocatable);
        } else if (section_ == "Allocated resources") {
            take_used(text, offset);
        } else if (text.starts_with("Kubelet Version:")) {
            node(offset).kubelet_version =
                ascii::trim(text.substr(std::string_view("Kubelet Version:").size()));
        }
    }

    void take_label(std::string_view text, std::uint32_t offset) {
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos || text == "<none>") return;
        node(offset).labels[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }

    /// `key=value:Effect` or `key:Effect`.
    void take_taint(std::string_view text, std::uint32_t offset) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos || text == "<none>") return;
        const std::string_view before = text.substr(0, colon);
        const std::size_t equals = before.find('=');
        Taint taint;
        taint.key = before.substr(0, equals);
        if (equals != std::string_view::npos) taint.value = before.substr(equals + 1);
        taint.effect = text.substr(colon + 1);
        node(offset).taints.push_back(std::move(taint));
    }

    static void take_amount(std::string_view text, ResourceMap& map) {
        const std::size_t colon = text.find(": ");
        if (colon == std::string_view::npos) return;
        std::string_view rest = text.substr(colon + 1);
        const Result<k8s::Quantity> amount = k8s::Quantity::parse(take_word(rest));
        if (amount) map[std::string(text.substr(0, colon))] = *amount;
    }

    /// A row of the table: resource, requests, limits.
    void take_used(std::string_view text, std::uint32_t offset) {
        std::string_view rest = text;
        const std::string_view name = take_word(rest);
        if (name == "Resource" || name.starts_with('-') || name.starts_with('(')) return;
        const Result<k8s::Quantity> amount = k8s::Quantity::parse(take_word(rest));
        if (!amount) return;
        node(offset).used[std::string(name)] = *amount;
        node(offset).has_usage = true;
    }

    const text::SourceFile& file_;
    std::vector<Node> nodes_;
    std::string_view section_;
};

}  // namespace

bool looks_like_describe(std::string_view text) {
    std::size_t headings = 0;
    std::size_t labels = 0;
    std::size_t others = 0;
    bool is_yaml = false;
    for_each_line(text, [&](std::string_view line, std::uint32_t) {
        const std::string_view content = ascii::trim(line);
        if (content.empty() || content.front() == '#') return;
        if (content.starts_with("apiVersion:") || content.starts_with("kind:")) is_yaml = true;
        const std::string_view heading = heading_of(line);
        if (!heading.empty() && !ascii::is_blank(line.front())) ++headings;
        if (is_label_line(line)) {
            ++labels;
        } else {
            ++others;
        }
    });
    if (is_yaml) return false;
    return headings > 0 || (labels > 0 && others == 0);
}

std::vector<Node> parse_describe(const text::SourceFile& file) {
    return DescribeReader(file).read();
}

bool looks_like_table(std::string_view text) {
    std::string_view first = text.substr(0, text.find('\n'));
    return take_word(first) == "NAME" && take_word(first) == "STATUS";
}

std::vector<Node> parse_table(const text::SourceFile& file) {
    std::vector<Node> nodes;
    std::size_t columns = 0;
    std::size_t labels_column = 0;
    std::size_t version_column = 0;
    for_each_line(file.text(), [&](std::string_view line, std::uint32_t offset) {
        std::vector<std::string_view> cells;
        std::string_view rest = line;
        while (!ascii::trim(rest).empty()) cells.push_back(take_word(rest));
        if (cells.empty()) return;
        if (columns == 0) {
            columns = cells.size();
            labels_column =
                static_cast<std::size_t>(std::ranges::find(cells, "LABELS") - cells.begin());
            version_column =
                static_cast<std::size_t>(std::ranges::find(cells, "VERSION") - cells.begin());
            return;
        }
        if (labels_column >= cells.size()) return;
        Node node;
        node.name = cells.front();
        const auto begin = offset + static_cast<std::uint32_t>(line.find(cells.front()));
        node.span = {file.id(), begin, begin + static_cast<std::uint32_t>(node.name.size())};
        if (version_column < cells.size()) node.kubelet_version = cells[version_column];
        for (const std::string_view label : ascii::split(cells[labels_column], ',')) {
            const std::size_t equals = label.find('=');
            if (equals == std::string_view::npos) continue;
            node.labels[std::string(label.substr(0, equals))] = label.substr(equals + 1);
        }
        nodes.push_back(std::move(node));
    });
    return nodes;
}

}  // namespace gpulint::cluster
