#include "cluster/short_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "base/ascii.h"
#include "base/near_text.h"
#include "gpu/advertise.h"
#include "k8s/workload.h"

namespace gpulint::cluster {
namespace {

constexpr std::array<std::string_view, 4> kRootKeys{"apiVersion", "kind", "kubernetes", "nodes"};
constexpr std::array<std::string_view, 11> kNodeKeys{
    "name",   "gpu",  "cpu",       "memory", "pods",         "labels",
    "taints", "used", "resources", "ready",  "unschedulable"};
constexpr std::array<std::string_view, 8> kGpuKeys{"product", "count",     "mig",    "time-slicing",
                                                   "mps",     "partition", "naming", "advertised"};
constexpr std::array<std::string_view, 2> kMigKeys{"strategy", "layout"};
constexpr std::array<std::string_view, 2> kSharingKeys{"replicas", "rename"};
constexpr std::int64_t kMostNodes = 100'000;
constexpr std::int64_t kDefaultPods = 110;  // the kubelet's own default

class ShortFormReader {
  public:
    ShortFormReader(const text::SourceFile& file, const gpu::Catalog& catalog)
        : file_(file), catalog_(catalog) {}

    Result<std::vector<Node>> read(yaml::Node root) {
        check_keys(root, kRootKeys);
        if (!root["nodes"].is_sequence()) fail(root, "an Inventory needs a list of `nodes`", "");
        for (const yaml::Node node : root["nodes"].items()) read_node(node);
        if (error_) return *error_;
        return std::move(nodes_);
    }

  private:
    void fail(yaml::Node node, std::string_view message, std::string hint) {
        fail_at(node.span().begin, message, std::move(hint));
    }

    void fail_at(std::uint32_t offset, std::string_view message, std::string hint) {
        if (error_) return;
        const text::Position place = file_.position(offset);
        error_ = Error{fmt::format("{}:{}:{}: {}", file_.name(), place.line, place.column, message),
                       std::move(hint)};
    }

    void check_keys(yaml::Node node, std::span<const std::string_view> known) {
        if (!node.is_mapping()) fail(node, "want a mapping here", "");
        for (const yaml::Entry entry : node.entries()) {
            if (std::ranges::find(known, entry.key()) != known.end()) continue;
            const std::string_view near = find_nearest(entry.key(), known);
            fail_at(entry.key_span().begin, fmt::format("unknown key \"{}\"", entry.key()),
                    near.empty() ? fmt::format("the keys here are {}", fmt::join(known, ", "))
                                 : fmt::format("did you mean {}?", near));
        }
    }

    std::int64_t read_count(yaml::Node node, std::int64_t fallback) {
        if (!node) return fallback;
        const std::optional<std::int64_t> value = node.as_integer();
        if (!value || *value < 0) fail(node, "want a whole number here", "");
        return value.value_or(fallback);
    }

    void read_amount(yaml::Node value, std::string_view name, ResourceMap& map) {
        if (!value) return;
        const std::optional<k8s::Quantity> amount = k8s::ResourceEntry(value).quantity();
        if (!amount) {
            fail(value, fmt::format("\"{}\" is not a quantity", value.text()), "write 224, 2Ti, …");
            return;
        }
        map[std::string(name)] = *amount;
    }

    Taint read_taint(yaml::Node node) {
        const std::string_view text = node.text();
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos) {
            fail(node, fmt::format("\"{}\" is not a taint", text), "write key=value:NoSchedule");
            return {};
        }
        const std::string_view before = text.substr(0, colon);
        const std::size_t equals = before.find('=');
        Taint taint;
        taint.key = before.substr(0, equals);
        if (equals != std::string_view::npos) taint.value = before.substr(equals + 1);
        taint.effect = text.substr(colon + 1);
        const bool is_effect = taint.effect == "NoSchedule" || taint.effect == "NoExecute" ||
                               taint.effect == "PreferNoSchedule";
        if (!is_effect) {
            fail(node, fmt::format("\"{}\" is no effect of a taint", taint.effect),
                 "write NoSchedule, NoExecute or PreferNoSchedule");
        }
        return taint;
    }

    void read_node(yaml::Node source) {
        check_keys(source, kNodeKeys);
        Node node;
        node.has_capacity = true;
        node.has_taints = true;
        node.is_short_form = true;
        node.span = source["name"] ? source["name"].span() : source.span();
        read_amount(source["cpu"], "cpu", node.capacity);
        read_amount(source["memory"], "memory", node.capacity);
        node.capacity["pods"] = k8s::Quantity::of(read_count(source["pods"], kDefaultPods));
        for (const yaml::Entry entry : source["resources"].entries()) {
            read_amount(entry.value, entry.key(), node.capacity);
        }
        read_gpu(source["gpu"], node);
        for (const yaml::Entry entry : source["labels"].entries()) {
            node.labels[std::string(entry.key())] = entry.value.text();
        }
        for (const yaml::Node taint : source["taints"].items()) {
            node.taints.push_back(read_taint(taint));
        }
        for (const yaml::Entry entry : source["used"].entries()) {
            read_amount(entry.value, entry.key(), node.used);
            node.has_usage = true;
        }
        node.is_unschedulable = source["unschedulable"].as_bool().value_or(false);
        node.allocatable = node.capacity;
        const Result<std::vector<std::string>> names = expand_names(source["name"].text());
        if (!names) {
            fail(source["name"] ? source["name"] : source, names.error().message,
                 names.error().hint);
            return;
        }
        for (const std::string& name : *names) {
            Node copy = node;
            copy.name = name;
            copy.labels["kubernetes.io/hostname"] = name;
            nodes_.push_back(std::move(copy));
        }
    }

    void read_sharing(yaml::Node source, std::string_view kind, gpu::Sharing& sharing) {
        if (!source) return;
        check_keys(source, kSharingKeys);
        sharing.kind = kind;
        sharing.replicas = read_count(source["replicas"], 1);
        sharing.rename = source["rename"].as_bool().value_or(false);
        if (sharing.replicas < 2) fail(source, "sharing needs at least 2 replicas", "");
    }

    void read_gpu(yaml::Node source, Node& node) {
        if (!source) return;
        check_keys(source, kGpuKeys);
        gpu::NodeGpus gpus;
        gpus.product = source["product"].text();
        gpus.count = read_count(source["count"], 1);
        gpus.partition = source["partition"].text();
        gpus.naming = source["naming"].text();
        read_sharing(source["time-slicing"], "time-slicing", gpus.sharing);
        read_sharing(source["mps"], "mps", gpus.sharing);
        if (const yaml::Node mig = source["mig"]) {
            check_keys(mig, kMigKeys);
            gpus.mig_strategy = mig["strategy"] ? mig["strategy"].text() : "mixed";
            for (const yaml::Entry entry : mig["layout"].entries()) {
                gpus.mig_layout[std::string(entry.key())] = read_count(entry.value, 0);
            }
        }
        if (gpus.product.empty()) {
            fail(source, "a GPU needs its `product`",
                 "write the value of the product label, such as NVIDIA-H100-80GB-HBM3");
            return;
        }
        const Result<gpu::Advertised> advertised = gpu::derive_advertised(gpus, catalog_);
        if (!advertised) {
            fail(source["product"], advertised.error().message, advertised.error().hint);
            return;
        }
        node.labels.insert(advertised->labels.begin(), advertised->labels.end());
        node.unknown_labels = advertised->unknown_labels;
        // `advertised: false` is a node whose device plugin does not run.
        if (!source["advertised"].as_bool().value_or(true)) return;
        for (const auto& [name, count] : advertised->resources) {
            node.capacity[name] = k8s::Quantity::of(count);
        }
    }

    const text::SourceFile& file_;
    const gpu::Catalog& catalog_;
    std::vector<Node> nodes_;
    std::optional<Error> error_;
};

/// A name cut before its last number.
struct NumberedName {
    std::string_view stem;
    std::string_view digits;
};

NumberedName split_number(std::string_view name) {
    std::size_t begin = name.size();
    while (begin > 0 && ascii::is_digit(name[begin - 1])) --begin;
    return {name.substr(0, begin), name.substr(begin)};
}

}  // namespace

Result<std::vector<std::string>> expand_names(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (text.empty())
        return Error{"a node needs a `name`", "write dgx-1, or dgx-1..dgx-4 for four"};
    if (dots == std::string_view::npos) return std::vector{std::string(text)};
    const NumberedName first = split_number(text.substr(0, dots));
    const NumberedName last = split_number(text.substr(dots + 2));
    std::int64_t from = 0;
    std::int64_t to = 0;
    const auto parse = [](std::string_view digits, std::int64_t& value) {
        const auto [end, code] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return code == std::errc() && !digits.empty();
    };
    const bool is_range = parse(first.digits, from) && parse(last.digits, to) && from <= to &&
                          (last.stem.empty() || last.stem == first.stem);
    if (!is_range || to - from >= kMostNodes) {
        return Error{fmt::format("\"{}\" is no range of names", text), "write dgx-1..dgx-4"};
    }
    std::vector<std::string> names;
    for (std::int64_t number = from; number <= to; ++number) {
        names.push_back(fmt::format("{}{:0{}}", first.stem, number, first.digits.size()));
    }
    return names;
}

Result<std::vector<Node>> parse_short_form(yaml::Node root, const text::SourceFile& file,
                                           const gpu::Catalog& catalog) {
    return ShortFormReader(file, catalog).read(root);
}

}  // namespace gpulint::cluster
