// TAIJI: bounds by the mirror strategy. See docs/kernel-taiji.md, "TAIJI", Bounds and Mirrored replies.
#pragma once

#include "games/taiji.hpp"

#include <algorithm>
#include <array>

namespace litslab {

// The mirror strategy. Let sigma be the half turn or a reflection, the live squares sigma-symmetric, no live
// square its own image or adjacent to its own image. Then no placement meets its image, and the side
// not to move can answer every placement by its image with the colours exchanged. If every group of the mover has
// its image, at least as large, among the groups of the other (who may own more: that only helps), this stays so
// to the end, where the other's score is then no smaller: margin <= 0 for the mover. (Joining through further
// groups never makes the sum of the n largest smaller.) With floors the margin is at most the excess of the
// mover's floor. A nim heap would let the mover pass, so there must be none.
//
// Where squares are adjacent to their images, a placement on such a pair is its own image with the colours exchanged:
// it keeps the symmetry and takes a turn. The side not to move can mirror on as long as it finds another such pair to
// answer with, which proves nothing; but the positions in which it does are few, and a tie mostly stays within reach
// in those where it no longer can. So where a tie is enough, the move that leads here is searched first.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::mirror(State& s, int threshold) const {
    if (s.heap != 0 || count(s.live) < least_mirrored) return;
    const Side& mine = s.sides[s.mover];
    const Side& other = s.sides[s.mover ^ 1];
    if (mine.groups.size() > other.groups.size()) return;
    for (int i = 0; i < scored_; ++i)
        if (mine.closed[i] > other.closed[i]) return;
    const int excess = std::max(0, mine.floor - other.floor);
    const bool tie_suffices = excess == 0 && (s.mover == light ? threshold > tie : threshold <= tie);
    for (const int t : {3, 1, 2, 4, 7}) {
        const Pairing pairing = pairing_by(t, s);
        if (pairing == Pairing::none || !has_images(mine, other, t)) continue;
        if (pairing == Pairing::touching) {
            s.mirrored = s.mirrored || tie_suffices;
            continue;
        }
        if (s.mover == light)
            s.upper = std::min(s.upper, 2 * excess + tie);
        else
            s.lower = std::max(s.lower, -2 * excess + tie);
        return;
    }
}

template <class Word, bool two_levels>
inline auto Taiji<Word, two_levels>::pairing_by(int t, const State& s) const -> Pairing {
    if (turned(s.live, t) != s.live) return Pairing::none;
    if constexpr (two_levels)
        if (turned(s.live & s.high, t) != (s.live & s.high)) return Pairing::none;
    Pairing pairing = Pairing::apart;
    each_square(s.live, [&](int q) {
        const int to = grid_.image(t)[q];
        if (to == q)
            pairing = Pairing::none;
        else if (pairing == Pairing::apart && (grid_.neighbours(q) & square_bit<Word>(to)))
            pairing = Pairing::touching;
    });
    return pairing;
}

// Whether every group of one side has its image, at least as large, among the other's, each a different one.
template <class Word, bool two_levels>
inline bool Taiji<Word, two_levels>::has_images(const Side& one, const Side& other, int t) const {
    std::array<bool, max_groups> used{};
    for (const Group& g : one.groups) {
        const Word image = turned(g.liberties, t);
        bool found = false;
        for (int i = 0; i < other.groups.size() && !found; ++i)
            if (!used[i] && other.groups[i].liberties == image && other.groups[i].size >= g.size)
                used[i] = found = true;
        if (!found) return false;
    }
    return true;
}

}  // namespace litslab
