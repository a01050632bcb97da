#include "app/baseline.h"

#include <fmt/format.h>

#include <tuple>

#include "diag/fingerprint.h"
#include "yaml/edit.h"
#include "yaml/parse.h"

namespace gpulint::app {
namespace {

constexpr std::int64_t kVersion = 1;

std::string hash_of(const diag::Finding& finding, const text::SourceSet& sources) {
    return diag::content_hash(finding, sources.file(finding.primary.span.file));
}

Error error_at(const text::SourceFile& file, text::Span span, std::string_view message) {
    return {fmt::format("{}:{}: {}", file.name(), file.position(span.begin).line, message),
            "write it again with --write-baseline"};
}

}  // namespace

Result<Baseline> Baseline::parse(const text::SourceFile& file) {
    Baseline baseline;
    const auto documents = yaml::parse_all(file);
    if (documents.size() != 1) return error_at(file, file.whole(), "this is no baseline");
    const yaml::Document& document = *documents.front();
    if (!document.problems().empty()) {
        const yaml::Problem& problem = document.problems().front();
        return error_at(file, problem.span, problem.message);
    }
    const yaml::Node root = document.root();
    const auto version = root["version"].as_integer();
    if (!version || !root["findings"].is_sequence()) {
        return error_at(file, root.span(), "a baseline has `version` and a list `findings`");
    }
    if (*version != kVersion) {
        return error_at(file, root["version"].span(),
                        fmt::format("this gpulint reads version {}", kVersion));
    }
    for (const yaml::Node entry : root["findings"].items()) {
        const yaml::Node hash = entry["hash"];
        const auto count = entry.has("count") ? entry["count"].as_integer() : 1;
        if (!hash.is_scalar() || hash.text().empty() || !count || *count < 1) {
            return error_at(file, entry.span(), "an entry has `hash`, and a `count` above 0");
        }
        baseline.counts_[std::string(hash.text())] += static_cast<std::size_t>(*count);
    }
    return baseline;
}

std::string Baseline::write(const std::vector<diag::Finding>& findings,
                            const text::SourceSet& sources) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> counts;
    for (const diag::Finding& finding : findings) {
        if (finding.suppressed && !finding.is_in_baseline) continue;
        ++counts[{sources.file(finding.primary.span.file).name(), finding.rule, finding.object,
                  hash_of(finding, sources)}];
    }
    std::string text =
        "# Findings that gpulint passes over because they were there when this file was written.\n"
        "# Only `hash` and `count` decide; the rest is for people.\n";
    text += fmt::format("version: {}\nfindings:{}\n", kVersion, counts.empty() ? " []" : "");
    for (const auto& [key, count] : counts) {
        const auto& [path, rule, object, hash] = key;
        text +=
            fmt::format("  - {{hash: \"{}\", count: {}, rule: {}, file: {}, object: {}}}\n", hash,
                        count, rule, yaml::quote_string(path), yaml::quote_string(object));
    }
    return text;
}

std::size_t Baseline::apply(std::vector<diag::Finding>& findings,
                            const text::SourceSet& sources) const {
    std::map<std::string, std::size_t> left = counts_;
    for (diag::Finding& finding : findings) {
        if (finding.suppressed) continue;
        const auto place = left.find(hash_of(finding, sources));
        if (place == left.end() || place->second == 0) continue;
        --place->second;
        finding.suppressed = finding.is_in_baseline = true;
    }
    std::size_t gone = 0;
    for (const auto& [hash, count] : left) gone += count;
    return gone;
}

}  // namespace gpulint::app
