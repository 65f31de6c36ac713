// Games of taijitus by the rules alone, played in place.
#pragma once

#include "core/groups.hpp"
#include "games/game_simulator.hpp"
#include "games/taiji.hpp"

namespace litslab {

// Each taijitu lies flat: both halves on squares of one level, and never on another.
class TaijituPlayout {
 public:
  struct State {
    Word128 free = 0;
    Word128 level = 0;                 // the squares that lie higher
    std::array<Word128, 2> colours{};  // light, dark
  };

  TaijituPlayout(int side, int groups_scored, std::vector<Taijitu> taijitus,
                 const TaijiVariant& variant = {})
      : grid_(side), scored_(groups_scored), variant_(variant), taijitus_(std::move(taijitus)) {
    for (std::size_t i = 0; i < taijitus_.size(); ++i) {
      const auto [light, dark] = taijitus_[i];
      const int low = std::min(light, dark);
      const int high = std::max(light, dark);
      int direction = 0;
      if (grid_.row(low) != grid_.row(high))
        direction = 1 + (grid_.column(high) - grid_.column(low) + 3) % 3;
      index_[direction][light > dark][low] = static_cast<std::uint16_t>(i);
    }
  }

  const Grid<Word128>& grid() const { return grid_; }
  int placements() const { return static_cast<int>(taijitus_.size()); }

  void start(State& s, Word128 level) const {
    s = State{};
    s.free = grid_.all();
    s.level = level;
  }

  int legal(const State& s) const {
    const auto [across, up] = pairs(s);
    const int corners = variant_.corners ? count(right(s)) + count(left(s)) : 0;
    return 2 * (count(across) + count(up) + corners);
  }

  int choose(const State& s, int n) const {
    const auto [across, up] = pairs(s);
    const int turned = n & 1;
    const int sideways = count(across);
    n >>= 1;
    if (n < sideways) return index_[0][turned][narrow(across).nth(n)];
    n -= sideways;
    const int upward = count(up);
    if (n < upward) return index_[1][turned][narrow(up).nth(n)];
    n -= upward;
    const auto rightward = right(s);
    const int to_the_right = count(rightward);
    if (n < to_the_right) return index_[2][turned][narrow(rightward).nth(n)];
    return index_[3][turned][narrow(left(s)).nth(n - to_the_right)];
  }

  void play(State& s, int placement) const {
    const auto [light, dark] = taijitus_[placement];
    s.colours[0] |= square_bit<Word128>(light);
    s.colours[1] |= square_bit<Word128>(dark);
    s.free &= ~(square_bit<Word128>(light) | square_bit<Word128>(dark));
  }

  // Calls f(placement) for each legal placement, ascending.
  template <class F>
  void each_legal(const State& s, F&& f) const {
    // By square: 0 if it is not free, otherwise its level, from 1 on.
    std::array<std::uint8_t, 128> level{};
    each_square(s.free & ~s.level, [&](int q) { level[q] = 1; });
    each_square(s.free & s.level, [&](int q) { level[q] = 2; });
    for (int i = 0; i < placements(); ++i) {
      const auto [light, dark] = taijitus_[i];
      if (level[light] != 0 && level[light] == level[dark]) f(i);
    }
  }

  // Calls f(placement, margin) for each legal placement, ascending: the score of light minus that
  // of dark after it. The light half counts for light only, and the dark half for dark only.
  template <class F>
  void each_margin(const State& s, F&& f) const {
    const auto light_scores = scores_with(s, 0);
    const auto dark_scores = scores_with(s, 1);
    each_legal(s, [&](int i) {
      const auto [light, dark] = taijitus_[i];
      f(i, light_scores[light] - dark_scores[dark]);
    });
  }

  // The score of a colour's largest groups.
  int score(const State& s, int colour) const {
    std::array<int, 3> largest{};
    grid_.each_component(s.colours[colour],
                         [&](Word128 group) { insert_largest(largest, count(group), scored_); });
    return score_of(largest, scored_, variant_.scoring);
  }

 private:
  // The score of a colour after one more square, for each free one.
  std::array<int, 128> scores_with(const State& s, int colour) const {
    const Groups groups([&](auto&& each) { grid_.each_component(s.colours[colour], each); },
                        [&](Word128 group) { return grid_.adjacent(group); });
    std::array<int, 128> scores;
    each_square(s.free, [&](int q) {
      const GroupSet joined = groups.beside(q);
      std::array<int, 3> largest{1 + groups.size(joined)};
      groups.each_other(joined, scored_, [&](int size) { insert_largest(largest, size, scored_); });
      scores[q] = score_of(largest, scored_, variant_.scoring);
    });
    return scores;
  }

  // The lower left squares of the horizontal pairs of free squares, and of the vertical ones.
  std::pair<Word128, Word128> pairs(const State& s) const {
    const Word128 high = s.free & s.level, low = s.free & ~s.level;
    const Word128 across = ((high & high >> 1) | (low & low >> 1)) & grid_.not_last_column();
    const Word128 up = (high & high >> grid_.side()) | (low & low >> grid_.side());
    return {across, up};
  }

  // The same of the pairs that touch at a corner: the higher square lies to the right or left.
  // Variants have no levels.
  Word128 right(const State& s) const {
    return s.free & s.free >> (grid_.side() + 1) & grid_.not_last_column();
  }
  Word128 left(const State& s) const {
    return s.free & (s.free & grid_.not_last_column()) >> (grid_.side() - 1);
  }

  Grid<Word128> grid_;
  int scored_;
  TaijiVariant variant_;
  std::vector<Taijitu> taijitus_;
  // By [across, up, up to the right, up to the left][light is the higher][lower square].
  std::array<std::array<std::array<std::uint16_t, 128>, 2>, 4> index_{};
};

// Games of TAIJI.
class TaijiPlayout : public TaijituPlayout {
 public:
  using TaijituPlayout::TaijituPlayout;

  static constexpr bool double_game = false;
  static constexpr Swap swap = Swap::none;
  static std::vector<std::string> layers() { return {"light", "dark"}; }
  struct State : TaijituPlayout::State, Turn {};

  int squares() const { return grid().squares(); }
  void start(State& s) const {
    s = State{};
    TaijituPlayout::start(s, 0);
  }
  void settle(State& s, const Question& question) const { s.side = question.side; }
  void play(State& s, int placement) const {
    TaijituPlayout::play(s, placement);
    s.side ^= 1;
  }
  int pieces_before_swap(const State&) const { return 0; }
  std::array<int, 2> scores(const State& s) const { return {score(s, 0), score(s, 1)}; }
  // Dark wins ties.
  void ending(const State& s, Ending& e) const {
    e.scores = scores(s);
    for (int c = 0; c < 2; ++c) e.layers[c] = narrow(s.colours[c]);
    e.tie = 1;
  }
};

// Double games: one game after the other.
template <class First, class Second>
class DoublePlayout {
 public:
  static constexpr bool double_game = true;
  static std::vector<std::string> layers() { return {"light", "dark", "tetromino"}; }
  struct State : Turn {
    typename First::State first;
    typename Second::State second;
    int first_length = 0;
    bool in_second = false;
  };

  DoublePlayout(First first, Second second, int squares)
      : first_(std::move(first)), second_(std::move(second)), squares_(squares) {}

  int squares() const { return squares_; }
  int placements() const { return first_.placements() + second_.placements(); }
  int choose(const State& s, int rank) const {
    return s.in_second ? first_.placements() + second_.choose(s.second, rank)
                       : first_.choose(s.first, rank);
  }
  template <class F>
  void each_legal(const State& s, F&& f) const {
    if (s.in_second)
      second_.each_legal(s.second, [&](int placement) { f(first_.placements() + placement); });
    else
      first_.each_legal(s.first, f);
  }
  void play(State& s, int move) const {
    if (s.in_second)
      second_.play(s.second, move - first_.placements());
    else
      first_.play(s.first, move);
    s.side ^= 1;
  }

 protected:
  First first_;
  Second second_;

 private:
  int squares_;
};

}  // namespace litslab
