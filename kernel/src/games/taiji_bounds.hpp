// TAIJI: bounds on the value, see docs/kernel-taiji.md, "TAIJI", Bounds; and on tetrominoes the
// moves that can matter.
#pragma once

#include "games/taiji.hpp"

#include <bit>

namespace litslab {

template <class Word, bool two_levels>
struct Taiji<Word, two_levels>::Component {
  Word area;
  int capacity;
};

// The area in which the groups of one colour could all join if it got every free square.
template <class Word, bool two_levels>
struct Taiji<Word, two_levels>::Region {
  Word area;      // free squares
  int potential;  // most squares of this colour at the end
};

// The prospects of one colour.
template <class Word, bool two_levels>
struct Taiji<Word, two_levels>::Outlook : Bounds {  // on the score
  // The score the colour has for certain after its next placement, if it may choose one now.
  int gain = 0;
  InlineVector<Region, max_components> regions;
  Word stake = 0;  // components in which a score above the floor can still be helped
  // For each live square: the size of the group if coloured now.
  std::array<std::uint8_t, max_squares> worth;
  // For each group: the greatest score in which it counts.
  InlineVector<std::int16_t, max_groups> total;
  std::array<std::int16_t, 3> closed_total{};  // and the same for the closed ones
};

// Bounds from the outlook of each colour, and from the points that the next placement or two
// secure. Proof of `gain`: scores never fall, and each live square has a live neighbour on its
// level, so the mover may colour the best one. Proof of the threats: whatever the mover places, the
// other side then secures what it needs, and that does not fall either.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::bound(State& s, const std::array<Outlook, 2>& views,
                                           int margin) const {
  const auto& [light_view, dark_view] = views;
  const Bounds b = value_bounds(light_view, dark_view);
  s.lower = b.lower;
  s.upper = b.upper;
  const int threshold = 2 * margin - 1;
  if (s.lower >= threshold || s.upper < threshold) return;
  if (s.mover == light) {
    s.lower = std::max(s.lower, 2 * (light_view.gain - dark_view.upper) - 1);
    if (two_threats(s, dark_view, light_view.upper - margin + 1, s.sides[dark]))
      s.upper = std::min(s.upper, threshold - 2);
  } else {
    s.upper = std::min(s.upper, 2 * (light_view.upper - dark_view.gain) - 1);
    if (two_threats(s, light_view, margin + dark_view.upper, s.sides[light]))
      s.lower = std::max(s.lower, threshold);
  }
}

template <class Word, bool two_levels>
inline auto Taiji<Word, two_levels>::components(const State& s) const -> Components {
  Components parts;
  if (corners()) [[unlikely]] {
    // Squares join along edges alone, but a taijitu can have its halves in two components.
    grid_.each_king_component(s.live, [&](Word together) {
      grid_.each_component(together, [&](Word area) {
        parts.push({area, std::min(count(area), count(together) / 2)});
      });
    });
    return parts;
  }
  grid_.each_component(s.live, [&](Word area) {
    int most = 0;
    if constexpr (two_levels)
      each_flat_component(s, area, [&](Word flat) { most += grid_.capacity(flat); });
    else
      most = grid_.capacity(area);
    parts.push({area, most});
  });
  return parts;
}

// Bounds for one colour against any play of the other. A final group consists of present groups and
// of squares to come of one region: groups and free squares that could all be joined. In each
// component at most `capacity` squares take this colour. (A sharper count, group by group, of the
// squares that add most to it bounded one position in a thousand, and took a quarter of the time.)
template <class Word, bool two_levels>
template <bool with_gain>
inline auto Taiji<Word, two_levels>::outlook(const Side& side, const Components& parts) const
    -> Outlook {
  Outlook view;
  auto& worth = view.worth;
  if constexpr (with_gain)
    for (const Component& p : parts) each_square(p.area, [&](int x) { worth[x] = 1; });
  std::array<int, 3> sizes{};
  for (int i = 0; i < scored_; ++i) insert_largest(sizes, side.closed[i], scored_);
  auto& regions = view.regions;
  for (const Component& p : parts) regions.push({p.area, p.capacity});
  for (const Group& g : side.groups) {
    insert_largest(sizes, g.size, scored_);
    if constexpr (with_gain)
      each_square(g.liberties,
                  [&](int x) { worth[x] = static_cast<std::uint8_t>(worth[x] + g.size); });
    int into = -1;
    for (int i = 0; i < regions.size(); ++i) {
      if (!(regions[i].area & g.liberties)) continue;
      if (into < 0) {
        into = i;
        regions[i].potential += g.size;
      } else {
        regions[into].area |= regions[i].area;
        regions[into].potential += regions[i].potential;
        regions.swap_out(i--);
      }
    }
  }
  if (scoring() == GroupScoring::products) [[unlikely]] {
    bound_product(side, view);
    return view;
  }
  view.lower = std::max(score_of(sizes, scored_, scoring()), int{side.floor});

  if constexpr (with_gain) {
    for (const Component& p : parts)
      each_square(p.area, [&](int x) { view.gain = std::max(view.gain, int{worth[x]}); });
    // The group joined may have been among the best; only closed ones surely count as well.
    view.gain = score_of_one(view.gain, scoring());
    view.gain = std::max(view.gain + score_of(side.closed, scored_ - 1, scoring()), view.lower);
  }

  std::array<int, 4> by_region{};
  for (int i = 0; i < scored_; ++i) insert_largest(by_region, side.closed[i]);
  for (const Region& r : regions) insert_largest(by_region, r.potential);
  view.upper = score_of(by_region, scored_, scoring());
  if (scoring() != GroupScoring::sum || corners()) view.upper = std::min(view.upper, most_);
  view.upper = std::max(view.upper, int{side.floor});
  return view;
}

// Bounds on a product. Every region with a group ends with a group that is no smaller than its
// largest now, and groups of different regions stay apart: so that of these sizes and the closed
// ones is the lower bound. The next placement secures no more than that.
template <class Word, bool two_levels>
[[gnu::cold, gnu::noinline]] void Taiji<Word, two_levels>::bound_product(const Side& side,
                                                                         Outlook& view) const {
  auto least = side.closed;
  int open = 0;
  for (const Region& r : view.regions) {
    int largest = 0;
    for (const Group& g : side.groups)
      if (r.area & g.liberties) largest = std::max<int>(largest, g.size);
    insert_largest(least, largest, scored_);
    open += r.potential;
  }
  view.lower = view.gain = score_of(least, scored_, scoring());
  view.upper = std::min(greatest_product(open, side.closed, scored_), most_);
}

// Returns whether the side not to move reaches the score `need` with its next placement, whatever
// is placed before that. The placement in between can only take squares away from it, never size.
template <class Word, bool two_levels>
inline bool Taiji<Word, two_levels>::two_threats(const State& s, const Outlook& view, int need,
                                                 const Side& side) const {
  if (scoring() == GroupScoring::products) return false;
  need -= score_of(side.closed, scored_ - 1, scoring());
  Word threats = 0;
  each_square(s.live, [&](int x) {
    if (score_of_one(view.worth[x], scoring()) >= need) threats |= square_bit<Word>(x);
  });
  if ((threats & (threats - 1)) == 0) return false;
  bool always = true;
  for (Word rest = s.live; rest != 0 && always; rest &= rest - 1) {
    const int a = lowest(rest);
    for (Word near = partners(s, a) & rest; near != 0 && always; near &= near - 1) {
      const Word left = s.live & ~(square_bit<Word>(a) | square_bit<Word>(lowest(near)));
      if (!(threats & left & beside(s, left))) always = false;
    }
  }
  return always;
}

// Leaves out a move if another one leaves the same squares live and is no worse: its mover's square
// joins the same groups and perhaps more, with the same liberties and perhaps more, the other's
// square the same or fewer. For what both then get in the rest of the game, groups that contain
// others are no smaller in sum.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::undominated_moves(const State& s,
                                                       std::vector<Move>& list) const {
  struct Effect {
    Word live;
    std::array<Word, 2> reach;  // for each colour: the liberties of the group that the move makes
    std::array<std::uint64_t, 2> joins;  // and the groups that it joins
    int move;
  };
  // Of a live square: the groups of a colour.
  std::array<std::array<std::uint64_t, max_squares>, 2> touch;
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
