// TAIJI on tetrominoes: the moves that can matter.
#pragma once

#include "games/taiji.hpp"

#include <array>
#include <bit>
#include <vector>

namespace litslab {

// Leaves out a move if another one leaves the same squares live and is no worse: its mover's square joins the same
// groups and perhaps more, with the same liberties and perhaps more, the other's square the same or fewer. For what
// both then get in the rest of the game, groups that contain others are no smaller in sum.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::undominated_moves(const State& s, std::vector<Move>& list) const {
    struct Effect {
        Word live;
        std::array<Word, 2> reach;          // for each colour: the liberties of the group that the move makes
        std::array<std::uint64_t, 2> joins;  // and the groups that it joins
        int move;
    };
    std::array<std::array<std::uint64_t, max_squares>, 2> touch;  // of a live square: the groups of a colour
    static_assert(max_groups <= 64);
    for (int c = 0; c < 2; ++c) {
        each_square(s.live, [&](int q) { touch[c][q] = 0; });
        const auto& groups = s.sides[c].groups;
        for (int i = 0; i < groups.size(); ++i)
            each_square(groups[i].liberties, [&](int q) { touch[c][q] |= std::uint64_t{1} << i; });
    }
    thread_local std::vector<Effect> effects;
    effects.clear();
    const auto add = [&](int move) {
        const Taijitu& t = placements_[move];
        Effect e;
        e.move = move;
        const Word rest = s.live & ~(square_bit<Word>(t.light) | square_bit<Word>(t.dark));
        e.live = rest & beside(s, rest);
        for (int c = 0; c < 2; ++c) {
            const int at = c == light ? t.light : t.dark;
            e.joins[c] = touch[c][at];
            e.reach[c] = grid_.neighbours(at);
            for (auto left = e.joins[c]; left; left &= left - 1)
                e.reach[c] |= s.sides[c].groups[std::countr_zero(left)].liberties;
            e.reach[c] &= e.live;
        }
        effects.push_back(e);
    };
    const auto contains = [](const Effect& large, const Effect& small, int c) {
        return (small.joins[c] & ~large.joins[c]) == 0 && (small.reach[c] & ~large.reach[c]) == 0;
    };
    const int mine = s.mover, other = s.mover ^ 1;
    each_move(s, [&](int move) {
        if (move >= static_cast<int>(placements_.size()))
            list.push_back({static_cast<std::uint16_t>(move)});
        else
            add(move);
    });
    for (const Effect& e : effects) {
        bool dominated = false;
        for (const Effect& o : effects) {
            if (o.live != e.live || &o == &e) continue;
            if (!contains(o, e, mine) || !contains(e, o, other)) continue;
            // Of two that are equal the first stays.
            if (&o < &e || !contains(e, o, mine) || !contains(o, e, other)) {
                dominated = true;
                break;
            }
        }
        if (!dominated) list.push_back({static_cast<std::uint16_t>(e.move)});
    }
}

}  // namespace litslab
