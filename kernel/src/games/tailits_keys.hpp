// TAILITS: what positions are looked up by. See docs/kernel-tailits.md, "State and keys".
#pragma once

#include "games/tailits.hpp"

#include <algorithm>

namespace litslab {

template <int Words>
inline void Tailits<Words>::hash_colours(const State& s, Hasher& h) const {
    const bool second = score_.scoring == TailitsScoring::second;
    if (second && settled(s)) {
        const int difference = s.colours[black].closed[0] - s.colours[white].closed[0];
        h.add(0xfe00 + (difference > 0) - (difference < 0));
        return;
    }
    for (int c : {black, white}) {
        const Colour& colour = s.colours[c];
        Key groups;  // in any order
        for (const Group& g : colour.groups) {
            Hasher each;
            g.touch.hash_into(each);
            each.add(g.size);
            groups += each.key();
        }
        const bool separate = !second && settled_part(colour);
        h.add(groups);
        h.add(separate ? 0xffff : colour.closed[0] | colour.closed[1] << 8);
    }
}

template <int Words>
inline void Tailits<Words>::hash_supply(const State& s, Hasher& h) const {
    std::uint64_t rest = s.side | (s.placed ? 0 : 2);
    for (int c = 0; c < static_cast<int>(t_.of_kind.size()); ++c) {
        std::uint64_t left = s.supply[c];
        if (!can_run_out(t_, s.open & t_.of_kind[c], s.supply[c])) left = 255;
        rest = rest << 8 | left;
        if (c % 6 == 5) {
            h.add(rest);
            rest = 0;
        }
    }
    h.add(rest);
}

// The least hash of the set of pieces among its images.
template <int Words>
inline Key Tailits<Words>::symmetric_key(const State& s) const {
    Key best = Key::greatest();
    for (const auto& image : *symmetries_) {
        Key pieces;  // in any order
        for (int i = 0; i < s.placed; ++i) {
            Hasher each;
            each.add(image[s.first_ids[i]]);
            pieces += each.key();
        }
        Hasher h;
        h.add(salt_.low);
        h.add(pieces);
        h.add(s.placed * 2 + s.side);
        best = std::min(best, h.key());
    }
    return best;
}

}  // namespace litslab
