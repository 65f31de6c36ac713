// Games of tetrominoes by the rules alone, played in place.
#pragma once

#include "core/groups.hpp"
#include "core/largest.hpp"
#include "core/tetromino_rules.hpp"
#include "games/game_simulator.hpp"

namespace litslab {

// Tetrominoes, plain or coloured. As in the search of TAILITS, sets are sets of bodies (a shape on
// its squares), and a body has one placement for each way its squares may be coloured.
template <int Words>
class TetrominoPlayout {
 public:
  using Set = Bits<Words>;

  struct State : TetrominoState<Words, TetrominoBoard<30>> {
    std::array<Squares, 2> colours;  // black, white
  };

  // For the widths that games/tetromino_playout.cpp lists.
  explicit TetrominoPlayout(const PlacementSet& given);

  int placements() const { return static_cast<int>(variants_.size()); }

  // `first`: the square that the first tetromino has to cover, or -1.
  void start(State& s, int first) const {
    t_.start(s);
    if (first >= 0) s.legal &= t_.covering[first];
  }

  int legal(const State& s) const {
    int n = 0;
    for (const auto& bucket : buckets_)
      if (available(bucket, s)) n += s.legal.count_and(bucket.bodies);
    return n;
  }

  // The legal placement of rank n.
  int choose(const State& s, int n) const {
    for (const auto& bucket : buckets_) {
      if (!available(bucket, s)) continue;
      const int here = s.legal.count_and(bucket.bodies);
      if (n < here) return bucket.placement_of[(s.legal & bucket.bodies).nth(n)];
      n -= here;
    }
    throw std::logic_error("no legal placement of that rank");
  }

  // Calls f(placement) for each legal placement, ascending.
  template <class F>
  void each_legal(const State& s, F&& f) const {
    for (int i = 0; i < placements(); ++i)
      if (s.legal.test(variants_[i].body) && s.supply[variants_[i].kind]) f(i);
  }
  // The black squares of a placement, and the white ones.
  const std::array<Squares, 2>& colours(int placement) const {
    return variants_[placement].colours;
  }
  Squares squares(int placement) const { return colours(placement)[0] | colours(placement)[1]; }

  void play(State& s, int placement) const {
    const auto& variant = variants_[placement];
    t_.place(s, variant.body, variant.kind, s);
    for (int c = 0; c < 2; ++c) s.colours[c] |= variant.colours[c];
  }

 private:
  struct Variant {
    std::uint16_t body = 0;
    std::uint8_t kind = 0;
    std::array<Squares, 2> colours;
  };
  // At most one placement of each body, so that a rank among the legal ones leads to one.
  struct Bucket {
    int kind = -1;  // -1: there is a piece for every open body
    Set bodies;
    std::vector<std::uint16_t> placement_of;
  };

  TetrominoPlayout(const PlacementSet& given, const Bodies& bodies);

  bool available(const Bucket& bucket, const State& s) const {
    return bucket.kind < 0 || s.supply[bucket.kind];
  }

  void build_buckets(const std::vector<std::vector<int>>& placements_of);

  TetrominoRules<Words> t_;        // of bodies
  std::vector<Variant> variants_;  // of each placement handed over
  std::vector<Bucket> buckets_;
};

// Shared by Battle of LITS and TAILITS: games of tetrominoes only.
template <int Words>
class TetrominoGames {
 public:
  static constexpr bool double_game = false;
  struct State : TetrominoPlayout<Words>::State, Turn {};

  // `first`: the square that the first tetromino has to cover, or -1.
  TetrominoGames(const PlacementSet& placements, int first)
      : pieces_(placements), first_(first), squares_(placements.rows * placements.columns) {}

  int squares() const { return squares_; }
  int placements() const { return pieces_.placements(); }
  void start(State& s) const {
    s = State{};
    pieces_.start(s, first_);
  }
  void settle(State& s, const Question& question) const {
    s.side = question.side;
    s.swapped = question.swapped;
  }
  int legal(const State& s) const { return pieces_.legal(s); }
  int choose(const State& s, int rank) const { return pieces_.choose(s, rank); }
  template <class F>
  void each_legal(const State& s, F&& f) const {
    pieces_.each_legal(s, f);
  }
  int pieces_before_swap(const State& s) const { return s.placed; }
  void play(State& s, int move) const {
    pieces_.play(s, move);
    s.side ^= 1;
  }

 protected:
  TetrominoPlayout<Words> pieces_;

 private:
  int first_;
  int squares_;
};

// Games of Battle of LITS.
template <int Words>
class BattleOfLitsPlayout : public TetrominoGames<Words> {
 public:
  using State = typename TetrominoGames<Words>::State;

  static constexpr Swap swap = Swap::exchanges_players;
  static std::vector<std::string> layers() { return {"tetromino"}; }

  BattleOfLitsPlayout(const PlacementSet& placements, const std::vector<int>& symbols)
      : TetrominoGames<Words>(placements, -1) {
    for (std::size_t s = 0; s < symbols.size(); ++s)
      if (symbols[s]) marks_[symbols[s] < 0].set(static_cast<int>(s));
    for (int i = 0; i < this->placements(); ++i) {
      const Squares squares = this->pieces_.squares(i);
      const int gain = squares.count_and(marks_[1]) - squares.count_and(marks_[0]);
      gain_.push_back(static_cast<std::int8_t>(gain));
    }
  }

  // Visible symbols.
  std::array<int, 2> scores(const State& s) const {
    return {(marks_[0] - s.covered).count(), (marks_[1] - s.covered).count()};
  }
  template <class F>
  void each_margin(const State& s, F&& f) const {
    const auto [x, o] = scores(s);
    this->each_legal(s, [&, margin = x - o](int move) { f(move, margin + gain_[move]); });
  }
  // The last placer wins a tie.
  void ending(const State& s, Ending& e) const {
    e.scores = scores(s);
    e.tie = s.side ^ 1;
    e.layers[0] = s.covered;
  }

 private:
  std::array<Squares, 2> marks_;
  std::vector<std::int8_t> gain_;  // by placement: the change of the margin
};

// The scores of TAILITS: the sizes of the groups that are compared, where diagonal neighbours
// connect too.
template <int Words>
class TailitsScores {
 public:
  TailitsScores(const TetrominoPlayout<Words>& pieces, int size, bool second_largest)
      : grid_(size, size), rank_(second_largest) {
    for (int i = 0; i < pieces.placements(); ++i) {
      const auto& colours = pieces.colours(i);
      parts_.push_back({parts_of(colours[0]), parts_of(colours[1])});
    }
  }

  // Of black and white; each the largest group and the second-largest.
  std::array<std::array<int, 2>, 2> groups(const std::array<Squares, 2>& colours) const {
    std::array<std::array<int, 2>, 2> found{};
    for (int c = 0; c < 2; ++c)
      grid_.each_king_component(wide(colours[c]),
                                [&](Word128 group) { insert_largest(found[c], count(group)); });
    return found;
  }
  std::array<int, 2> scores(const std::array<Squares, 2>& colours) const {
    const auto found = groups(colours);
    return {found[0][rank_], found[1][rank_]};
  }
  int rank() const { return rank_; }

  // Returns a function of a placement: the score of black minus that of white after it.
  auto margin_after(const std::array<Squares, 2>& colours) const {
    return [this, black = groups_of(colours[0]), white = groups_of(colours[1])](int placement) {
      const auto& [black_parts, white_parts] = parts_[placement];
      return score_with(black, black_parts) - score_with(white, white_parts);
    };
  }

 private:
  // The squares of one colour in a placement, by the groups that they are alone.
  using Parts = InlineVector<Word128, 4>;

  Parts parts_of(const Squares& squares) const {
    Parts parts;
    grid_.each_king_component(wide(squares), [&](Word128 part) { parts.push(part); });
    return parts;
  }
  Groups groups_of(const Squares& colour) const {
    return Groups([&](auto&& each) { grid_.each_king_component(wide(colour), each); },
                  [&](Word128 group) { return grid_.with_king_neighbours(group); });
  }

  // The size of the compared group after the parts have been added, which connect only by groups.
  int score_with(const Groups& groups, const Parts& parts) const {
    struct Joined {
      GroupSet groups;
      int squares;  // of the parts
    };
    InlineVector<Joined, 4> joined;
    GroupSet met = 0;
    for (const Word128 part : parts) {
      Joined group{0, count(part)};
      each_square(part, [&](int q) { group.groups |= groups.beside(q); });
      met |= group.groups;
      for (int i = joined.size() - 1; i >= 0; --i) {
        if (!(joined[i].groups & group.groups)) continue;
        group.groups |= joined[i].groups;
        group.squares += joined[i].squares;
        joined.swap_out(i);
      }
      joined.push(group);
    }
    std::array<int, 2> largest{};
    for (const Joined& group : joined)
      insert_largest(largest, group.squares + groups.size(group.groups));
    groups.each_other(met, 2, [&](int size) { insert_largest(largest, size); });
    return largest[rank_];
  }

  KingGrid grid_;
  int rank_;
  std::vector<std::array<Parts, 2>> parts_;  // by placement: black, white
};

// Games of TAILITS.
template <int Words>
class TailitsPlayout : public TetrominoGames<Words> {
 public:
  using State = typename TetrominoGames<Words>::State;

  static constexpr Swap swap = Swap::none;
  static std::vector<std::string> layers() { return {"black", "white"}; }

  TailitsPlayout(const PlacementSet& placements, bool second_largest)
      : TetrominoGames<Words>(placements, placements.rows * placements.columns / 2),
        scores_(this->pieces_, placements.columns, second_largest) {}

  std::array<int, 2> scores(const State& s) const { return scores_.scores(s.colours); }
  template <class F>
  void each_margin(const State& s, F&& f) const {
    const auto margin = scores_.margin_after(s.colours);
    this->each_legal(s, [&](int move) { f(move, margin(move)); });
  }
  // The last placer wins a tie; if second-largest groups are compared, only if the largest are
  // equal too.
  void ending(const State& s, Ending& e) const {
    const auto groups = scores_.groups(s.colours);
    for (int c = 0; c < 2; ++c) e.scores[c] = groups[c][scores_.rank()];
    const int ahead = groups[0][0] - groups[1][0];
    e.tie = s.side ^ 1;
    if (scores_.rank() && ahead) e.tie = ahead < 0;
    e.layers = {s.colours[0], s.colours[1]};
  }

 private:
  TailitsScores<Words> scores_;
};

}  // namespace litslab
