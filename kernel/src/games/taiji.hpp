// TAIJI for the solver: a state holds only what can still matter, not the coloured board.
//
// A coloured square matters in two ways only: by the size of its group, and by the free squares at
// which the group can still grow or be joined to others. So a position is stored as
//   live     the free squares that still have a free neighbour (only these can ever be covered),
//   groups   for each colour, every group that touches a live square, as (liberties, size);
//            squares are forgotten,
//   closed   the n largest groups of each colour that can grow no more,
//   floor    a score that the colour is sure to reach: its score is max(floor, sum of its groups).
// Scores are monotone in all of these. The reductions below rest on that. Products of sizes are
// not, as groups that join can be worth less: with them nothing is forgotten, and floors stay 0.
//
// On top of a game of TAILITS the board has two levels, the bare squares and those on tetrominoes.
// A placement lies on one level, but colours connect across: legality depends on the neighbours on
// a square's level, joining on all neighbours.
#pragma once

#include "core/arguments.hpp"
#include "core/grid.hpp"
#include "core/group_score.hpp"
#include "core/inline_vector.hpp"
#include "core/largest.hpp"
#include "search/game.hpp"
#include "search/transposition.hpp"

namespace litslab {

// The light and the dark square of a taijitu placement.
struct Taijitu {
  std::uint8_t light = 0, dark = 0;
};

// How a game differs from the rule text.
struct TaijiVariant {
  GroupScoring scoring = GroupScoring::sum;
  bool corners = false;  // a taijitu may also cover two squares that touch at a corner
};

// Checks and converts the squares that Python passes, on a board of `side` squares per side. `name`
// is that of the placements in messages. Random moves take it for granted that none is missing.
std::vector<Taijitu> taijitus_of(int side, const std::string& name,
                                 const std::vector<std::pair<int, int>>& squares,
                                 bool corners = false);

// The live squares on tetrominoes, if the board has two levels.
template <class Word, bool two_levels>
struct TaijiLevels {};
template <class Word>
struct TaijiLevels<Word, true> {
  Word high = 0;
};

// Side 0 has the halves that a placement calls light.
template <class Word, bool two_levels = false>
class Taiji {
 public:
  static constexpr int max_squares = Grid<Word>::max_squares;
  // Every group has a square of its own, and a colour has as many squares as there are pieces.
  static constexpr int max_groups = max_squares / 2;
  static constexpr int light = 0, dark = 1;
  static constexpr bool can_narrow = false;
  static constexpr bool enhanced_cutoffs = true;

  struct Group {
    Word liberties;
    std::uint8_t size;
  };
  struct Side {
    InlineVector<Group, max_groups> groups;
    std::array<std::uint8_t, 3> closed{};  // descending; only the first n are used
    std::uint16_t floor = 0;
  };
  struct State : TaijiLevels<Word, two_levels> {
    Word live = 0;
    std::uint8_t mover = light;
    // Nim heap for all components that cannot change the score, see reduce().
    std::uint8_t heap = 0;
    // The side not to move has restored a symmetry that it may keep, see mirror().
    bool mirrored = false;
    std::array<Side, 2> sides;
    int lower = 0, upper = 0;  // bounds on the value, set by reduce()
  };

  // `placements` is the handed-over table; moves are its indices, and from its size on the moves in
  // the heap.
  [[gnu::cold]] Taiji(int side, int groups_scored, std::vector<Taijitu> placements,
                      const TaijiVariant& variant = {})
      : grid_(side), scored_(groups_scored), variant_(variant), placements_(std::move(placements)) {
    expect_between("groups", scored_, 1, 3);
    // A finished position has groups of both colours: the product of one size is the size.
    if (scored_ == 1 && variant.scoring == GroupScoring::products)
      variant_.scoring = GroupScoring::sum;
    const int most = grid_.squares() / 2;  // no colour has more than half the squares
    most_ = scoring() == GroupScoring::products
                ? greatest_product(most, std::array<int, 3>{}, scored_)
                : score_of_one(most, scoring());
    for (std::size_t i = 0; i < placements_.size(); ++i)
      at_light_[placements_[i].light].push_back(static_cast<std::uint16_t>(i));
    for (int s = 0; s < grid_.squares(); ++s) {
      label_[s] = mix64(0x7a11u + s);
      label2_[s] = mix64(0xbadcafe + s);
    }
  }

  // The bare board, with a level of tetrominoes.
  void start(const Squares& high, int mover, State& s) const
    requires two_levels
  {
    s = State{};
    s.high = wide(high);
    s.live = beside(s, grid_.all());
    s.mover = static_cast<std::uint8_t>(mover);
  }
  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    s.live = grid_.all();
    play_all(*this, question.placed, s);
    s.mover = static_cast<std::uint8_t>(question.side);
    return s;
  }
  int placements() const { return static_cast<int>(placements_.size()); }
  int value_limit() const { return 2 * most_ + 1; }
  void legal(const State& s, std::vector<int>& list) const {
    each_move(s, [&](int move) { list.push_back(move); });
  }
  int random_move(const State& s, Random& random) const {
    if (corners()) return random_corner_move(s, random);
    const Directions by_direction = with_live_neighbour(s);
    const auto moves_within = [&](Word light_squares) {
      int n = 0;
      for (const Word squares : by_direction) n += count(squares & light_squares);
      return n;
    };
    // The table may be in any order, so moves are ranked by their light square.
    int rank = random.below(moves_within(s.live));
    int at = 0;  // the square below which at most `rank` moves lie
    for (int step = max_squares <= 64 ? 32 : 64; step > 0; step /= 2)
      if (at + step < grid_.squares() && moves_within(square_bit<Word>(at + step) - 1) <= rank)
        at += step;
    rank -= moves_within(square_bit<Word>(at) - 1);
    const Word others = live_beside(s, at);
    for (const auto i : at_light_[at]) {
      if (!(others & square_bit<Word>(placements_[i].dark))) continue;
      if (rank == 0) return i;
      --rank;
    }
    throw std::logic_error("no move of that rank");
  }

  // The size of the group that a move makes for its mover, less that of the other side's.
  int quick_gain(const State& s, int move) const {
    if (move >= static_cast<int>(placements_.size())) return 0;
    const auto [a, b] = placements_[move];
    const int gain = joined_size(s.sides[light], a) - joined_size(s.sides[dark], b);
    return s.mover == light ? gain : -gain;
  }

  const Grid<Word>& grid() const { return grid_; }
  int side(const State& s) const { return s.mover; }
  bool over(const State& s) const { return s.live == 0 && s.heap == 0; }
  // Of a finished position; Dark wins ties.
  int value(const State& s) const {
    const auto score = [&](const Side& side) {
      return std::max<int>(score_of(side.closed, scored_, scoring()), side.floor);
    };
    return 2 * (score(s.sides[light]) - score(s.sides[dark])) - 1;
  }
  int offset(const State&) const { return 0; }
  int weight(const State& s) const { return count(s.live); }
  Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
  // Keys are equal up to symmetry, so a move of the one position says nothing of the other.
  int external_id(int) const { return TableEntry::no_move; }
  // Placements, and turns in the nim heap.
  template <class F>
  void each_move(const State& s, F&& f) const {
    each_square(s.live, [&](int a) {
      const Word others = live_beside(s, a);
      for (const auto i : at_light_[a])
        if (others & square_bit<Word>(placements_[i].dark)) f(i);
    });
    for (int left = 0; left < s.heap; ++left) f(static_cast<int>(placements_.size()) + left);
  }
  void moves(const State& s, int, std::vector<Move>& list) const {
    if constexpr (two_levels) return undominated_moves(s, list);
    each_move(s, [&](int move) { list.push_back({static_cast<std::uint16_t>(move)}); });
  }

  void play(const State& s, int move, State& next) const {
    const int placements = static_cast<int>(placements_.size());
    if (move >= placements) {
      next = s;
      next.heap = static_cast<std::uint8_t>(move - placements);
    } else {
      const auto [a, b] = placements_[move];
      if constexpr (two_levels) next.high = s.high;
      next.heap = s.heap;
      next.live = s.live & ~(square_bit<Word>(a) | square_bit<Word>(b));
      next.live &= beside(next, next.live);
      cover(s.sides[light], a, next.live, next.sides[light]);
      cover(s.sides[dark], b, next.live, next.sides[dark]);
    }
    next.mover = s.mover ^ 1;
  }

  // Turns `s` into a simpler position with the same answer to "value >= threshold?", and bounds it.
  void reduce(State& s, int threshold) const {
    s.mirrored = false;
    if (play_out(s, threshold)) return;
    const Components parts = components(s);
    std::array<Outlook, 2> views{outlook(s.sides[light], parts), outlook(s.sides[dark], parts)};
    const int margin = (threshold + 1) / 2;
    bound(s, views, margin);
    if (s.lower >= threshold || s.upper < threshold) return;
    if (scoring() != GroupScoring::products) [[likely]] {
      for (int c : {light, dark}) find_stakes(s.sides[c], parts, views[c]);
      raise_floors(s, parts, views, margin);
      const Word idle = s.live & ~(views[light].stake | views[dark].stake);
      if (idle && !corners()) settle(s, idle);
    }
    if (s.lower < s.upper) mirror(s, threshold);
  }

  // The sizes and liberties of the groups, the largest group of the other side, and few live
  // squares (a smaller tree). See docs/kernel.md, "Order of moves".
  int move_score(const State&, int, const State& after) const {
    int score = -live_weight * count(after.live);
    int largest = 0;
    for (const Group& g : after.sides[after.mover ^ 1].groups) {
      const int liberties = count(g.liberties);
      score += g.size * (5 * g.size + 9 * liberties) + 4 * liberties * liberties - group_weight;
    }
    for (const Group& g : after.sides[after.mover].groups) {
      const int liberties = count(g.liberties);
      score -= g.size * (2 * g.size + 5 * liberties) + 3 * liberties * liberties - group_weight;
      largest = std::max<int>(largest, g.size);
    }
    score -= largest_weight * largest;
    // The bounds help on two levels only. They are 0 where nothing is reduced, as in the tree
    // search by random games.
    if constexpr (two_levels)
      score += 8 * (after.mover == dark ? after.lower + after.upper : -after.lower - after.upper);
    return after.mirrored ? score + before_all_others : score;
  }

  Key key(const State& s) const;

  // Returns whether a placement is legal.
  bool is_legal(const State& s, int placement) const {
    const auto [a, b] = placements_[placement];
    return (s.live & square_bit<Word>(a)) && (live_beside(s, a) & square_bit<Word>(b));
  }
  // Bounds on the value of a position that has not been reduced.
  Bounds outlook_bounds(const State& s) const {
    const Components parts = components(s);
    return value_bounds(outlook(s.sides[light], parts), outlook(s.sides[dark], parts));
  }

  // The same, after forgetting the groups that can be part of no score above the certain one.
  Bounds forget_and_bound(State& s) const {
    const Components parts = components(s);
    std::array<Bounds, 2> scores;
    for (int c = 0; c < 2; ++c) {
      Side& side = s.sides[c];
      const Outlook view = outlook<false>(side, parts);
      raise(side, view.lower);
      scores[c] = view;
      std::array<int, 3> others{};  // the largest potentials, of all scored groups but one
      for (int i = 0; i < scored_; ++i) insert_largest(others, side.closed[i], scored_ - 1);
      for (const Region& r : view.regions) insert_largest(others, r.potential, scored_ - 1);
      int kept = 0;
      for (const Group g : side.groups) {
        int r = 0;
        while (!(view.regions[r].area & g.liberties)) ++r;
        if (view.regions[r].potential + sum_largest(others, scored_ - 1) > view.lower)
          side.groups[kept++] = g;
      }
      side.groups.truncate(kept);
    }
    return value_bounds(scores[light], scores[dark]);
  }

 private:
  Key symmetric_key(const State& s, std::uint64_t turn) const;
  static void add(Hasher& hash, Word set) {
    hash.add(low_half(set));
    if constexpr (sizeof(Word) > 8) hash.add(high_half(set));
  }

  // More than any other score of a move.
  static constexpr int before_all_others = 1 << 20;
  // Of a live square, a group, and the size of the other side's largest group.
  static constexpr int live_weight = 72, group_weight = 16, largest_weight = 20;
  // Keys use symmetry while at least one square in two is live.
  static constexpr int symmetric_share = 2;

  // The game on top of TAILITS has no variants.
  GroupScoring scoring() const {
    if constexpr (two_levels) return GroupScoring::sum;
    return variant_.scoring;
  }
  bool corners() const {
    if constexpr (two_levels) return false;
    return variant_.corners;
  }

  // On the value, from bounds on both scores.
  static Bounds value_bounds(const Bounds& light_score, const Bounds& dark_score) {
    return {2 * (light_score.lower - dark_score.upper) - 1,
            2 * (light_score.upper - dark_score.lower) - 1};
  }

  // ---- levels

  // The live squares on the level of square `at`.
  static Word live_beside(const State& s, [[maybe_unused]] int at) {
    if constexpr (two_levels)
      return s.high & square_bit<Word>(at) ? s.live & s.high : s.live & ~s.high;
    return s.live;
  }
  using Directions = std::array<Word, 4>;
  // The live squares that have a live neighbour on their own level: to the right, to the left,
  // above, below.
  Directions with_live_neighbour(const State& s) const {
    Directions result{};
    const auto add = [&](Word flat) {
      const Word right = flat & flat >> 1 & grid_.not_last_column();
      const Word above = flat & flat >> grid_.side();
      result[0] |= right;
      result[1] |= right << 1;
      result[2] |= above;
      result[3] |= above << grid_.side();
    };
    if constexpr (two_levels) {
      add(s.live & s.high);
      add(s.live & ~s.high);
    } else {
      add(s.live);
    }
    return result;
  }
  // The live squares that one taijitu can cover together with square `at`.
  Word partners(const State& s, int at) const { return reach_of(at) & live_beside(s, at); }
  // The squares that a taijitu can cover together with square `at`, whatever their level.
  Word reach_of(int at) const {
    return corners() ? grid_.king_adjacent(square_bit<Word>(at)) : grid_.neighbours(at);
  }
  [[gnu::cold, gnu::noinline]] int random_corner_move(const State& s, Random& random) const {
    int moves = 0;
    each_square(s.live, [&](int at) { moves += count(partners(s, at)); });
    int rank = random.below(moves);
    for (Word rest = s.live; rest != 0; rest &= rest - 1) {
      const int at = lowest(rest);
      const Word others = partners(s, at);
      if (rank >= count(others)) {
        rank -= count(others);
        continue;
      }
      for (const auto i : at_light_[at])
        if (others & square_bit<Word>(placements_[i].dark) && rank-- == 0) return i;
    }
    throw std::logic_error("no move of that rank");
  }
  // Every square that has a neighbour in the set on its own level, or one across a corner, as far
  // as a taijitu may cover both.
  Word beside([[maybe_unused]] const State& s, Word set) const {
    if constexpr (two_levels)
      return (grid_.adjacent(set & s.high) & s.high) | (grid_.adjacent(set & ~s.high) & ~s.high);
    if (corners()) [[unlikely]]
      return grid_.king_adjacent(set);
    return grid_.adjacent(set);
  }
  // Calls f(part) for the parts of the live squares that no group and no taijitu connects.
  template <class F>
  void each_live_component(const State& s, F&& f) const {
    if (corners()) [[unlikely]]
      grid_.each_king_component(s.live, f);
    else
      grid_.each_component(s.live, f);
  }
  // Calls f(part) for the connected parts of a set in which each square is on one level with the
  // others.
  template <class F>
  void each_flat_component([[maybe_unused]] const State& s, Word set, F&& f) const {
    if constexpr (two_levels) {
      grid_.each_component(set & s.high, f);
      grid_.each_component(set & ~s.high, f);
    } else {
      grid_.each_component(set, f);
    }
  }

  // ---- groups

  static void raise(Side& side, int floor) {
    if (floor > side.floor) side.floor = static_cast<std::uint16_t>(floor);
  }

  // Of the group that square `at` would belong to.
  static int joined_size(const Side& side, int at) {
    const Word bit = square_bit<Word>(at);
    int size = 1;
    for (const Group& g : side.groups)
      if (g.liberties & bit) size += g.size;
    return size;
  }

  // Colours square `at` in `next`: its groups join, and every liberty that is no longer live goes.
  void cover(const Side& side, int at, Word live, Side& next) const {
    const Word bit = square_bit<Word>(at);
    Group joined{grid_.neighbours(at), 1};
    next.groups.clear();
    next.closed = side.closed;
    next.floor = side.floor;
    const auto keep = [&](const Group& g) {
      if (g.liberties)
        next.groups.push(g);
      else
        insert_largest(next.closed, g.size, scored_);
    };
    for (const Group& g : side.groups) {
      if (g.liberties & bit) {
        joined.liberties |= g.liberties;
        joined.size = static_cast<std::uint8_t>(joined.size + g.size);
      } else {
        keep({g.liberties & live, g.size});
      }
    }
    keep({joined.liberties & live, joined.size});
  }

  // The score of the `terms` best of `top` after one occurrence of `without` has been taken out.
  // Products are never asked for.
  int score_without(const std::array<int, 4>& top, int without, int terms) const {
    int total = 0;
    bool skipped = false;
    for (int i = 0; i < 4 && terms > 0; ++i) {
      if (!skipped && top[i] == without) {
        skipped = true;
        continue;
      }
      total += score_of_one(top[i], scoring());
      --terms;
    }
    return total;
  }

  // ---- bounds and moves: games/taiji_bounds.hpp

  struct Component;
  struct Region;
  struct Outlook;
  // At a corner a square alone can be a component.
  static constexpr int max_components = max_squares / 2 + 1;
  using Components = InlineVector<Component, max_components>;
  void bound(State& s, const std::array<Outlook, 2>& views, int margin) const;
  Components components(const State& s) const;
  // `with_gain`: include the gain of the next placement.
  template <bool with_gain = true>
  Outlook outlook(const Side& side, const Components& parts) const;
  void bound_product(const Side& side, Outlook& view) const;
  bool two_threats(const State& s, const Outlook& view, int need, const Side& side) const;
  void undominated_moves(const State& s, std::vector<Move>& list) const;

  // ---- simpler positions with the same answer: games/taiji_reductions.hpp

  static constexpr int cram_limit = 10;
  void raise_floors(State& s, const Components& parts, std::array<Outlook, 2>& views,
                    int margin) const;
  void find_stakes(const Side& side, const Components& parts, Outlook& view) const;
  bool drop(Side& side, const Outlook& view) const;
  void settle(State& s, Word idle) const;
  int cram(Word area) const;

  // ---- the last placements: games/taiji_endings.hpp

  struct Ending;
  bool play_out(State& s, int threshold) const;

  // ---- the mirror strategy: games/taiji_symmetry.hpp

  static constexpr int least_mirrored = 8;  // live squares; fewer are played out
  // The value of equal scores: Dark wins ties.
  static constexpr int tie = -1;

  // The live squares and their images: some have none or are their own; some are adjacent to
  // theirs; none is.
  enum class Pairing { none, touching, apart };

  void mirror(State& s, int threshold) const;
  Pairing pairing_by(int t, const State& s) const;
  bool has_images(const Side& one, const Side& other, int t) const;
  Word turned(Word set, int t) const {
    Word image = 0;
    each_square(set, [&](int q) { image |= square_bit<Word>(grid_.image(t)[q]); });
    return image;
  }

  Grid<Word> grid_;
  int scored_;
  TaijiVariant variant_;
  int most_;  // no score is higher
  std::vector<Taijitu> placements_;
  std::array<std::vector<std::uint16_t>, max_squares> at_light_;
  std::array<std::uint64_t, max_squares> label_{}, label2_{};
};

}  // namespace litslab

#include "games/taiji_bounds.hpp"
#include "games/taiji_endings.hpp"
#include "games/taiji_reductions.hpp"
#include "games/taiji_symmetry.hpp"
