// Taijitus on a board, for the first phase of TAIJI+Battle of LITS: what can still happen, not the coloured board.
//
// As in TAIJI, a colour's groups are kept as (adjacent free squares, size) while they can still grow, and as the
// largest closed sizes; see taiji.hpp.
#pragma once

#include "core/grid.hpp"
#include "core/inline_vector.hpp"
#include "core/largest.hpp"
#include "core/random.hpp"
#include "games/taijitu.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

// A member of `list` of which `holds` is true, each equally likely; there must be one. Returns its number.
template <class Item, class Predicate>
int random_member(const std::vector<Item>& list, Random& random, Predicate&& holds) {
    int rank = random.below(static_cast<int>(std::count_if(list.begin(), list.end(), holds)));
    for (int i = 0;; ++i)
        if (holds(list[i]) && rank-- == 0) return i;
}

struct PackingGroup {
    Squares touch;  // adjacent live squares
    std::uint8_t size = 0;
};

struct PackingColour {
    InlineVector<PackingGroup, 61> groups;   // that do not touch: at most every other square of 11x11
    std::array<std::uint8_t, 3> closed{};    // descending; the first n are used
    std::uint8_t least = 0, most = 0;        // bounds on the score; the score is at least `least` whatever is forgotten
};

struct Packing {
    static constexpr int light = 0, dark = 1;
    Squares live;  // free squares at which a taijitu can still be put
    std::array<PackingColour, 2> colours;
};

class PackingRules {
public:
    explicit PackingRules(int side, int groups_scored = 1) : grid_(side), scored_(groups_scored) {
        if (scored_ < 1 || scored_ > 3) throw std::invalid_argument("1, 2 or 3 groups are scored");
    }

    const Grid<Word128>& grid() const { return grid_; }

    void start(Packing& p) const {
        p.live = still_live(narrow(grid_.all()));
        for (auto& colour : p.colours) colour = {};
        bound(p);
    }

    bool allowed(const Packing& p, int a, int b) const { return p.live.test(a) && p.live.test(b); }

    void place(const Packing& from, int light, int dark, Packing& to) const {
        Squares free = from.live;
        free.reset(light), free.reset(dark);
        to.live = still_live(free);
        cover(from.colours[Packing::light], light, to.live, to.colours[Packing::light]);
        cover(from.colours[Packing::dark], dark, to.live, to.colours[Packing::dark]);
        bound(to);
    }

    // Of the group that square `at` would belong to.
    int joined_size(const PackingColour& colour, int at) const {
        int size = 1;
        for (const auto& g : colour.groups)
            if (g.touch.test(at)) size += g.size;
        return size;
    }

private:
    Squares adjacent(const Squares& set) const { return narrow(grid_.adjacent(wide(set))); }

    // Free squares with a free neighbour.
    Squares still_live(const Squares& free) const { return free & adjacent(free); }

    void cover(const PackingColour& from, int at, const Squares& live, PackingColour& to) const {
        PackingGroup joined{narrow(grid_.neighbours(at)), 1};
        to.groups.clear();
        to.closed = from.closed;
        to.least = from.least;
        const auto keep = [&](PackingGroup g) {
            g.touch &= live;
            if (g.touch.any())
                to.groups.push(g);
            else
                insert_largest(to.closed, g.size, scored_);
        };
        for (const auto& g : from.groups) {
            if (!g.touch.test(at)) {
                keep(g);
                continue;
            }
            joined.touch |= g.touch;
            joined.size = static_cast<std::uint8_t>(joined.size + g.size);
        }
        keep(joined);
    }

    struct Region {
        Squares area;
        int potential;
    };
    using Regions = InlineVector<Region, 61>;

    // A taijitu takes one square of each chessboard colour and gives one to each player.
    int capacity(const Squares& area) const {
        const int even = area.count_and(narrow(grid_.even()));
        return std::min(even, area.count() - even);
    }

    // The connected parts of the live squares, with the most that each can bring to a colour.
    Regions parts(const Squares& live) const {
        Regions result;
        grid_.each_component(wide(live), [&](Word128 component) {
            const Squares area = narrow(component);
            result.push({area, capacity(area)});
        });
        return result;
    }

    void bound(Packing& p) const {
        const Regions all = parts(p.live);
        for (auto& colour : p.colours) bound(colour, all);
    }

    // Scores only grow, so what is there now is a lower bound. A final group lies in one region, that is, in parts
    // joined by groups of the colour; so the scored groups have no more than the n richest regions.
    void bound(PackingColour& colour, Regions regions) const {
        std::array<int, 4> now{}, rich{};
        for (int i = 0; i < scored_; ++i) insert_largest(now, colour.closed[i]), insert_largest(rich, colour.closed[i]);
        for (const auto& g : colour.groups) {
            insert_largest(now, g.size);
            int into = -1;
            for (int i = 0; i < regions.size(); ++i) {
                if (!regions[i].area.intersects(g.touch)) continue;
                if (into < 0) {
                    into = i;
                    regions[i].potential += g.size;
                    continue;
                }
                regions[into].area |= regions[i].area;
                regions[into].potential += regions[i].potential;
                regions.swap_out(i--);
            }
        }
        for (const auto& r : regions) insert_largest(rich, r.potential);
        colour.least = static_cast<std::uint8_t>(std::max<int>(colour.least, sum_largest(now, scored_)));
        colour.most = static_cast<std::uint8_t>(std::max<int>(colour.least, sum_largest(rich, scored_)));
        forget(colour, regions, rich);
    }

    // Forgets the groups that can be part of no score above the certain one.
    void forget(PackingColour& colour, const Regions& regions, const std::array<int, 4>& rich) const {
        int kept = 0;
        for (const PackingGroup g : colour.groups) {
            int r = 0;
            while (!regions[r].area.intersects(g.touch)) ++r;
            if (regions[r].potential + sum_largest(rich, scored_ - 1) > colour.least) colour.groups[kept++] = g;
        }
        colour.groups.truncate(kept);
    }

    Grid<Word128> grid_;
    int scored_;
};

}  // namespace litslab
