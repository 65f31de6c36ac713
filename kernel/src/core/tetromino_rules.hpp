// What the games of tetrominoes have in common: questions about the placements that are still left.
#pragma once

#include "core/placement_table.hpp"

#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

// Members of `open` that can be placed at once (`legal`) or can come to touch by way of other members.
template <int Words>
Bits<Words> closure(const PlacementTable<Words>& t, const Bits<Words>& open, const Bits<Words>& legal) {
    Bits<Words> reach = legal, rest = open - legal, frontier = legal;
    while (rest.any() && frontier.any()) {
        Bits<Words> next;
        for (int i = 0; i < Words && rest.any(); ++i)
            for (auto word = frontier.w[i]; word; word &= word - 1) {
                const Bits<Words> found = rest & t.touches[64 * i + std::countr_zero(word)];
                next |= found;
                rest -= found;
            }
        reach |= next;
        frontier = next;
    }
    return reach;
}

// The square of placement p that most members of `rest` cover. Of those members only one can ever be placed.
template <int Words>
int busiest_square(const PlacementTable<Words>& t, const Bits<Words>& rest, int p) {
    int best = -1, most = -1;
    for (int q : t.placements[p].squares) {
        const int n = rest.count_and(t.covering[q]);
        if (n > most) most = n, best = q;
    }
    return best;
}

// Takes a clique out of `rest`: the members that cover one square. Returns the square; `rest` must not be empty.
template <int Words>
int take_clique(const PlacementTable<Words>& t, Bits<Words>& rest, Bits<Words>& clique) {
    const int square = busiest_square(t, rest, rest.first());
    clique = rest & t.covering[square];
    rest -= clique;
    return square;
}

// Whether more than `supply` of these could perhaps be placed: counts sets that exclude each other, greedily.
template <int Words>
bool can_run_out(const PlacementTable<Words>& t, Bits<Words> rest, int supply) {
    for (int cliques = 0; cliques <= supply; ++cliques) {
        const int p = rest.first();
        if (p < 0) return false;
        rest -= t.covering[busiest_square(t, rest, p)];
    }
    return true;
}

inline unsigned __int128 wide(const Squares& b) { return static_cast<unsigned __int128>(b.w[1]) << 64 | b.w[0]; }
inline Squares narrow(unsigned __int128 w) {
    Squares result;
    result.w = {static_cast<std::uint64_t>(w), static_cast<std::uint64_t>(w >> 64)};
    return result;
}

// The board of tetrominoes as a graph in which diagonal neighbours connect too.
struct KingGrid {
    int rows = 0, cols = 0;
    Squares not_first_column, not_last_column;
    std::vector<Squares> around;  // of each square: its neighbours

    KingGrid() = default;
    KingGrid(int rows_, int cols_) : rows(rows_), cols(cols_), around(rows_ * cols_) {
        for (int a = 0; a < rows * cols; ++a) {
            if (a % cols) not_first_column.set(a);
            if (a % cols + 1 < cols) not_last_column.set(a);
            for (int b = 0; b < rows * cols; ++b) {
                const int up = std::abs(a / cols - b / cols), across = std::abs(a % cols - b % cols);
                if (a != b && up <= 1 && across <= 1) around[a].set(b);
            }
        }
    }

    // The squares of `area` connected with `seed`.
    Squares flood(const Squares& seed, const Squares& area) const {
        const auto in = wide(area), left = wide(not_last_column), right = wide(not_first_column);
        for (auto found = wide(seed) & in;;) {
            auto next = found | (found & left) << 1 | (found & right) >> 1;
            next = (next | next << cols | next >> cols) & in;
            if (next == found) return narrow(found);
            found = next;
        }
    }
};

// The covered squares of 2x2 windows that can still be filled, that is whose other squares can all still be covered.
// Those windows follow from the result and what is coverable, so nothing else about the cover matters to the rules.
inline Squares relevant_cover(const KingGrid& grid, const Squares& covered, const Squares& coverable) {
    const auto full = wide(covered) | wide(coverable);
    auto corner = full & full >> 1 & wide(grid.not_last_column);
    corner &= corner >> grid.cols;
    corner |= corner << 1;
    corner |= corner << grid.cols;
    return narrow(corner & wide(covered));
}

// Plays a set of placements in an order in which each is legal: each round plays what has become legal.
template <class Game>
void play_all(const Game& game, std::vector<int> waiting, typename Game::State& s) {
    std::vector<int> later;
    for (; !waiting.empty(); std::swap(waiting, later)) {
        later.clear();
        for (const int id : waiting) {
            if (!game.is_legal(s, id)) {
                later.push_back(id);
                continue;
            }
            typename Game::State child;
            game.play(s, id, child);
            s = child;
        }
        if (later.size() == waiting.size()) throw std::invalid_argument("no game leads to these placements");
    }
}

// A number that differs from one table of placements to another, so that games on several may share one memory.
inline void hash_placements(const PlacementSet& set, Hasher& h) {
    h.add(set.rows << 8 | set.cols);
    for (const auto& placement : set.placements) {
        for (const int square : placement.squares) h.add(square);
        h.add(placement.shape << 16 | placement.supply_class << 8 | placement.colours);
    }
}

}  // namespace litslab
