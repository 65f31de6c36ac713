// Questions about the tetromino placements that are still left.
#pragma once

#include "core/placement_table.hpp"

namespace litslab {

// Members of `open` that can be placed at once (`legal`) or can be connected through other members.
template <int Words>
Bits<Words> reachable(const PlacementTable<Words>& t, const Bits<Words>& open, const Bits<Words>& legal) {
    Bits<Words> reached = legal, rest = open - legal, frontier = legal;
    while (rest.any() && frontier.any()) {
        Bits<Words> next;
        for (int i = 0; i < Words && rest.any(); ++i)
            for (auto word = frontier.w[i]; word; word &= word - 1) {
                const Bits<Words> found = rest & t.touches[64 * i + std::countr_zero(word)];
                next |= found;
                rest -= found;
            }
        reached |= next;
        frontier = next;
    }
    return reached;
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

// The covered squares of 2x2 windows that can still be filled, that is whose other squares can all still be covered.
// Those windows follow from the result and what is coverable, so nothing else about the cover matters to the rules.
inline Squares relevant_cover(const Rectangle<Word128>& board, const Squares& covered, const Squares& coverable) {
    const auto full = wide(covered) | wide(coverable);
    auto corner = full & full >> 1 & board.not_last_column();
    corner &= corner >> board.columns();
    corner |= corner << 1;
    corner |= corner << board.columns();
    return narrow(corner & wide(covered));
}

// A hash of the open placements and of which of them are legal, on top of `salt`; adds the squares they can cover.
template <int Words>
Key hash_remaining(const PlacementTable<Words>& t, const Bits<Words>& open, const Bits<Words>& legal, Key salt,
                   Squares& coverable) {
    open.for_each([&](int p) {
        salt ^= t.code[p][0];
        coverable |= t.squares[p];
    });
    legal.for_each([&](int p) { salt ^= t.code[p][1]; });
    return salt;
}

}  // namespace litslab
