#include "lint/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "cluster/inventory.h"
#include "k8s/object.h"
#include "k8s/settings.h"
#include "k8s/workload.h"
#include "lint/rule.h"
#include "yaml/parse.h"

namespace gpulint::lint {
namespace {

/// The deepest node whose entry holds the whole span.
yaml::Node find_innermost(yaml::Node node, text::Span span) {
    while (true) {
        yaml::Node inner;
        const auto look = [&](yaml::Node child) {
            if (!child.is_merged() && child.entry_span().contains(span)) inner = child;
        };
        for (const yaml::Entry entry : node.written_entries()) look(entry.value);
        for (const yaml::Node item : node.items()) look(item);
        if (!inner || inner.is_alias()) return inner ? inner : node;
        node = inner;
    }
}

}  // namespace

/// The rules that are on, by what they look at.
struct Engine::Plan {
    template <class Function>
    struct Step {
        const Rule* rule;
        Function function;
    };
    std::vector<const Rule*> enabled;
    std::vector<const Rule*> running;  ///< the enabled ones that have all they need
    std::vector<Step<DocumentRule>> documents;
    std::vector<Step<SettingsRule>> settings;
    std::vector<Step<ObjectRule>> objects;
    std::vector<Step<WorkloadRule>> workloads;
    std::vector<Step<PodRule>> pods;
    std::vector<Step<ContainerRule>> containers;
    std::vector<Step<InventoryRule>> inventories;

    Plan(std::vector<const Rule*> rules, bool has_inventory) : enabled(std::move(rules)) {
        for (const Rule* rule : enabled) {
            if (rule->meta.needs_inventory && !has_inventory) continue;
            running.push_back(rule);
            add(*rule);
        }
    }

  private:
    void add(const Rule& rule) {
        const auto into = [&rule](auto& steps) {
            return [&rule, &steps](auto function) { steps.push_back({&rule, function}); };
        };
        if (const auto* f = std::get_if<DocumentRule>(&rule.check)) into(documents)(*f);
        if (const auto* f = std::get_if<SettingsRule>(&rule.check)) into(settings)(*f);
        if (const auto* f = std::get_if<ObjectRule>(&rule.check)) into(objects)(*f);
        if (const auto* f = std::get_if<WorkloadRule>(&rule.check)) into(workloads)(*f);
        if (const auto* f = std::get_if<PodRule>(&rule.check)) into(pods)(*f);
        if (const auto* f = std::get_if<ContainerRule>(&rule.check)) into(containers)(*f);
        if (const auto* f = std::get_if<InventoryRule>(&rule.check)) into(inventories)(*f);
    }
};

/// One document's way through the rules.
class Engine::Run {
  public:
    Run(const Surroundings& surroundings, const Plan& plan, std::string_view path,
        FileReport& report, std::vector<Suppression>& suppressions, Counts& counts)
        : surroundings_(surroundings),
          plan_(plan),
          path_(path),
          report_(report),
          suppressions_(suppressions),
          counts_(counts) {}

    void document(const yaml::Document& document) {
        for (const auto& [rule, function] : plan_.documents) function(context(*rule), document);
        if (document.root().is_mapping() && !document.root().has("kind")) {
            settings(k8s::Settings(document));
        }
        complete(0, nullptr, false);
        for (const k8s::Object& object : k8s::find_objects(document, surroundings_.kinds)) {
            this->object(object);
            for (const auto& embedded : k8s::find_embedded_documents(object)) carried(*embedded);
            carried_settings(object);
        }
        std::ranges::move(find_suppressions(document), std::back_inserter(suppressions_));
    }

    void inventory(const cluster::Inventory& inventory) {
        for (const auto& [rule, function] : plan_.inventories) function(context(*rule), inventory);
        complete(0, nullptr, false);
    }

  private:
    RuleContext context(const Rule& rule) const {
        return {rule, surroundings_.config, surroundings_.catalog, surroundings_.inventory,
                report_};
    }

    void object(const k8s::Object& object) {
        std::size_t first = report_.findings.size();
        for (const auto& [rule, function] : plan_.objects) function(context(*rule), object);
        complete(first, &object, false);
        first = report_.findings.size();
        const std::unique_ptr<k8s::Workload> workload = k8s::find_workload(object);
        if (workload) {
            ++counts_.workloads;
            this->workload(*workload);
            complete(first, &object, workload->is_custom());
        }
    }

    /// A document inside a ConfigMap. What that carries in turn nobody applies.
    void carried(const yaml::Document& document) {
        for (const k8s::Object& object : k8s::find_objects(document, surroundings_.kinds)) {
            const std::size_t first = report_.findings.size();
            this->object(object.as_embedded());
            lower_carried(first);
        }
        std::ranges::move(find_suppressions(document), std::back_inserter(suppressions_));
    }

    void settings(const k8s::Settings& settings) {
        for (const auto& [rule, function] : plan_.settings) function(context(*rule), settings);
    }

    void carried_settings(const k8s::Object& object) {
        if (plan_.settings.empty()) return;
        for (const k8s::CarriedDocument& carried : k8s::find_carried_settings(object)) {
            const std::size_t first = report_.findings.size();
            settings(k8s::Settings(*carried.document, object, carried.key));
            for (std::size_t i = first; i < report_.findings.size(); ++i) {
                diag::Finding& finding = report_.findings[i];
                finding.route = fmt::format(
                    "data[{}]: {}", carried.key,
                    find_innermost(carried.document->root(), finding.primary.span).route());
            }
            complete(first, &object, false);
            std::ranges::move(find_suppressions(*carried.document),
                              std::back_inserter(suppressions_));
        }
    }

    void workload(const k8s::Workload& workload) {
        for (const auto& [rule, function] : plan_.workloads) function(context(*rule), workload);
        for (const auto& pod : workload.templates()) {
            const std::size_t first = report_.findings.size();
            for (const auto& [rule, function] : plan_.pods) function(context(*rule), *pod);
            for (const k8s::Container& container : pod->containers()) {
                for (const auto& [rule, function] : plan_.containers) {
                    function(context(*rule), container);
                }
            }
            if (pod->is_generic()) lower(first);
        }
    }

    /// Found by its looks only: what certainly fails in a pod may be harmless in a kind nobody
    /// knows.
    void lower(std::size_t first) {
        for (std::size_t i = first; i < report_.findings.size(); ++i) {
            diag::Finding& finding = report_.findings[i];
            finding.severity = std::min(finding.severity, diag::Severity::kWarning);
            finding.confidence = std::min(finding.confidence, diag::Confidence::kMedium);
        }
    }

    /// Carried by a ConfigMap: the server takes that, and whether anybody ever applies what it
    /// holds, as it stands, is not known.
    void lower_carried(std::size_t first) {
        lower(first);
        for (std::size_t i = first; i < report_.findings.size(); ++i) {
            diag::Finding& finding = report_.findings[i];
            if (finding.outcome == diag::Outcome::kRejected)
                finding.outcome = diag::Outcome::kWrong;
        }
    }

    /// Fills in what rules need not care about, from the `first` finding on.
    void complete(std::size_t first, const k8s::Object* object, bool is_custom) {
        for (std::size_t i = first; i < report_.findings.size(); ++i) {
            diag::Finding& finding = report_.findings[i];
            const Rule* rule = surroundings_.config.rules().find(finding.rule);
            if (rule != nullptr) {
                finding.severity = surroundings_.config.severity(*rule, finding.severity, path_);
                finding.is_by_reader = std::holds_alternative<SettingsRule>(rule->check);
            }
            if (object == nullptr || !finding.object.empty()) continue;
            finding.object = object->display_name();
            if (finding.route.empty()) {
                finding.route = find_innermost(object->root(), finding.primary.span).route();
            }
            if (is_custom && finding.outcome == diag::Outcome::kRejected) {
                finding.is_at_pod_creation = true;
            }
        }
    }

    const Surroundings& surroundings_;
    const Plan& plan_;
    std::string_view path_;
    FileReport& report_;
    std::vector<Suppression>& suppressions_;
    Counts& counts_;
};

Engine::Engine(Surroundings surroundings) : surroundings_(std::move(surroundings)) {
    if (surroundings_.config.file().overrides.empty()) default_plan_ = &plan_for("");
}

Engine::~Engine() = default;

const Engine::Plan& Engine::plan_for(std::string_view path) const {
    if (default_plan_ != nullptr) return *default_plan_;
    const Config& config = surroundings_.config;
    const std::vector<bool> matching = config.matching_overrides(path);
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Plan>& plan = plans_[matching];
    if (!plan) {
        plan =
            std::make_unique<Plan>(config.enabled_rules(path), surroundings_.inventory != nullptr);
    }
    return *plan;
}

void Engine::check_document(const yaml::Document& document, std::string_view path,
                            FileReport& report, std::vector<Suppression>& suppressions,
                            Counts& counts) const {
    if (document.root()) ++counts.documents;
    FileReport own;
    Run(surroundings_, plan_for(path), path, own, suppressions, counts).document(document);
    std::ranges::move(own.findings, std::back_inserter(report.findings));
    std::ranges::move(own.skips, std::back_inserter(report.skips));
}

void Engine::finish_file(const text::SourceFile& file, std::string_view path,
                         std::vector<Suppression>& suppressions, FileReport& report) const {
    if (!suppressions.empty()) {
        const Config& config = surroundings_.config;
        const std::size_t first = report.findings.size();
        apply_suppressions(suppressions, config.rules(), plan_for(path).running,
                           surroundings_.today, file, report);
        for (std::size_t i = first; i < report.findings.size(); ++i) {
            diag::Finding& finding = report.findings[i];
            const Rule* rule = config.rules().find(finding.rule);
            finding.severity = config.severity(*rule, finding.severity, path);
        }
    }
    std::ranges::sort(report.findings, diag::comes_before);
}

FileReport Engine::check_file(const text::SourceFile& file, std::string_view path,
                              Counts& counts) const {
    FileReport report;
    std::vector<Suppression> suppressions;
    for (const yaml::DocumentPart& part : yaml::split_documents(file)) {
        const auto document = yaml::parse_document(file, part);
        check_document(*document, path, report, suppressions, counts);
    }
    finish_file(file, path, suppressions, report);
    return report;
}

void Engine::check_inventory(FileReport& report) const {
    if (surroundings_.inventory == nullptr) return;
    Counts counts;
    FileReport own;
    std::vector<Suppression> none;
    Run(surroundings_, plan_for(""), "", own, none, counts).inventory(*surroundings_.inventory);
    std::ranges::move(own.findings, std::back_inserter(report.findings));
    std::ranges::move(own.skips, std::back_inserter(report.skips));
}

std::vector<std::string> Engine::rules_without_inventory() const {
    std::vector<std::string> ids;
    if (surroundings_.inventory != nullptr) return ids;
    for (const Rule* rule : plan_for("").enabled) {
        if (rule->meta.needs_inventory) ids.emplace_back(rule->meta.id);
    }
    return ids;
}

}  // namespace gpulint::lint
