#pragma once

#include <array>
#include <string_view>

namespace gpulint::lint {

/// A named set of rules. Every profile has the recommended rules; the others add those that name
/// them.
struct Profile {
    std::string_view name;
    std::string_view help;
};

inline constexpr std::array<Profile, 6> kProfiles{{
    {"recommended", "what is right for everyone; used when nothing is said"},
    {"strict", "also what a careful team wants to hear of"},
    {"learn", "for people working through the lesson: nothing but what it teaches"},
    {"serving", "for inference services"},
    {"training", "for training jobs"},
    {"multi-tenant", "for clusters that several teams share"},
}};

}  // namespace gpulint::lint
