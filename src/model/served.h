#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "k8s/workload.h"
#include "model/catalog.h"
#include "model/model_name.h"
#include "text/span.h"

namespace gpulint::model {

/// What a container tells an engine for one role.
struct Setting {
    std::string text;
    text::Span span;       ///< the value, or the flag and its value in one word
    bool is_known = true;  ///< false: a template or substitution hides it
};

/// An engine that a container starts, and how.
struct Served {
    const EngineRow* engine = nullptr;
    std::map<Role, Setting> settings;  ///< the last of each role counts, as engines read them
    /// Some argument may hold settings that are not seen here.
    bool is_open = false;

    const Setting* find(Role role) const;
    /// The text of a known setting, "" when it is not given; nothing when it may be hidden.
    std::optional<std::string_view> text_of(Role role) const;
    /// A number of at least 1, `otherwise` when it is not given; nothing when it may be hidden or
    /// is no such number.
    std::optional<double> number_of(Role role, double otherwise) const;
    /// The model of the catalogue that is named; false when none is, or its name is not known.
    ModelMatch model() const;
};

/// The engines among a container's command lines, by what they run and by the container's image.
std::vector<Served> find_served(const k8s::Container& container);

}  // namespace gpulint::model
