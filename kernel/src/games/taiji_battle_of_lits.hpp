// TAIJI+Battle of LITS: one game on top of the other, the scores added, as one exact game for the
// search template; games by the rules alone.
//
// Moves are numbered as in the table handed over: the first phase's placements, then the second
// phase's, then the swap. Values are seen from the player who moves first in the whole game.
#pragma once

#include "games/battle_of_lits.hpp"
#include "games/taiji.hpp"
#include "games/taijitu_playout.hpp"
#include "games/tetromino_playout.hpp"

#include <cstdlib>

namespace litslab {

// The part of a state that does not depend on the width of the sets, without the first phase.
struct TaijiBattleOfLitsBoard : TetrominoBoard<4> {
  Squares light, dark;       // the taijitus' squares, without those that no longer matter
  std::int16_t points = 0;   // TAIJI: the first player's margin
  std::int16_t visible = 0;  // light squares less dark squares not covered by tetrominoes
  std::uint8_t side = 0;     // the player to move
  Bits<8> taijitus;          // the placements that are legal in the first phase
  bool battle = false;       // the second phase has begun
  bool swapped = false;
  std::int16_t lower = -30000, upper = 30000;
};

// White (light) begins both phases; the player who begins as White is the maximiser. On Black's
// first turn of the second phase the players may exchange colours; the points of TAIJI stay with
// the players.
template <int Words>
class TaijiBattleOfLits {
 public:
  using Set = Bits<Words>;
  using First = Taiji<Word128>;
  struct State : TetrominoState<Words, TaijiBattleOfLitsBoard> {
    First::State first;
  };

  // Once nobody can exchange colours any more, the second phase is a Battle of LITS, with the
  // squares of one player as X and those of the other as O; see Narrowable.
  static constexpr bool can_narrow = true;
  using Narrower = BattleOfLits<Words>;

  TaijiBattleOfLits(std::vector<Taijitu> taijitus, const PlacementSet& tetrominoes,
                    int groups_scored)
      : t_(tetrominoes, State::max_kinds),
        board_(tetrominoes.columns, tetrominoes.rows),
        taijitus_(std::move(taijitus)),
        first_(tetrominoes.columns, groups_scored, taijitus_),
        first_tetromino_(static_cast<int>(taijitus_.size())),
        swap_(first_tetromino_ + t_.count) {
    for (auto& number : t_.original) number = static_cast<std::uint16_t>(number + first_tetromino_);
    covering_.resize(board_.squares());
    for (int id = 0; id < first_tetromino_; ++id) {
      covering_[taijitus_[id].light].set(id);
      covering_[taijitus_[id].dark].set(id);
    }
    Hasher h;
    hash_placements(tetrominoes, h);
    h.add(groups_scored);
    salt_ = h.key();
  }

  bool should_narrow(const State& s, int, int) const { return s.battle && !swap_ahead(s); }
  void go_on_as(Narrower& battle, const State& s, typename Narrower::State& mine) const {
    mine.margin = static_cast<std::int16_t>(margin(s));
    mine.side = s.side;
    battle.restrict_to(
        t_, s, board_, battle_salt(s), [&](int p) { return sign(s) * gain(s, p); }, mine);
  }

  // The position that consists of the given placements.
  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    s.first = first_.state_of({});
    s.taijitus = Bits<8>::all(first_tetromino_);
    update_bounds(s);
    play_all(*this, question.placed, s);
    s.swapped = question.swapped;
    s.side = static_cast<std::uint8_t>(question.side);
    s.first.mover = s.side;
    if (s.battle) update_bounds(s);
    return s;
  }
  int placements() const { return swap_; }
  // The largest groups of one colour, and all of its squares left visible.
  int value_limit() const { return 4 * (t_.rows * t_.columns / 2) + 1; }

  int external_id(int id) const { return id; }
  bool is_legal(const State& s, int id) const {
    if (id == swap_) return can_swap(s) && s.legal.any();
    if (id >= first_tetromino_) return s.battle && s.legal.test(id - first_tetromino_);
    return !s.battle && first_.is_legal(s.first, id);
  }
  // Returns whether it is Black's first turn of the second phase.
  bool can_swap(const State& s) const {
    return s.battle && s.placed == 1 && s.side == 1 && !s.swapped;
  }

  void legal(const State& s, std::vector<int>& list) const {
    if (!s.battle) {
      s.taijitus.for_each([&](int id) { list.push_back(id); });
      return;
    }
    s.legal.for_each([&](int p) { list.push_back(first_tetromino_ + p); });
    if (is_legal(s, swap_)) list.push_back(swap_);
  }
  // A placement: the swap, which places nothing, is not part of random games.
  int random_move(const State& s, Random& random) const {
    if (s.battle) return first_tetromino_ + s.legal.nth(random.below(s.legal.count()));
    return s.taijitus.nth(random.below(s.taijitus.count()));
  }

  // In the first phase, the size of the group that a move makes for its mover, less that of the
  // other side's; in the second, the points that it wins at once.
  int quick_gain(const State& s, int id) const {
    if (id == swap_) return 0;
    if (!s.battle) return first_.quick_gain(s.first, id);
    const int gained = sign(s) * gain(s, id - first_tetromino_);
    return s.side == 0 ? gained : -gained;
  }

  int side(const State& s) const { return s.side; }
  bool over(const State& s) const { return s.battle && s.legal.none(); }
  // The player who placed last wins a tie.
  int value(const State& s) const { return 2 * margin(s) + (s.side ? 1 : -1); }
  Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
  int weight(const State& s) const {
    return s.battle ? s.open.count() : 8 * Set::capacity + first_.weight(s.first);
  }
  int move_score(const State& s, int id, const State& child) const {
    const int middle = child.lower + child.upper;
    if (!s.battle)
      return 16 * (s.side == 0 ? middle : -middle) + first_.move_score(s.first, id, child.first);
    if (id == swap_) return 1 << 20;
    const int gain = sign(s) * (child.visible - s.visible);
    return 16 * (s.side == 0 ? gain : -gain) - 4 * child.legal.count() - child.open.count();
  }

  void play(const State& s, int id, State& child) const {
    play_lightly(s, id, child);
    if (id >= first_tetromino_ && id != swap_) complete_tetromino(s, child);
    update_bounds(child);
  }

  // Without bounds: `open` also has placements that no piece can reach any more.
  void play_lightly(const State& s, int id, State& child) const {
    static_cast<TaijiBattleOfLitsBoard&>(child) = s;
    child.side = !s.side;
    if (id == swap_) {
      child.open = s.open;
      child.legal = s.legal;
      child.swapped = true;
    } else if (id >= first_tetromino_) {
      const int p = id - first_tetromino_;
      t_.place(s, p, t_.placements[p].kind, child);
      child.visible = static_cast<std::int16_t>(s.visible + gain(s, p));
    } else {
      const auto [light, dark] = taijitus_[id];
      child.light.set(light);
      child.dark.set(dark);
      child.taijitus = s.taijitus - covering_[light] - covering_[dark];
      first_.play(s.first, id, child.first);
      if (first_.over(child.first)) begin_battle(child);
    }
  }
  Bounds light_bounds(const State& s) const {
    State complete = s;
    if (s.battle) complete.open = reachable(t_, s.open, s.legal);
    update_bounds(complete);
    return bounds(complete);
  }
  // In the first phase that of TAIJI; in the second the points won at once, and few replies.
  int prior(const State& s, int id, State& child) const {
    if (id == swap_) return 1 << 20;
    if (!s.battle) {
      first_.play(s.first, id, child.first);
      return first_.move_score(s.first, id, child.first);
    }
    return 16 * quick_gain(s, id) - 4 * t_.replies(s, id - first_tetromino_);
  }

  // In the second phase points won are certain, except that the swap exchanges the visible squares.
  int offset(const State& s) const {
    if (!s.battle) return 0;
    return 2 * (swap_ahead(s) ? s.points : margin(s));
  }

  Key key(const State& s) const {
    if (!s.battle) return symmetric_key(s);
    return Narrower::key_of(t_, s, s.side, board_, battle_salt(s));
  }

  // Squares are forgotten up to the second tetromino, so later keys depend on the order of the
  // first two.
  bool orders_share_keys(const State& s) const { return !s.battle || !swap_ahead(s); }

  void moves(const State& s, int, std::vector<Move>& list) const {
    if (!s.battle) {
      for (int id = 0; id < first_tetromino_; ++id)
        if (first_.is_legal(s.first, id))
          list.push_back({static_cast<std::uint16_t>(id), s.lower, s.upper});
      return;
    }
    if (is_legal(s, swap_)) list.push_back({static_cast<std::uint16_t>(swap_), s.lower, s.upper});
    const Swing swing(*this, s);
    const bool ahead = s.placed == 0;  // the swap may still come after this move
    s.legal.for_each([&](int p) {
      const Set left = s.open - t_.excludes[p];
      int up = 0, down = 0;
      for (const auto& clique : swing.cliques) {
        if (!clique.members.intersects(left)) continue;
        up += clique.up;
        down += clique.down;
      }
      const int visible = s.visible + gain(s, p);
      Move m;
      m.id = static_cast<std::uint16_t>(first_tetromino_ + p);
      range(s, ahead, visible - down, visible + up, m.lower, m.upper);
      list.push_back(m);
    });
  }

 private:
  static int sign(const State& s) { return s.swapped ? -1 : 1; }
  static int margin(const State& s) { return s.points + sign(s) * s.visible; }
  // Returns whether the players may still exchange colours.
  bool swap_ahead(const State& s) const { return s.placed == 0 || can_swap(s); }

  // The salt of a Battle of LITS with these symbols, by player. Visible squares matter while
  // colours may be exchanged.
  Key battle_salt(const State& s) const {
    Hasher h;
    h.add(salt_);
    (s.swapped ? s.dark : s.light).hash_into(h);
    (s.swapped ? s.light : s.dark).hash_into(h);
    if (swap_ahead(s)) h.add(static_cast<std::uint64_t>(s.visible + 1000));
    return h.key();
  }

  int gain(const State& s, int p) const {
    return t_.squares[p].count_and(s.dark) - t_.squares[p].count_and(s.light);
  }

  void begin_battle(State& s) const {
    s.battle = true;
    s.side = 0;
    s.points = static_cast<std::int16_t>((first_.value(s.first) + 1) / 2);
    s.visible = static_cast<std::int16_t>(s.light.count() - s.dark.count());
    TetrominoState<Words, TetrominoBoard<4>> bare;
    t_.start(bare);
    static_cast<TetrominoBoard<4>&>(s) = bare;
    s.open = bare.open;
    s.legal = bare.legal;
    forget_uncoverable(s);
  }

  // Squares that no tetromino can cover any more are counted in `visible`, and need not be known
  // otherwise.
  void forget_uncoverable(State& s) const {
    Squares coverable;
    s.open.for_each([&](int p) { coverable |= t_.squares[p]; });
    s.light &= coverable;
    s.dark &= coverable;
  }

  // After a tetromino, in a state that is searched.
  void complete_tetromino(const State& s, State& child) const {
    child.open = reachable(t_, child.open, child.legal);
    // Later the symbols are those of one Battle of LITS, and part of its keys.
    if (swap_ahead(s)) forget_uncoverable(child);
  }

  // The most that the visible difference can still move either way, with at most one tetromino of
  // each clique.
  struct Swing {
    struct Clique {
      Set members;
      int up = 0, down = 0;
    };
    int up = 0, down = 0;
    InlineVector<Clique, Squares::capacity> cliques;

    Swing(const TaijiBattleOfLits& game, const State& s) {
      for (Set rest = s.open; rest.any();) {
        cliques.push({});
        Clique& clique = cliques.back();
        take_clique(game.t_, rest, clique.members);
        clique.members.for_each([&](int p) {
          const int g = game.gain(s, p);
          clique.up = std::max(clique.up, g);
          clique.down = std::max(clique.down, -g);
        });
        up += clique.up;
        down += clique.down;
      }
    }
  };

  // The values that a visible difference between `low` and `high` makes possible.
  static void range(const State& s, bool ahead, int low, int high, std::int16_t& lower,
                    std::int16_t& upper) {
    int least = s.swapped ? -high : low;
    int most = s.swapped ? -low : high;
    if (ahead) {
      most = std::max(std::abs(low), std::abs(high));
      least = -most;
    }
    lower = static_cast<std::int16_t>(2 * (s.points + least) - 1);
    upper = static_cast<std::int16_t>(2 * (s.points + most) + 1);
  }

  void update_bounds(State& s) const {
    if (over(s)) {
      s.lower = static_cast<std::int16_t>(value(s));
      s.upper = s.lower;
    } else if (s.battle) {
      const Swing swing(*this, s);
      range(s, swap_ahead(s), s.visible - swing.down, s.visible + swing.up, s.lower, s.upper);
    } else {
      const Bounds points = first_.forget_and_bound(s.first);
      const int swing = t_.rows * t_.columns / 2;
      s.lower = static_cast<std::int16_t>(points.lower - 2 * swing);
      s.upper = static_cast<std::int16_t>(points.upper + 2 * swing + 2);
    }
  }

  // The first phase is looked up under the symmetries of the board; all of its colours matter
  // later.
  Key symmetric_key(const State& s) const {
    Key best = Key::greatest();
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const auto& image = first_.grid().image(symmetry);
      Squares light, dark;
      s.light.for_each([&](int q) { light.set(image[q]); });
      s.dark.for_each([&](int q) { dark.set(image[q]); });
      Hasher h;
      h.add(salt_.low);
      h.add(s.side);
      light.hash_into(h);
      dark.hash_into(h);
      best = std::min(best, h.key());
    }
    return best;
  }

  TetrominoRules<Words> t_;
  Rectangle<Word128> board_;
  std::vector<Taijitu> taijitus_;
  std::vector<Bits<8>> covering_;  // of each square: the taijitus on it
  First first_;
  int first_tetromino_ = 0;  // number of the first tetromino move
  int swap_ = 0;             // number of the swap
  Key salt_;                 // of the board and the rules, so that several games may share a table
};

// Games by the rules alone. Sides are players.
template <int Words>
class TaijiBattleOfLitsPlayout : public DoublePlayout<TaijituPlayout, TetrominoPlayout<Words>> {
 public:
  using Base = DoublePlayout<TaijituPlayout, TetrominoPlayout<Words>>;
  using Base::first_, Base::second_;
  using State = typename Base::State;
  static constexpr Swap swap = Swap::exchanges_colours;

  TaijiBattleOfLitsPlayout(const std::vector<Taijitu>& taijitus, const PlacementSet& tetrominoes,
                           int groups)
      : Base({tetrominoes.columns, groups, taijitus}, TetrominoPlayout<Words>(tetrominoes),
             tetrominoes.columns * tetrominoes.rows) {}

  void start(State& s) const {
    s = State{};
    first_.start(s.first, 0);
  }
  void settle(State& s, const Question& question) const {
    s.side = question.side;
    s.swapped = question.swapped;
  }
  int legal(State& s) const {
    if (!s.in_second) {
      if (const int n = first_.legal(s.first)) return n;
      s.in_second = true;
      s.first_length = count(s.first.colours[0]);
      s.side = 0;  // White begins
      second_.start(s.second, -1);
    }
    return second_.legal(s.second);
  }
  int pieces_before_swap(const State& s) const { return s.second.placed; }
  std::array<int, 2> scores(const State& s) const {
    auto scores = first_scores(s);
    for (int player = 0; player < 2; ++player)
      scores[player] += visible(s, player ^ static_cast<int>(s.swapped)).count();
    return scores;
  }
  template <class F>
  void each_margin(const State& s, F&& f) const {
    if (!s.in_second) {
      // As many light squares are visible as dark ones.
      first_.each_margin(s.first, f);
      return;
    }
    const auto [first, second] = scores(s);
    const Squares light = narrow(s.first.colours[0]);
    const Squares dark = narrow(s.first.colours[1]);
    const int sign = s.swapped ? -1 : 1;
    second_.each_legal(s.second, [&, margin = first - second](int placement) {
      const Squares squares = second_.squares(placement);
      const int gain = squares.count_and(dark) - squares.count_and(light);
      f(first_.placements() + placement, margin + sign * gain);
    });
  }
  // The last placer wins a tie.
  void ending(const State& s, Ending& e) const {
    e.first_scores = first_scores(s);
    e.scores = scores(s);
    for (int c = 0; c < 2; ++c) e.layers[c] = visible(s, c);
    e.first_length = s.first_length;
    e.tie = s.side ^ 1;
    e.layers[2] = s.second.covered;
  }

 private:
  // The points of TAIJI stay with the players, who may have exchanged colours since.
  std::array<int, 2> first_scores(const State& s) const {
    return {first_.score(s.first, 0), first_.score(s.first, 1)};
  }
  static Squares visible(const State& s, int colour) {
    return narrow(s.first.colours[colour]) - s.second.covered;
  }
};

}  // namespace litslab
