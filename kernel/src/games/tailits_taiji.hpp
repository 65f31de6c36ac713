// TAILITS+TAIJI: one game on top of the other, the scores added, as one exact game for the search
// template; games by the rules alone.
//
// Moves are numbered as in the table handed over: the first phase's placements, then the second
// phase's. Values are seen from the player who moves first in the whole game.
#pragma once

#include "games/taiji.hpp"
#include "games/taijitu_playout.hpp"
#include "games/tailits.hpp"
#include "games/tetromino_playout.hpp"

namespace litslab {

// Black begins TAILITS and is the maximiser; the half point of the last tetromino is the value's
// odd unit. White (light) begins TAIJI, which is searched as a game of its own.
template <int Words>
class TailitsTaiji {
 public:
  using First = Tailits<Words>;
  using Second = Taiji<Word128, true>;
  static constexpr int black = 0, white = 1;

  struct State {
    typename First::State first;
    Second::State second;
    std::int16_t carried = 0;    // twice the margin of the first phase, without the half point
    std::int8_t half_point = 0;  // +1 Black has it, -1 White
    bool taiji = false;          // the second phase has begun
  };
  static constexpr bool can_narrow = false;

  TailitsTaiji(const PlacementSet& tetrominoes, const std::vector<Taijitu>& taijitus,
               int groups_scored, bool second_largest)
      : first_(tetrominoes, second_largest, true),
        second_(tetrominoes.columns, groups_scored, exchanged(taijitus)),
        taijitus_(static_cast<int>(taijitus.size())),
        most_(tetrominoes.rows * tetrominoes.columns / 2) {}

  // The position that consists of the given placements.
  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    first_.start(s.first);
    // With no legal tetromino, the side that could not begin counts as not having placed last.
    if (first_.over(s.first)) begin_taiji(s);
    play_all(*this, question.placed, s);
    if (s.taiji) {
      s.second.mover = static_cast<std::uint8_t>(question.side);
      s.half_point = static_cast<std::int8_t>(question.last_placer == black ? 1 : -1);
    } else {
      first_.set_side(s.first, question.side);
    }
    return s;
  }
  int placements() const { return move_count(); }
  int value_limit() const { return first_.value_limit() + 2 * most_; }

  int move_count() const { return first_.move_count() + taijitus_; }
  int external_id(int id) const { return id < first_.move_count() ? first_.external_id(id) : id; }
  bool is_legal(const State& s, int id) const {
    if (id < first_.move_count()) return !s.taiji && first_.is_legal(s.first, id);
    return s.taiji && second_.is_legal(s.second, second_move(id));
  }
  // All legal moves; `moves` omits variants of tetrominoes that cannot matter.
  void legal(const State& s, std::vector<int>& list) const {
    if (!s.taiji) return first_.legal(s.first, list);
    second_.each_move(s.second,
                      [&](int taijitu) { list.push_back(first_.move_count() + taijitu); });
  }
  int random_move(const State& s, Random& random) const {
    if (!s.taiji) return first_.random_move(s.first, random);
    return first_.move_count() + second_.random_move(s.second, random);
  }

  // The size of the groups that a move makes for its mover, less that of the other side's.
  int quick_gain(const State& s, int id) const {
    return s.taiji ? second_.quick_gain(s.second, second_move(id)) : first_.quick_gain(s.first, id);
  }

  int side(const State& s) const { return s.taiji ? second_.side(s.second) : first_.side(s.first); }
  bool over(const State& s) const { return s.taiji && second_.over(s.second); }
  int value(const State& s) const { return carried(s) + second_.value(s.second); }
  Bounds bounds(const State& s) const {
    if (!s.taiji) return {s.first.lower - 2 * most_, s.first.upper + 2 * most_};
    const Bounds second = second_.outlook_bounds(s.second);
    return {carried(s) + second.lower, carried(s) + second.upper};
  }
  int weight(const State& s) const {
    return s.taiji ? second_.weight(s.second) : 256 + first_.weight(s.first);
  }
  int move_score(const State& s, int id, const State& child) const {
    if (!child.taiji) return first_.move_score(s.first, id, child.first);
    if (s.taiji) return second_.move_score(s.second, id, child.second);
    const Bounds b = bounds(child);
    const int middle = b.lower + b.upper;
    return 16 * (side(s) == black ? middle : -middle) - second_.weight(child.second);
  }

  void play(const State& s, int id, State& child) const {
    play_with(s, id, child, [&] { first_.play(s.first, id, child.first); });
  }
  void play_lightly(const State& s, int id, State& child) const {
    play_with(s, id, child, [&] { first_.play_lightly(s.first, id, child.first); });
  }
  Bounds light_bounds(const State& s) const {
    if (s.taiji) return bounds(s);
    const Bounds first = first_.light_bounds(s.first);
    return {first.lower - 2 * most_, first.upper + 2 * most_};
  }
  int prior(const State& s, int id, State& child) const {
    if (!s.taiji) return first_.prior(s.first, id, child.first);
    second_.play(s.second, second_move(id), child.second);
    return second_.move_score(s.second, id, child.second);
  }

  // The second phase is searched as a separate game; see TwoPhased.
  bool in_second_phase(const State& s) const { return s.taiji; }
  const Second& second_phase() const { return second_; }
  const Second::State& second_state(const State& s) const { return s.second; }
  int second_move(int id) const { return id - first_.move_count(); }
  // TAIJI's values are odd by its tie rule, which is not in force here.
  int carried(const State& s) const { return s.carried + s.half_point + 1; }

  // The functions from here on are for the first phase. Every covered square matters later.
  int offset(const State& s) const { return first_.offset(s.first); }
  Key key(const State& s) const {
    Hasher h;
    h.add(first_.key(s.first));
    if (!first_.symmetric(s.first)) s.first.covered.hash_into(h);
    return h.key();
  }
  void moves(const State& s, int, std::vector<Move>& list) const {
    const auto before = list.size();
    first_.moves(s.first, list);
    for (auto i = before; i < list.size(); ++i) {
      list[i].lower = static_cast<std::int16_t>(list[i].lower - 2 * most_);
      list[i].upper = static_cast<std::int16_t>(list[i].upper + 2 * most_);
    }
  }

 private:
  // Black has the dark halves, and is the maximiser, which has the light ones where TAIJI is played
  // alone.
  static std::vector<Taijitu> exchanged(std::vector<Taijitu> taijitus) {
    for (auto& t : taijitus) std::swap(t.light, t.dark);
    return taijitus;
  }

  // `play_first()` makes a move of the first phase.
  template <class PlayFirst>
  void play_with(const State& s, int id, State& child, PlayFirst&& play_first) const {
    child.taiji = s.taiji;
    child.carried = s.carried;
    child.half_point = s.half_point;
    if (s.taiji) {
      second_.play(s.second, second_move(id), child.second);
    } else {
      play_first();
      if (first_.over(child.first)) begin_taiji(child);
    }
  }

  void begin_taiji(State& s) const {
    s.taiji = true;
    // It is the other side's turn now.
    s.half_point = static_cast<std::int8_t>(first_.side(s.first) == white ? 1 : -1);
    s.carried = static_cast<std::int16_t>(first_.value(s.first) - s.half_point);
    second_.start(s.first.covered, white, s.second);
  }

  First first_;
  Second second_;
  int taijitus_;
  int most_;  // taijitus that the board could hold: no score of the second phase is larger
};

// Games by the rules alone.
template <int Words>
class TailitsTaijiPlayout : public DoublePlayout<TetrominoPlayout<Words>, TaijituPlayout> {
 public:
  using Base = DoublePlayout<TetrominoPlayout<Words>, TaijituPlayout>;
  using Base::first_, Base::second_, Base::squares;
  static constexpr Swap swap = Swap::none;
  struct State : Base::State {
    int half_point = 0;  // the side that has it
  };

  TailitsTaijiPlayout(const PlacementSet& tetrominoes, const std::vector<Taijitu>& taijitus,
                      int groups, bool second_largest)
      : Base(TetrominoPlayout<Words>(tetrominoes), {tetrominoes.columns, groups, taijitus},
             tetrominoes.columns * tetrominoes.rows),
        scores_(first_, tetrominoes.columns, second_largest) {}

  void start(State& s) const {
    s = State{};
    first_.start(s.first, squares() / 2);
  }
  void settle(State& s, const Question& question) const {
    s.side = question.side;
    if (s.in_second) s.half_point = question.last_placer;
  }
  int legal(State& s) const {
    if (!s.in_second) {
      if (const int n = first_.legal(s.first)) return n;
      s.in_second = true;
      s.half_point = s.side ^ 1;
      s.first_length = s.first.placed;
      s.side = 1;  // White begins
      second_.start(s.second, wide(s.first.covered));
    }
    return second_.legal(s.second);
  }
  int pieces_before_swap(const State&) const { return 0; }
  std::array<int, 2> scores(const State& s) const {
    auto scores = scores_.scores(s.first.colours);
    // Black plays the dark halves, White the light ones.
    for (int c = 0; c < 2; ++c) scores[c] += second_.score(s.second, c ^ 1);
    return scores;
  }
  template <class F>
  void each_margin(const State& s, F&& f) const {
    if (!s.in_second) {
      const auto margin = scores_.margin_after(s.first.colours);
      first_.each_legal(s.first, [&](int move) { f(move, margin(move)); });
      return;
    }
    const auto [black, white] = scores_.scores(s.first.colours);
    second_.each_margin(s.second, [&, carried = black - white](int placement, int light_margin) {
      f(first_.placements() + placement, carried - light_margin);
    });
  }
  void ending(const State& s, Ending& e) const {
    e.first_scores = scores_.scores(s.first.colours);
    e.scores = scores(s);
    for (int c = 0; c < 2; ++c) e.layers[c] = narrow(s.second.colours[c]);
    e.first_length = s.first_length;
    e.tie = s.half_point;
    e.layers[2] = s.first.covered - e.layers[0] - e.layers[1];
  }

 private:
  TailitsScores<Words> scores_;
};

}  // namespace litslab
