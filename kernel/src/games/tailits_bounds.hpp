// TAILITS: bounds on the value, and groups that can be forgotten. See docs/kernel-tailits.md,
// "Bounds, and moves that need no search".
#pragma once

#include "games/tailits.hpp"

#include <bit>

namespace litslab {

// A summary of the open bodies. They are divided into cliques that share a square, so each clique
// brings at most one piece, that is two squares of each colour. The cliques lie in components of
// coverable squares. For each colour there are the groups that a piece of a clique can touch.
template <int Words>
struct Tailits<Words>::Outlook {
  // Each clique has a square of its own.
  static constexpr int max_cliques = std::min(Set::capacity, Squares::capacity);
  // Sets of groups that are kept apart; further ones are joined.
  static constexpr int max_touched = 12;
  using Mask = std::uint64_t;  // a set of groups
  struct Touched {
    Mask groups;
    int size;  // of these together
  };
  struct Clique {
    Set members;
    std::uint8_t component = 0;
    // Maximal sets of groups that one piece can touch.
    std::array<InlineVector<Touched, max_touched>, 2> touched;
    std::array<std::uint8_t, 2> worth{};  // the most one piece can bring to a group that it joins
  };
  InlineVector<Clique, max_cliques> cliques;
  InlineVector<int, max_components> clique_count;  // in each component
  InlineVector<Squares, max_components> component_area;
  // Of each paintable square: the groups it touches.
  std::array<std::array<Mask, Squares::capacity>, 2> near;
  std::array<std::uint8_t, 2> top{};  // the size of the largest group that can grow
  const std::array<Squares, 2>& paint;

  // Finds the groups that each square touches. The functions below add the cliques, and the worth
  // of their pieces.
  explicit Outlook(const State& s) : paint(s.paint) {
    for (int c : {black, white}) {
      paint[c].for_each([&](int q) { near[c][q] = 0; });
      const auto& groups = s.colours[c].groups;
      for (int i = 0; i < groups.size(); ++i) {
        groups[i].touch.for_each([&](int q) { near[c][q] |= Mask{1} << i; });
        top[c] = std::max(top[c], groups[i].size);
      }
    }
  }

  void gather_cliques(const Tailits& game, const Set& open) {
    Set rest = open;
    while (rest.any()) {
      if (cliques.size() == max_cliques)
        throw std::logic_error("more cliques than a board has room for");
      cliques.push({});
      const int square = take_clique(game.t_, rest, cliques.back().members);
      square_of[cliques.size() - 1] = static_cast<std::uint8_t>(square);
    }
  }
  // Components of coverable squares; a body lies in one of them.
  void gather_components(const Tailits& game) {
    game.grid_.each_king_component(wide(paint[black] | paint[white]), [&](Word128 component) {
      const Squares area = narrow(component);
      int used = 0;
      for (int k = 0; k < cliques.size(); ++k)
        if (area.test(square_of[k])) {
          cliques[k].component = static_cast<std::uint8_t>(component_area.size());
          ++used;
        }
      if (!used) return;
      component_area.push(area);
      clique_count.push(used);
    });
  }

  void gather_worth(const Tailits& game, const State& s) {
    for (Clique& k : cliques)
      k.members.for_each([&](int p) {
        for (const int v : game.variants_of_[p]) {
          const Variant& variant = game.variants_[v];
          if (!s.supply[variant.kind]) continue;
          for (int c : {black, white}) {
            const auto& at = variant.squares[c];
            insert(k.touched[c], near[c][at[0]] | near[c][at[1]]);
          }
        }
      });
    for (Clique& k : cliques)
      for (int c : {black, white})
        for (Touched& t : k.touched[c]) {
          t.size = sum(s.colours[c], t.groups);
          k.worth[c] = static_cast<std::uint8_t>(std::max<int>(k.worth[c], 2 + t.size));
        }
  }

  // Keeps the maximal sets; if there are too many, joins some.
  static void insert(InlineVector<Touched, max_touched>& sets, Mask m) {
    for (int i = 0; i < sets.size(); ++i) {
      const Mask other = sets[i].groups;
      if ((other | m) == other) return;
      if ((other | m) == m) sets.swap_out(i--);
    }
    if (sets.size() < max_touched)
      sets.push({m, 0});
    else
      sets[0].groups |= m;
  }
  static int sum(const Colour& colour, Mask groups) {
    int total = 0;
    for (; groups; groups &= groups - 1) total += colour.groups[std::countr_zero(groups)].size;
    return total;
  }

  std::array<std::uint8_t, max_cliques> square_of;  // of each clique
};

// Bounds a new state, and forgets groups that cannot matter.
template <int Words>
inline void Tailits<Words>::update_bounds(State& s, std::optional<int> target) const {
  if (s.legal.none()) {
    for (Colour& c : s.colours) {
      c.least = c.closed;
      c.most = c.closed;
    }
    s.lower = static_cast<std::int16_t>(value(s));
    s.upper = s.lower;
    return;
  }
  Outlook view(s);
  view.gather_cliques(*this, s.open);
  view.gather_components(*this);
  const std::array<Regions, 2> home{regions(view, s.colours[black]),
                                    regions(view, s.colours[white])};
  std::array<Reached, 2> reached;
  for (int c : {black, white}) reached[c] = bound(view, false, c, home[c], s.colours[c]);
  bound_value(s);
  if (looks_closely(s)) {
    if (target && (s.lower >= *target || s.upper < *target)) return;
    view.gather_worth(*this, s);
    for (int c : {black, white}) reached[c] = bound(view, true, c, home[c], s.colours[c]);
    bound_value(s);
  }
  for (int c : {black, white}) forget(s.colours[c], reached[c]);
}

// From the bounds of both colours. Proof: Black's score is at least Black's least and White's at
// most White's most, and nothing is worse for Black than a tie rule against it. With scoring
// `second` that rule goes by the largest groups first, so it is decided where one colour's least is
// above the other's most. The upper bound is the same with the colours exchanged.
template <int Words>
inline void Tailits<Words>::bound_value(State& s) const {
  const Colour& b = s.colours[black];
  const Colour& w = s.colours[white];
  if (!second_largest_) {
    s.lower = static_cast<std::int16_t>(2 * (b.least[0] - w.most[0]) - 1);
    s.upper = static_cast<std::int16_t>(2 * (b.most[0] - w.least[0]) + 1);
  } else {
    const bool black_ahead = !half_point_ && b.least[0] > w.most[0];
    const bool white_ahead = !half_point_ && b.most[0] < w.least[0];
    s.lower = static_cast<std::int16_t>(2 * (b.least[1] - w.most[1]) + (black_ahead ? 1 : -1));
    s.upper = static_cast<std::int16_t>(2 * (b.most[1] - w.least[1]) + (white_ahead ? -1 : 1));
  }
}

template <int Words>
struct Tailits<Words>::Region {
  std::uint64_t components = 0;
  Squares area;
  int potential = 0;  // the size of all its groups and all squares to come, as one group
  int top = 0;        // its largest present group
};

// The components of coverable squares, joined if a group of the colour lies at several. Proof of
// the potential: a final group consists of present groups and new squares that are connected, so
// all of it belongs to one region; each clique of the region brings one piece at most, and that two
// squares of the colour.
template <int Words>
inline auto Tailits<Words>::regions(const Outlook& view, const Colour& colour) const -> Regions {
  Regions result;
  for (int i = 0; i < view.component_area.size(); ++i)
    result.push({std::uint64_t{1} << i, view.component_area[i], 2 * view.clique_count[i], 0});
  for (const Group& g : colour.groups) {
    int into = -1;
    for (int i = 0; i < result.size(); ++i) {
      if (!result[i].area.intersects(g.touch)) continue;
      if (into < 0) {
        into = i;
        result[i].potential += g.size;
        result[i].top = std::max<int>(result[i].top, g.size);
        continue;
      }
      Region& home = result[into];
      home.components |= result[i].components;
      home.area |= result[i].area;
      home.potential += result[i].potential;
      home.top = std::max(home.top, result[i].top);
      result.swap_out(i--);
    }
  }
  return result;
}

// The largest final group with group `i` in it: besides the group itself, every further piece
// brings two squares and the groups that it touches. Proof: each clique of the region brings one
// piece at most, and every other group that is joined is touched by one of these pieces, so it is
// counted with that piece's clique at least once.
template <int Words>
inline int Tailits<Words>::reach(const Outlook& view, const Colour& colour, int c, int i,
                                 const Region& home) const {
  int most = colour.groups[i].size;
  const bool lone = std::has_single_bit(home.components);
  if (lone && view.clique_count[std::countr_zero(home.components)] == 1)
    return most + single_gain(view, colour, c, i, std::countr_zero(home.components));
  for (const auto& k : view.cliques) {
    if (!(home.components >> k.component & 1)) continue;
    int best = 0;
    const bool single = view.clique_count[k.component] == 1;
    for (const auto& t : k.touched[c]) {
      // The only piece of a component joins nothing new there, so it helps only by touching groups;
      // if no other component can bring others, only by touching this one.
      const bool touches = t.groups >> i & 1;
      const bool helps = lone ? touches : t.groups != 0;
      if (single && !helps) continue;
      best = std::max(best, 2 + t.size - (touches ? colour.groups[i].size : 0));
    }
    most += best;
    if (most >= home.potential) return home.potential;
  }
  return most;
}

// The most that group `i` gains from the only piece that can still come near it. Proof: no other
// piece joins anything to it, so it gains the piece's squares that become part of it and the other
// groups that these touch. All pieces are tried.
template <int Words>
inline int Tailits<Words>::single_gain(const Outlook& view, const Colour& colour, int c, int i,
                                       int component) const {
  const auto* clique = view.cliques.begin();
  while (clique->component != component) ++clique;
  int best = 0;
  clique->members.for_each([&](int p) {
    for (const int v : variants_of_[p]) {
      const auto at = variants_[v].squares[c];
      auto first = view.near[c][at[0]];
      auto second = view.near[c][at[1]];
      int added = 1;
      if (grid_.neighbours(at[0]).test(at[1]) || (first & second)) {
        first |= second;
        second = first;
        added = 2;
      }
      for (const auto touched : {first, second}) {
        if (!(touched >> i & 1)) continue;
        const auto others = touched & ~(std::uint64_t{1} << i);
        best = std::max(best, added + Outlook::sum(colour, others));
      }
    }
  });
  return best;
}

// Bounds a colour; returns the size of the largest final group that each of its groups can be part
// of. Proof of `least`: groups never shrink, and those of different regions never join, so each
// region's largest is part of a final group of its own. Proof of `most`: a final group is closed,
// or has a present group in it (its reach), or is wholly new and lies in one component; distinct
// final groups have distinct members. And it lies in one region, whose potential two of them share.
template <int Words>
inline auto Tailits<Words>::bound(const Outlook& view, bool closely, int c, const Regions& home,
                                  Colour& colour) const -> Reached {
  std::array<int, 2> least{}, most{}, by_region{};
  int floor = 0;
  for (int size : colour.closed)
    for (auto* sizes : {&least, &most, &by_region}) insert_largest(*sizes, size);
  for (const Group& g : colour.groups) floor = std::max<int>(floor, g.size);
  // Groups of different regions never join: the largest of each are different final groups.
  for (const Region& r : home) insert_largest(least, r.top);
  least[0] = std::max(least[0], floor);
  Reached reached;
  for (int i = 0; i < colour.groups.size(); ++i) {
    int r = 0;
    while (!home[r].area.intersects(colour.groups[i].touch)) ++r;
    reached[i] = home[r].potential;
    // A reach that is not above a certain size bounds nothing, and the group is forgotten either
    // way.
    if (closely && reached[i] > least[second_largest_])
      reached[i] = reach(view, colour, c, i, home[r]);
    insert_largest(most, reached[i]);
  }
  // A group may be wholly new, and there may be two of them.
  for (int i = 0; i < view.component_area.size(); ++i)
    for (int k = 0; k < 2; ++k) insert_largest(most, 2 * view.clique_count[i]);
  // Two final groups of one region share its potential.
  int halved = 0;
  for (const Region& r : home) {
    insert_largest(by_region, r.potential);
    halved = std::max(halved, r.potential / 2);
  }
  by_region[1] = std::max(by_region[1], halved);
  for (int i : {0, 1}) {
    colour.least[i] = static_cast<std::uint8_t>(least[i]);
    colour.most[i] = static_cast<std::uint8_t>(std::max(least[i], std::min(most[i], by_region[i])));
  }
  return reached;
}

// Forgets the groups that can be part of no final group above `floor`, which the score reaches
// without them; a group that cannot grow at all is closed.
template <int Words>
inline void Tailits<Words>::forget(Colour& colour, const Reached& reached) const {
  const int floor = colour.least[second_largest_];
  int kept = 0;
  for (int i = 0; i < colour.groups.size(); ++i) {
    const Group g = colour.groups[i];
    if (reached[i] == g.size)
      insert_largest(colour.closed, g.size);
    else if (reached[i] > floor)
      colour.groups[kept++] = g;
  }
  colour.groups.truncate(kept);
  if (!second_largest_) colour.closed = {colour.least[0], 0};
}

}  // namespace litslab
