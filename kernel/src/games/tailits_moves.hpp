// TAILITS: the moves that can matter, each with bounds on the value after it, see
// docs/kernel-tailits.md, "Bounds, and moves that need no search"; and keys of positions.
#pragma once

#include "games/tailits.hpp"

namespace litslab {

// Appends the moves of one body after the other, until `enough(index of the last body's first
// move)`.
template <int Words>
template <class Enough>
inline void Tailits<Words>::each_body_moves(const State& s, std::vector<Move>& list,
                                            Enough&& enough) const {
  Outlook view(s);
  const bool closely = looks_closely(s);
  if (closely || several_kinds_) view.gather_cliques(*this, s.open);
  if (closely) view.gather_worth(*this, s);
  const bool few = s.open.count() <= last_moves_weight;
  std::array<Effect, most_colourings> effects;
  s.legal.for_each_while([&](int p) {
    const auto before = list.size();
    Set left;
    if (few) left = t_.open_after(s.open, p, s.covered);
    const bool last = few && left.none();
    int count = 0;
    for (const int v : variants_of_[p])
      if (s.supply[variants_[v].kind]) effects[count++].id = static_cast<std::uint16_t>(v);
    if (last || closely || count > 1)
      for (int i = 0; i < count; ++i) effects[i] = effect(s, view, effects[i].id);
    if (count > 1) count = undominated(s, view, effects.data(), count);
    if (last)
      for (int i = 0; i < count; ++i) append_last(s, effects[i], list);
    else
      append(s, view, left, effects.data(), count, list);
    return !enough(before);
  });
}

// The immediate effect of a variant: for each colour, the one or two new groups that its squares
// make.
template <int Words>
struct Tailits<Words>::Effect {
  struct Part {
    std::uint64_t joins = 0;  // groups
    Squares touch;            // adjacent squares that can still be painted
    std::uint8_t added = 0;   // new squares
  };
  std::uint16_t id = 0;
  std::array<std::array<Part, 2>, 2> parts;
  std::array<std::uint8_t, 2> count{};  // of parts
  std::array<std::uint8_t, 2> size{};   // of the largest new group
  std::array<std::uint8_t, 2> worth{};  // the size of all that is touched, in one group
};

template <int Words>
inline auto Tailits<Words>::effect(const State& s, const Outlook& view, int v) const -> Effect {
  Effect e;
  e.id = static_cast<std::uint16_t>(v);
  const Variant& variant = variants_[v];
  for (int c : {black, white}) {
    auto& [first, second] = e.parts[c];
    const auto at = variant.squares[c];
    const Squares free = view.paint[c] - t_.squares[variant.body];
    first = {view.near[c][at[0]], grid_.neighbours(at[0]) & free, 1};
    second = {view.near[c][at[1]], grid_.neighbours(at[1]) & free, 1};
    const Colour& colour = s.colours[c];
    e.worth[c] = static_cast<std::uint8_t>(2 + Outlook::sum(colour, first.joins | second.joins));
    if (grid_.neighbours(at[0]).test(at[1]) || (first.joins & second.joins)) {
      first = {first.joins | second.joins, first.touch | second.touch, 2};
      e.count[c] = 1;
      e.size[c] = e.worth[c];
    } else {
      e.count[c] = 2;
      e.size[c] = static_cast<std::uint8_t>(
          1 + std::max(Outlook::sum(colour, first.joins), Outlook::sum(colour, second.joins)));
    }
  }
  return e;
}

// Returns whether effect `a` is at least as good for colour c as `b`: each group that b makes is
// within one that a makes. (A group of b that touches nothing and is no larger than a certain size
// does not count.)
template <int Words>
inline bool Tailits<Words>::covers(const Colour& colour, const Effect& a, const Effect& b,
                                   int c) const {
  const int floor = second_largest_ ? colour.closed[1] : colour.least[0];
  std::array<const typename Effect::Part*, 2> need{};
  int needed = 0;
  for (int i = 0; i < b.count[c]; ++i) {
    const auto& part = b.parts[c][i];
    if (!part.joins && part.touch.none() && part.added <= floor) continue;
    need[needed] = &part;
    ++needed;
  }
  const auto within = [&](const auto& inner, const auto& outer) {
    return !(inner.joins & ~outer.joins) && outer.touch.contains(inner.touch) &&
           inner.added <= outer.added;
  };
  const auto& has = a.parts[c];
  if (needed == 0) return true;
  if (needed == 1) {
    if (within(*need[0], has[0])) return true;
    return a.count[c] == 2 && within(*need[0], has[1]);
  }
  if (a.count[c] == 1) return within(*need[0], has[0]) && within(*need[1], has[0]);
  const bool in_order = within(*need[0], has[0]) && within(*need[1], has[1]);
  return in_order || (within(*need[0], has[1]) && within(*need[1], has[0]));
}

// Leaves out variants of one body that another one makes pointless. With more squares there,
// largest groups are never smaller in the end, so more of one's own colour and less of the other is
// never worse. Second-largest groups may shrink (two groups join), so there only equal effects are
// merged.
template <int Words>
inline int Tailits<Words>::undominated(const State& s, const Outlook& view, Effect* effects,
                                       int count) const {
  int kept = 0;
  const auto pointless = [&](const Effect& a, const Effect& by) {
    const int x = variants_[a.id].kind;
    const int y = variants_[by.id].kind;
    const int coming = view.cliques.size();
    if (x != y && (s.supply[x] <= coming || s.supply[y] <= coming)) return false;
    const int own = s.side, other = !s.side;
    if (!covers(s.colours[own], by, a, own) || !covers(s.colours[other], a, by, other))
      return false;
    return !second_largest_ ||
           (covers(s.colours[own], a, by, own) && covers(s.colours[other], by, a, other));
  };
  for (int i = 0; i < count; ++i) {
    bool drop = false;
    for (int j = 0; j < kept && !drop; ++j) drop = pointless(effects[i], effects[j]);
    if (drop) continue;
    int left = 0;
    for (int j = 0; j < kept; ++j)
      if (!pointless(effects[j], effects[i])) effects[left++] = effects[j];
    kept = left;
    effects[kept++] = effects[i];
  }
  return kept;
}

// A move after which nothing can be placed: its value is known.
template <int Words>
inline void Tailits<Words>::append_last(const State& s, const Effect& e,
                                        std::vector<Move>& list) const {
  std::array<std::array<std::uint8_t, 2>, 2> final;
  for (int c : {black, white}) {
    const Colour& colour = s.colours[c];
    std::array<int, 2> top{};
    for (int size : colour.closed) insert_largest(top, size);
    std::uint64_t gone = 0;
    for (int i = 0; i < e.count[c]; ++i) {
      const auto& part = e.parts[c][i];
      gone |= part.joins;
      insert_largest(top, part.added + Outlook::sum(colour, part.joins));
    }
    for (int i = 0; i < colour.groups.size(); ++i)
      if (!(gone >> i & 1)) insert_largest(top, colour.groups[i].size);
    final[c] = {static_cast<std::uint8_t>(top[0]), static_cast<std::uint8_t>(top[1])};
  }
  const auto value = static_cast<std::int16_t>(value_of(final[black], final[white], s.side));
  list.push_back({e.id, value, value});
}

// All other moves, of one body. Proof of their bounds: a final group contains squares touched by
// the move, or only older ones. Each clique that the move leaves adds at most its worth to the
// group. The group that the move makes stays.
template <int Words>
inline void Tailits<Words>::append(const State& s, const Outlook& view, const Set& left,
                                   const Effect* effects, int count,
                                   std::vector<Move>& list) const {
  const bool tight = looks_closely(s) && !second_largest_;
  std::array<int, 2> coming{};
  if (tight)
    for (const auto& k : view.cliques)
      if (k.members.intersects(left))
        for (int c : {black, white}) coming[c] += k.worth[c];
  for (int i = 0; i < count; ++i) {
    const Effect& e = effects[i];
    int lower = s.lower, upper = s.upper;
    if (tight) {
      std::array<int, 2> least, most;
      for (int c : {black, white}) {
        const Colour& colour = s.colours[c];
        least[c] = std::max(colour.least[0], e.size[c]);
        const int reach = std::max(view.top[c], e.worth[c]) + coming[c];
        most[c] = std::max<int>(least[c], std::min<int>(colour.most[0], reach));
      }
      lower = std::max(lower, 2 * (least[black] - most[white]) - 1);
      upper = std::min(upper, 2 * (most[black] - least[white]) + 1);
    }
    list.push_back({e.id, static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper)});
  }
}

// ---- keys, see docs/kernel-tailits.md, "State and keys"

template <int Words>
inline void Tailits<Words>::hash_colours(const State& s, Hasher& h) const {
  if (second_largest_ && settled(s)) {
    const int difference = s.colours[black].closed[0] - s.colours[white].closed[0];
    const int sign = (difference > 0) - (difference < 0);
    h.add(0xfe00 + sign);
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
    h.add(groups);
    if (!second_largest_ && settled_part(colour))
      h.add(0xffff);
    else
      h.add(colour.closed[0] | colour.closed[1] << 8);
  }
}

template <int Words>
inline void Tailits<Words>::hash_supply(const State& s, Hasher& h) const {
  std::uint64_t rest = s.side | (s.placed ? 0 : 2);
  for (int c = 0; c < static_cast<int>(t_.of_kind.size()); ++c) {
    const bool matters = can_run_out(t_, s.open & t_.of_kind[c], s.supply[c]);
    rest = rest << 8 | (matters ? s.supply[c] : 255);
    if (c % 6 == 5) h.add(std::exchange(rest, 0));
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
