// TAIJI: keys of positions, and bounds by the mirror strategy. See docs/kernel-taiji.md, "TAIJI",
// Keys, Bounds and Mirrored replies.
#pragma once

#include "games/taiji.hpp"

#include <bit>

namespace litslab {

// The rest of the game depends only on the key. Early positions meet their mirror images, and parts
// of them each other's. Late ones seldom do, so their squares are hashed without symmetry, at far
// less cost.
template <class Word, bool two_levels>
Key Taiji<Word, two_levels>::key(const State& s) const {
  const std::uint64_t turn = s.heap * 2u + s.mover;
  if (symmetric_share * count(s.live) >= grid_.squares()) return symmetric_key(s, turn);
  Hasher all;
  all.add(turn);
  add(all, s.live);
  if constexpr (two_levels) add(all, s.live & s.high);
  Key groups;  // a sum, because they are in any order
  for (int c = 0; c < 2; ++c) {
    std::uint64_t scores = s.sides[c].floor;
    for (int i = 0; i < scored_; ++i) scores = scores << 8 | s.sides[c].closed[i];
    all.add(scores);
    for (const Group& g : s.sides[c].groups) {
      Hasher one;
      add(one, g.liberties);
      one.add(g.size * 2u + c);
      groups += one.key();
    }
  }
  all.add(groups);
  return all.key();
}

// Every component of live squares is brought into a canonical place by itself (shift, turn,
// reflection: the one with the least hash of its pattern), the components are put in order, and the
// groups are then described on the squares so labelled. So positions with equal keys are equal up
// to moves of components; ties only miss some equalities.
template <class Word, bool two_levels>
Key Taiji<Word, two_levels>::symmetric_key(const State& s, std::uint64_t turn) const {
  std::array<std::uint64_t, max_squares> weight;
  each_square(s.live, [&](int q) { weight[q] = 0x5bd1e995; });
  if constexpr (two_levels)
    each_square(s.live & s.high, [&](int q) { weight[q] = mix64(0x5bd1e995); });
  for (int c = 0; c < 2; ++c)
    for (const Group& g : s.sides[c].groups) {
      const std::uint64_t h = mix64(g.size + 256u * c + 512u * count(g.liberties));
      each_square(g.liberties, [&](int q) { weight[q] += h; });
    }
  struct Part {
    std::uint64_t hash;
    Word area;
    int transform, shift;
  };
  InlineVector<Part, max_squares> parts;
  const int n = grid_.side();
  each_live_component(s, [&](Word area) {
    Part best{~0ULL, 0, 0, 0};
    for (int t = 0; t < 8; ++t) {
      int low_row = n, low_column = n;
      each_square(area, [&](int q) {
        const int to = grid_.image(t)[q];
        low_row = std::min(low_row, grid_.row(to));
        low_column = std::min(low_column, grid_.column(to));
      });
      const int shift = low_row * n + low_column;
      std::uint64_t hash = 0;
      each_square(area,
                  [&](int q) { hash += label_[grid_.image(t)[q] - shift] * (weight[q] | 1); });
      hash ^= hash >> 32;
      if (hash < best.hash) best = {hash, area, t, shift};
    }
    parts.push(best);
  });
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.hash < b.hash; });
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::array<std::uint64_t, max_squares> name, name2;
  for (int i = 0; i < parts.size(); ++i)
    each_square(parts[i].area, [&](int q) {
      const int to = grid_.image(parts[i].transform)[q] - parts[i].shift;
      name[q] = std::rotl(label_[to], i);
      name2[q] = std::rotl(label2_[to], i);
      first += name[q];
      second += name2[q];
      if constexpr (two_levels)
        if (s.high & square_bit<Word>(q)) {
          first += mix64(name[q]);
          second += mix64(name2[q]);
        }
    });
  first = mix64(first);
  second = mix64(second);
  for (int c = 0; c < 2; ++c) {
    const Side& side = s.sides[c];
    for (const Group& g : side.groups) {
      std::uint64_t a = g.size + 256u * c;
      std::uint64_t b = a << 20;
      each_square(g.liberties, [&](int q) {
        a += name[q];
        b += name2[q];
      });
      first += mix64(a);
      second += mix64(b ^ 0x1234567);
    }
    std::uint64_t scores = side.floor;
    for (int i = 0; i < scored_; ++i) scores = scores << 8 | side.closed[i];
    scores = scores << 2 | static_cast<unsigned>(c);
    first += mix64(scores ^ 0xabcdef0123ULL);
    second += mix64(scores ^ 0x9876543210ULL);
  }
  return {mix64(second + turn * 0x9e3779b97f4a7c15ULL), mix64(first ^ (turn << 40))};
}

// The mirror strategy. Let sigma be the half turn or a reflection, the live squares
// sigma-symmetric, no live square its own image or adjacent to its own image. Then no placement
// meets its image, and the side not to move can answer every placement by its image with the
// colours exchanged. If every group of the mover has its image, at least as large, among the groups
// of the other (who may own more: that only helps), this stays so to the end, where the other's
// score is then no smaller: margin <= 0 for the mover. (Joining through further groups never makes
// the sum of the n largest smaller.) With floors the margin is at most the excess of the mover's
// floor. A nim heap would let the mover pass, so there must be none.
//
// If squares are adjacent to their images, a placement on such a pair is its own image with the
// colours exchanged: it keeps the symmetry and takes a turn. The side not to move can go on
// mirroring while it finds another such pair to answer with. That proves nothing, but such
// positions are few, and a tie mostly stays within reach when no pair is left. So if a tie is
// enough, the move that leads here is searched first.
template <class Word, bool two_levels>
inline void Taiji<Word, two_levels>::mirror(State& s, int threshold) const {
  if (s.heap != 0 || count(s.live) < least_mirrored) return;
  const Side& mine = s.sides[s.mover];
  const Side& other = s.sides[s.mover ^ 1];
  // More or larger groups of the other can make a product smaller.
  const bool alike = scoring() == GroupScoring::products;
  if (mine.groups.size() > other.groups.size()) return;
  if (alike && (mine.groups.size() != other.groups.size() || mine.closed != other.closed)) return;
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
    else if (pairing == Pairing::apart && (reach_of(q) & square_bit<Word>(to)))
      pairing = Pairing::touching;
  });
  return pairing;
}

// Returns whether every group of one side has an image, at least as large and each a different one,
// among the other's.
template <class Word, bool two_levels>
inline bool Taiji<Word, two_levels>::has_images(const Side& one, const Side& other, int t) const {
  std::array<bool, max_groups> used{};
  for (const Group& g : one.groups) {
    const Word image = turned(g.liberties, t);
    bool found = false;
    for (int i = 0; i < other.groups.size() && !found; ++i) {
      const Group& candidate = other.groups[i];
      if (used[i] || candidate.liberties != image || candidate.size < g.size) continue;
      if (scoring() == GroupScoring::products && candidate.size != g.size) continue;
      used[i] = true;
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace litslab
