#include "text/line_matching.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace gpulint::text {
namespace {

using Index = std::ptrdiff_t;

/// A search that met no middle after so many changes from either end takes the furthest point it
/// reached: the result may then have more changes than needed, the time stays linear.
constexpr Index kMostChanges = 512;
/// Steps of all searches together; what is left then counts as changed.
constexpr std::size_t kMostSteps = 100'000'000;

/// Lines of one text, as numbers that are equal when the lines are.
struct Side {
    std::vector<std::uint32_t> ids;
    std::vector<std::size_t> lines;  ///< which line of the text each is
};

/// Part of both sides: [left, right) of the old one against [top, bottom) of the new one.
struct Box {
    Index left;
    Index top;
    Index right;
    Index bottom;
};

struct Point {
    Index x;
    Index y;
};

/// E. Myers, "An O(ND) difference algorithm and its variations" (1986), in linear space: a search
/// from both ends meets in the middle of a shortest path, then either half is a smaller problem.
class Matcher {
  public:
    Matcher(const Side& before, const Side& after, LineMatching& out)
        : before_(before), after_(after), out_(out) {
        const std::size_t diagonals = before.ids.size() + after.ids.size() + 3;
        forward_.resize(diagonals);
        backward_.resize(diagonals);
        zero_ = static_cast<Index>(after.ids.size()) + 1;
    }

    void match(Box box) {
        while (true) {
            trim(box);
            if (box.left == box.right || box.top == box.bottom || steps_ > kMostSteps) break;
            const Point split = find_split(box);
            match({box.left, box.top, split.x, split.y});
            box.left = split.x;
            box.top = split.y;
        }
        for (Index x = box.left; x < box.right; ++x)
            out_.is_removed[before_.lines[place(x)]] = true;
        for (Index y = box.top; y < box.bottom; ++y) out_.is_added[after_.lines[place(y)]] = true;
    }

  private:
    static std::size_t place(Index index) { return static_cast<std::size_t>(index); }
    bool is_equal(Index x, Index y) const { return before_.ids[place(x)] == after_.ids[place(y)]; }
    Index& forward(Index diagonal) { return forward_[place(diagonal + zero_)]; }
    Index& backward(Index diagonal) { return backward_[place(diagonal + zero_)]; }

    void trim(Box& box) const {
        while (box.left < box.right && box.top < box.bottom && is_equal(box.left, box.top)) {
            ++box.left;
            ++box.top;
        }
        while (box.left < box.right && box.top < box.bottom &&
               is_equal(box.right - 1, box.bottom - 1)) {
            --box.right;
            --box.bottom;
        }
    }

    /// The diagonals x - y that a search has come to; they grow by one a round at either end, until
    /// the box's corners, and only every second one is new.
    struct Reach {
        Index low;
        Index high;
    };

    template <typename Furthest>
    static void grow(Reach& reach, const Box& box, Furthest& furthest, Index outside) {
        if (reach.low > box.left - box.bottom) {
            --reach.low;
            furthest(reach.low - 1) = outside;
        } else {
            ++reach.low;
        }
        if (reach.high < box.right - box.top) {
            ++reach.high;
            furthest(reach.high + 1) = outside;
        } else {
            --reach.high;
        }
    }

    /// A point, other than the corners, on a path from corner to corner with few changes. The box
    /// is trimmed and has lines on both sides.
    Point find_split(const Box& box) {
        const Index start = box.left - box.top;
        const Index finish = box.right - box.bottom;
        const bool is_odd = ((start - finish) & 1) != 0;
        Reach ahead{start, start};
        Reach behind{finish, finish};
        forward(start) = box.left;
        backward(finish) = box.right;
        const auto ahead_at = [this](Index diagonal) -> Index& { return forward(diagonal); };
        const auto behind_at = [this](Index diagonal) -> Index& { return backward(diagonal); };
        for (Index changes = 1;; ++changes) {
            grow(ahead, box, ahead_at, -1);
            for (Index d = ahead.high; d >= ahead.low; d -= 2) {
                const Index x = advance(box, d);
                const bool is_met = d >= behind.low && d <= behind.high && backward(d) <= x;
                if (is_odd && is_met) return {x, x - d};
            }
            grow(behind, box, behind_at, std::numeric_limits<Index>::max());
            for (Index d = behind.high; d >= behind.low; d -= 2) {
                const Index x = retreat(box, d);
                const bool is_met = d >= ahead.low && d <= ahead.high && x <= forward(d);
                if (!is_odd && is_met) return {x, x - d};
            }
            if (changes >= kMostChanges) return furthest_ahead(box, ahead);
        }
    }

    /// One change further on diagonal `d`, then along equal lines.
    Index advance(const Box& box, Index d) {
        Index x = std::max(forward(d - 1) + 1, forward(d + 1));
        const Index begin = x;
        while (x < box.right && x - d < box.bottom && is_equal(x, x - d)) ++x;
        steps_ += place(x - begin) + 1;
        return forward(d) = x;
    }

    Index retreat(const Box& box, Index d) {
        Index x = std::min(backward(d - 1), backward(d + 1) - 1);
        const Index begin = x;
        while (x > box.left && x - d > box.top && is_equal(x - 1, x - d - 1)) --x;
        steps_ += place(begin - x) + 1;
        return backward(d) = x;
    }

    Point furthest_ahead(const Box& box, const Reach& reach) {
        Point best{box.left, box.top};
        for (Index d = reach.high; d >= reach.low; d -= 2) {
            const Index x = std::min({forward(d), box.right, box.bottom + d});
            if (x + x - d > best.x + best.y) best = {x, x - d};
        }
        return best;
    }

    const Side& before_;
    const Side& after_;
    LineMatching& out_;
    std::vector<Index> forward_;   ///< by diagonal: the furthest x reached from the start
    std::vector<Index> backward_;  ///< by diagonal: the furthest x reached from the end
    Index zero_ = 0;               ///< where diagonal 0 stands in both
    std::size_t steps_ = 0;
};

}  // namespace

LineMatching match_lines(const std::vector<std::string_view>& before,
                         const std::vector<std::string_view>& after) {
    struct Line {
        std::uint32_t id;
        bool is_in_after;
    };
    std::unordered_map<std::string_view, Line> known;
    for (const std::string_view line : before) {
        known.try_emplace(line, Line{static_cast<std::uint32_t>(known.size()), false});
    }
    LineMatching out{std::vector<bool>(before.size()), std::vector<bool>(after.size())};
    // Lines that the other text does not have are changed in any case; the search is spared them.
    Side new_side;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto line = known.find(after[i]);
        if (line == known.end()) {
            out.is_added[i] = true;
            continue;
        }
        line->second.is_in_after = true;
        new_side.ids.push_back(line->second.id);
        new_side.lines.push_back(i);
    }
    Side old_side;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Line& line = known.at(before[i]);
        if (!line.is_in_after) {
            out.is_removed[i] = true;
            continue;
        }
        old_side.ids.push_back(line.id);
        old_side.lines.push_back(i);
    }
    Matcher(old_side, new_side, out)
        .match({0, 0, static_cast<Index>(old_side.ids.size()),
                static_cast<Index>(new_side.ids.size())});
    return out;
}

}  // namespace gpulint::text
