// TAIJI: simpler positions with the same answer to a query. See docs/kernel-taiji.md, "TAIJI",
// Reductions.
#pragma once

#include "games/taiji.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <vector>

namespace litslab {

// The query is "light - dark >= margin". Dark scores up to lower(light) - margin cannot hurt Light,
// and Light scores up to lower(dark) + margin - 1 do not help: floors may rise to these. Then drops
// groups that are of no use any more.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::raise_floors(State& s, const Components& parts,
                                                  std::array<Outlook, 2>& views, int margin) const {
  raise(s.sides[light], std::max(views[light].lower, views[dark].lower + margin - 1));
  raise(s.sides[dark], std::max(views[dark].lower, views[light].lower - margin));
  bool dropped = false;
  for (int c : {light, dark})
    if (drop(s.sides[c], views[c])) {
      dropped = true;
      views[c] = outlook(s.sides[c], parts);
      find_stakes(s.sides[c], parts, views[c]);
    }
  if (dropped) bound(s, views, margin);
}

// The greatest score with each group, and the components in which a score above the floor can still
// grow.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::find_stakes(const Side& side, const Components& parts,
                                                 Outlook& view) const {
  const auto& regions = view.regions;
  // The n scored groups come from distinct present groups, or are wholly new ones of some
  // component.
  std::array<int, max_groups> potential;
  std::array<int, 4> largest{};
  for (int i = 0; i < side.groups.size(); ++i) {
    int r = 0;
    while (!(regions[r].area & side.groups[i].liberties)) ++r;
    view.stake |= regions[r].area;
    potential[i] = regions[r].potential;
    insert_largest(largest, potential[i]);
  }
  for (const Component& p : parts) insert_largest(largest, p.capacity);
  for (int i = 0; i < scored_; ++i) insert_largest(largest, side.closed[i]);
  // Squares of potentials can be larger than any score, and than the type.
  const auto total_with = [&](int size) {
    const int total = score_of_one(size, scoring()) + score_without(largest, size, scored_ - 1);
    return static_cast<std::int16_t>(
        std::min<int>(total, std::numeric_limits<std::int16_t>::max()));
  };
  view.total.clear();
  for (int i = 0; i < side.groups.size(); ++i) view.total.push(total_with(potential[i]));
  for (int i = 0; i < scored_; ++i) view.closed_total[i] = total_with(side.closed[i]);
  for (const Component& p : parts)
    if (total_with(p.capacity) > side.floor) view.stake |= p.area;
}

// Forgets the groups that cannot be part of a score above the floor: they make no difference to
// max(floor, score).
template <class Word, bool two_levels>
inline bool Taiji<Word, two_levels>::drop(Side& side, const Outlook& view) const {
  int kept = 0;
  for (int i = 0; i < side.groups.size(); ++i)
    if (view.total[i] > side.floor) side.groups[kept++] = side.groups[i];
  const bool any = kept < side.groups.size();
  side.groups.truncate(kept);
  for (int i = 0; i < scored_; ++i)
    if (view.closed_total[i] <= side.floor) side.closed[i] = 0;
  std::sort(side.closed.begin(), side.closed.end(), std::greater<>());
  return any;
}

// Components without any stake only let the players pass the turn. Such components are a game of
// Cram (last to place wins) played in addition to the real one, and may be replaced by the nim heap
// of the same nimber: if G + H is a second-player win in Cram, then whoever wins X wins X + G + H
// too, by answering every move in G + H there; when X is over, moves in G + H change nothing. So X
// + G = X + G + (H + H) = X + H.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::settle(State& s, Word idle) const {
  each_flat_component(s, idle, [&](Word area) {
    if (count(area) > cram_limit) return;
    s.heap ^= static_cast<std::uint8_t>(cram(area));
    s.live &= ~area;
  });
}

template <class Word, bool two_levels>
inline int Taiji<Word, two_levels>::cram(Word area) const {  // an area of one level
  area &= grid_.adjacent(area);
  if (area == 0) return 0;
  if (count(area) <= 3) return 1;
  const Word one = grid_.component(area & (~area + 1), area);
  if (one != area) return cram(one) ^ cram(area & ~one);
  // One cache a thread: a cache of pure values needs no sharing. The slot is looked up again after
  // the recursion, which may have used it for something else.
  struct Slot {
    Word area = 0;
    int side = 0;
    int nimber = 0;
  };
  constexpr std::size_t slots = 1 << 14;
  thread_local std::vector<Slot> cache(slots);
  Slot& slot = cache[mix64(low_half(area) ^ mix64(high_half(area))) & (slots - 1)];
  if (slot.area == area && slot.side == grid_.side()) return slot.nimber;
  std::uint64_t seen = 0;
  each_square(area, [&](int a) {
    const Word after = area & ~square_bit<Word>(a);
    each_square(grid_.neighbours(a) & after & ~(square_bit<Word>(a) - 1),
                [&](int b) { seen |= 1ULL << cram(after & ~square_bit<Word>(b)); });
  });
  const int nimber = std::countr_one(seen);
  slot = {area, grid_.side(), nimber};
  return nimber;
}

}  // namespace litslab
