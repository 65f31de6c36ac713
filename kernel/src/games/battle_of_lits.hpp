// Battle of LITS for the search template: state, key and bounds.
#pragma once

#include "core/inline_vector.hpp"
#include "core/tetromino_rules.hpp"
#include "search/game.hpp"

#include <algorithm>
#include <cstdlib>

namespace litslab {

template <int Words>
class BattleOfLits {
 public:
  using Set = Bits<Words>;

  static constexpr bool replies_depend_on_gain = true;

  struct State : TetrominoState<Words, TetrominoBoard<4>> {
    std::int16_t margin = 0;  // X's visible symbols minus O's
    std::uint8_t side = 0;    // 0 = X, the maximiser, to move
  };

  // The same game on the placements that are still left, in narrower sets; see Narrowable.
  static constexpr int narrower_words = Words > 8 ? 8 : Words / 2;
  // Sets of 128 placements cost more than they save.
  static constexpr bool can_narrow = narrower_words >= 4;
  using Narrower = BattleOfLits<narrower_words>;

  BattleOfLits() = default;

  // `symbols[s]`: +1 an X, -1 an O, 0 a blank.
  [[gnu::cold]] BattleOfLits(const PlacementSet& placements, const std::vector<int>& symbols)
      : t_(placements, State::max_kinds), board_(placements.columns, placements.rows) {
    for (int s : symbols) {
      start_margin_ += s;
      symbols_ += s != 0;
    }
    for (int p = 0; p < t_.count; ++p) {
      int gain = 0;
      for (int s : t_.placements[p].squares) gain -= symbols[s];
      gain_.push_back(static_cast<std::int8_t>(gain));
    }
    Hasher h;
    for (int s : symbols) h.add(s + 2);
    hash_placements(placements, h);
    salt_ = h.key();
    sort_gains();
  }

  // Makes this the game that `from` has become in state `s`, and `mine`, a new state, that state.
  template <int From>
  void restrict_to(const BattleOfLits<From>& from, const typename BattleOfLits<From>::State& s,
                   State& mine) {
    mine.margin = s.margin;
    mine.side = s.side;
    restrict_to(from.t_, s, from.board_, from.salt_, [&](int p) { return from.gain_[p]; }, mine);
  }
  // The same for a double game whose second phase is a Battle of LITS.
  template <class From>
    requires requires(const From& from, const typename From::State& s, BattleOfLits& battle,
                      State& mine) { from.go_on_as(battle, s, mine); }
  void restrict_to(const From& from, const typename From::State& s, State& mine) {
    from.go_on_as(*this, s, mine);
  }
  // The same for the tetrominoes of a state `s` of any game; p moves the margin by `gain(p)`. Sets
  // all of `mine` but the margin and the side to move.
  template <int From, class Board, class Gain>
  void restrict_to(const TetrominoRules<From>& t, const TetrominoState<From, Board>& s,
                   const Rectangle<Word128>& board, const Key& salt, Gain&& gain, State& mine) {
    const auto keep = reachable(t, s.open, s.legal);
    t_.restrict_to(t, keep, s.covered);
    salt_ = salt;
    board_ = board;
    gain_.clear();
    keep.for_each([&](int p) { gain_.push_back(static_cast<std::int8_t>(gain(p))); });
    sort_gains();
    static_cast<TetrominoBoard<4>&>(mine) = s;
    mine.open = t_.everything;
    Extraction{keep}(s.legal, mine.legal);
  }
  // Returns whether narrower sets suffice, and are worth their cost.
  bool should_narrow(const State&, int weight, int moves) const {
    return weight <= Narrower::Set::capacity && weight >= worth_narrowing &&
           moves >= moves_worth_narrowing;
  }
  int external_id(int p) const { return t_.original[p]; }
  // The move of that number, -1 if this game does not have it.
  int internal_id(int external) const {
    const auto found = std::lower_bound(t_.original.begin(), t_.original.end(), external);
    if (found == t_.original.end() || *found != external) return -1;
    return static_cast<int>(found - t_.original.begin());
  }

  // The position that consists of the given placements.
  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    t_.start(s);
    s.margin = static_cast<std::int16_t>(start_margin_);
    play_all(*this, question.placed, s);
    s.side = static_cast<std::uint8_t>(question.side);
    return s;
  }
  int placements() const { return t_.count; }
  // Every symbol is at most gained or lost once.
  int value_limit() const { return 2 * symbols_ + 1; }
  bool worth_suggesting(int weight) const { return weight >= worth_refuting; }
  bool is_legal(const State& s, int p) const { return s.legal.test(p); }
  void legal(const State& s, std::vector<int>& list) const {
    s.legal.for_each([&](int p) { list.push_back(p); });
  }
  int random_move(const State& s, Random& random) const {
    return s.legal.nth(random.below(s.legal.count()));
  }

  // The points that a move wins at once, for its mover.
  int quick_gain(const State& s, int p) const { return s.side ? -gain_[p] : gain_[p]; }

  int side(const State& s) const { return s.side; }
  bool over(const State& s) const { return s.legal.none(); }
  // The side that moved last, which is not to move, wins a tie.
  int value(const State& s) const { return 2 * s.margin + (s.side ? 1 : -1); }
  int offset(const State& s) const { return 2 * s.margin; }
  int weight(const State& s) const { return s.open.count(); }

  // A guess at the value: halfway between the score so far and the middle of the best move's
  // bounds.
  int estimate(const State& s) const {
    const int sign = s.side ? -1 : 1;
    const int score = 2 * s.margin + 1;
    std::vector<Move> list;
    moves(s, score - 8 * sign, list);  // so far from the score that every move gets both bounds
    int best = sign * -no_bound;
    for (const Move& m : list) best = sign * std::max(sign * best, sign * (m.lower + m.upper) / 2);
    return (score + best) / 2 | 1;
  }

  // `bound` favours the side that has just moved; the best gain of a reply comes off it.
  int after_reply(const State& s, int bound) const {
    return s.side ? bound - 2 * best_gain(s) : bound + 2 * best_gain(s);
  }
  // The gain of a move minus that of the best reply; few replies and few placements left (a smaller
  // tree); and the possible gains of the legal and the open placements for either side. See
  // docs/kernel.md, "Order of moves".
  int move_score(const State& s, int p, const State& child) const {
    const int me = s.side, other = child.side;
    std::int64_t score = 270 * quick_gain(s, p) - 96 * best_gain(child);
    const auto of = [](std::uint64_t set) -> std::int64_t { return std::popcount(set); };
    for (int i = 0; i < Words; ++i) {
      const auto legal = child.legal.w[i], open = child.open.w[i];
      score -= 21 * of(legal) + 6 * of(open);
      for (int g = 1; g <= 4; ++g) {
        const auto mine = gaining_[me][g].w[i], theirs = gaining_[other][g].w[i];
        score +=
            2 * g *
            (2 * of(legal & mine) - 5 * of(legal & theirs) + of(open & mine) - of(open & theirs));
      }
    }
    return static_cast<int>(score);
  }

  // The search plays every child: without calls in here it takes some hundredths less time.
  [[gnu::flatten]] void play(const State& s, int p, State& child) const {
    t_.place(s, p, t_.placements[p].kind, child);
    child.margin = static_cast<std::int16_t>(s.margin + gain_[p]);
    child.side = !s.side;
  }

  // The rest of the game depends only on the key: two states of equal keys differ in value by their
  // offsets. The key omits placements that can never be connected, covered squares that no open 2x2
  // window needs, and the supply of a kind that can no longer run out.
  Key key(const State& s) const { return key_of(t_, s, s.side, board_, salt_); }
  // The same for a state of any game with a Battle of LITS as its second phase.
  template <class Board>
  static Key key_of(const TetrominoRules<Words>& t, const TetrominoState<Words, Board>& s, int side,
                    const Rectangle<Word128>& board, const Key& salt) {
    const Set reach = reachable(t, s.open, s.legal);
    Squares coverable;
    Hasher h;
    h.add(hash_remaining(t, reach, s.legal, salt, coverable));
    relevant_cover(board, s.covered, coverable).hash_into(h);
    h.add(static_cast<unsigned>(side) | (s.placed ? 0u : 2u));
    for (std::size_t kind = 0; kind < t.of_kind.size(); ++kind) {
      std::uint64_t left = s.supply[kind];
      if (!can_run_out(t, reach & t.of_kind[kind], s.supply[kind])) left = 255;
      h.add(left);
    }
    return h.key();
  }

  // Appends the legal moves, up to the first that is certainly good, each with proved bounds on the
  // value after it. The bounds are made tight only if that may decide the query "at least
  // `target`?".
  void moves(const State& s, int target, std::vector<Move>& list) const {
    Swing up, down;
    // A move can only be certainly good if it would be good with nothing lost after it.
    const int gain = best_gain(s);
    const bool may_win =
        s.side ? 2 * (s.margin - gain) + 1 < target : 2 * (s.margin + gain) - 1 >= target;
    if (s.side == 1 || may_win)
      down.gather(*this, s.open, 1);
    else
      down.sum = no_bound;
    if (s.side == 0 || may_win)
      up.gather(*this, s.open, 0);
    else
      up.sum = no_bound;
    const bool x_moves = s.side == 0;
    const Swing& mine = x_moves ? up : down;
    const Swing& theirs = x_moves ? down : up;
    Refuter refuter;
    const bool worth_answering = s.open.count() >= worth_refuting;
    s.legal.for_each_while([&](int p) {
      const auto& squares = t_.placements[p].squares;
      const int margin = s.margin + gain_[p];
      int most = up.sum - up.lost(squares);
      int least = down.sum - down.lost(squares);
      const auto upper = [&] { return 2 * (margin + most) + 1; };
      const auto lower = [&] { return 2 * (margin - least) - 1; };
      if (upper() >= target && lower() < target) {
        const int above = upper() - target;
        const int below = target - lower();
        if (above <= (x_moves ? near_loss : near_win)) most = up.after(*this, p);
        if (below <= (x_moves ? near_win : near_loss)) least = down.after(*this, p);
      }
      Move m{static_cast<std::uint16_t>(p), static_cast<std::int16_t>(lower()),
             static_cast<std::int16_t>(upper())};
      const auto undecided = [&] { return m.upper >= target && m.lower < target; };
      if (worth_answering && undecided()) {
        // A reply must take more than this for the move to be bad.
        const int surplus = x_moves ? m.upper - target : target - 2 - m.lower;
        if (surplus <= near_refutation) {
          const int left = x_moves ? most : least;
          const int taken = refuter.taken(*this, s, p, mine, left, surplus / 2 + 1);
          if (x_moves)
            m.upper = static_cast<std::int16_t>(m.upper - 2 * taken);
          else
            m.lower = static_cast<std::int16_t>(m.lower + 2 * taken);
        }
      }
      if (worth_answering && undecided()) {
        // The same for the other side: an answer must take this much from it for the move to be
        // good.
        const int lacking = x_moves ? target - 2 - m.lower : m.upper - target;
        const int need = lacking / 2 + 1;
        const int left = x_moves ? least : most;
        if (need <= most_sure && answers_replies(s, p, theirs, left, need)) {
          if (x_moves)
            m.lower = static_cast<std::int16_t>(m.lower + 2 * need);
          else
            m.upper = static_cast<std::int16_t>(m.upper - 2 * need);
        }
      }
      list.push_back(m);
      const bool good = x_moves ? m.lower >= target : m.upper < target;
      return !good;
    });
  }

 private:
  // The greatest distances from the target at which the costlier bounds are tried, to prove a move
  // bad or good, and at which refuting replies are.
  static constexpr int near_loss = 14, near_win = 12;
  static constexpr int near_refutation = 20;
  // With fewer placements left, searching costs no more than refuting.
  static constexpr int worth_refuting = 32;
  // With fewer placements left or fewer moves to search, narrower sets cost more than they save.
  static constexpr int worth_narrowing = 60;
  static constexpr int moves_worth_narrowing = 9;
  static constexpr int no_bound = 200;     // more than any margin can still move
  static constexpr int most_sure = 2;      // points that an answer to any move is expected to take
  static constexpr int most_answers = 16;  // that are kept for one position

  // The most the side to move can gain at once, at least 0.
  int best_gain(const State& s) const {
    for (int g = 4; g > 0; --g)
      if (s.legal.intersects(gaining_[s.side][g])) return g;
    return 0;
  }

  // The most that the margin can still move towards one side. The placements that help the side are
  // divided into groups whose members all cover one square, so that at most one can be played. Each
  // group counts once, with its best member. Proof: the margin moves towards the side only by
  // placements that help it, and at most one of each group is ever made. For merged groups and
  // refuting replies see docs/kernel.md, "Battle of LITS: what makes the tree small".
  struct Swing {
    struct Group {
      Set members;
      int gain;
      int square;  // covered by the best member and perhaps others
    };
    int sum = 0;
    int side = 0;
    // The loss of the sum once a square is covered.
    std::array<std::int8_t, Squares::capacity> at{};
    InlineVector<Group, Squares::capacity> groups;  // no two groups share their square

    void gather(const BattleOfLits& b, const Set& open, int for_side) {
      side = for_side;
      Set rest = open & b.gainers_[side];
      for (int g = 4; g > 0; --g) {
        const Set& gaining = b.gaining_[side][g];
        for (int p = rest.first_and(gaining); p >= 0; p = rest.first_and(gaining)) {
          const int best = busiest_square(b.t_, rest, p);
          groups.push({rest & b.t_.covering[best], g, best});
          rest -= b.t_.covering[best];
          at[best] = static_cast<std::int8_t>(g);
          sum += g;
        }
      }
      merge(b, open & b.gainers_[side]);
    }
    // Makes one group of those whose members all exclude each other. The groups are in falling
    // order of their gains.
    void merge(const BattleOfLits& b, Set later) {
      for (int i = 0; i + 1 < groups.size(); ++i) {
        Group& group = groups[i];
        later -= group.members;
        Set excluded = later;  // by all members
        const auto exclude = [&](int p) {
          excluded &= b.t_.excludes[p];
          return excluded.any();
        };
        group.members.for_each_while(exclude);
        if (excluded.none()) continue;
        int kept = i + 1;
        for (int j = i + 1; j < groups.size(); ++j) {
          const Group& other = groups[j];
          if (!excluded.contains(other.members)) {
            if (kept != j) groups[kept] = other;
            ++kept;
            continue;
          }
          other.members.for_each_while(exclude);
          group.members |= other.members;
          later -= other.members;
          sum -= other.gain;
          // Without the square of the best, the best of the others is left; their squares cost
          // nothing.
          at[group.square] =
              std::min(at[group.square], static_cast<std::int8_t>(group.gain - other.gain));
          at[other.square] = 0;
        }
        groups.truncate(kept);
      }
    }
    int lost(const std::array<std::uint8_t, 4>& squares) const {
      return at[squares[0]] + at[squares[1]] + at[squares[2]] + at[squares[3]];
    }
    // The sum once p is placed: each group counts with the best member that p leaves.
    int after(const BattleOfLits& b, int p) const { return without(b, b.t_.excludes[p]); }
    // The sum without some placements, or some number above `enough` if it is that large.
    int without(const BattleOfLits& b, const Set& gone, int enough = no_bound) const {
      int result = 0;
      for (const Group& group : groups) {
        if (result > enough) break;
        const Set left = group.members - gone;
        int g = group.gain;
        if (left.none()) continue;
        while (!left.intersects(b.gaining_[side][g])) --g;
        result += g;
      }
      return result;
    }
  };

  // An answer, with the moves after which it is not legal.
  struct Answer {
    int id;
    Set preventers;
  };

  // Returns whether the side to move, which has `sum` left of its swing, loses at least `need`
  // points of it with every move. It does if the move itself costs that much, or if the other side
  // has an answer that wins it at once: the gain of the move and all later gains come from members
  // of the side's groups, and no group gives two.
  bool loses_points(const State& s, const Swing& swing, int sum, int need) const {
    if (s.legal.none()) return sum >= need;  // nothing can be won
    if (need <= 0) return true;
    Set winning;
    for (int g = need; g <= 4; ++g) winning |= gaining_[!s.side][g];
    winning &= s.legal;
    const Set closed = t_.everything - s.open;
    InlineVector<Answer, most_answers> answers;
    for (Set unanswered = s.legal; unanswered.any();) {
      const int p = unanswered.first();
      bool answered = false;
      for (Set left = winning - t_.excludes[p]; !answered && left.any();) {
        const int q = left.first();
        left.reset(q);
        const auto known = std::ranges::find(answers, q, &Answer::id);
        if (known == answers.end()) {
          if (answers.size() == most_answers) return false;
          answers.push({q, t_.preventing(s, q, t_.placements[q].kind)});
        }
        answered = !known->preventers.test(p);
        if (answered) unanswered &= known->preventers;
      }
      if (answered) continue;
      const int allowed = sum - need - quick_gain(s, p);
      if (allowed < 0 || swing.without(*this, closed | t_.excludes[p], allowed) > allowed)
        return false;
      unanswered.reset(p);
    }
    return true;
  }

  // Returns whether the mover of p, which leaves the other side at most `most` to win, takes `need`
  // points of that with an answer to every reply.
  bool answers_replies(const State& s, int p, const Swing& theirs, int most, int need) const {
    State child;
    play(s, p, child);
    const int sum = theirs.without(*this, t_.everything - child.open);
    return loses_points(child, theirs, sum, need - (most - sum));
  }

  // Replies that may refute moves of one position. Those that gain most, and cover squares on which
  // most of the mover's swing depends, come first. A reply that has refuted a move is tried first
  // against the next.
  class Refuter {
   public:
    // The points that a reply to p takes from the mover, who has at most `most` left to win after
    // p; 0 if no reply tried takes `need`, alone or with a second reply.
    int taken(const BattleOfLits& b, const State& s, int p, const Swing& swing, int most,
              int need) {
      if (count_ < 0) collect(b, s, swing);
      InlineVector<int, most_second> nearly;  // replies that take almost as many
      for (int i = 0; i < count_; ++i) {
        const int q = list_[i].id;
        const Set& gone = b.t_.excludes[p];
        if (gone.test(q) || is_last_piece(b, s, p, q)) continue;
        const int reached = most - b.quick_gain(s, q);
        const int points =
            reached - swing.without(b, gone | b.t_.excludes[q], reached - need + most_sure);
        if (points < need) {
          if (points >= need - most_sure && nearly.size() < most_second) nearly.push(i);
          continue;
        }
        if (!b.t_.open_after(s.legal, p, s.covered).test(q)) continue;
        prefer(i);
        return points;
      }
      if (nearly.empty()) return 0;
      State child;
      b.play(s, p, child);
      for (const int i : nearly)
        if (take_with_second(b, child, list_[i].id, swing, most, need)) {
          prefer(i);
          return need;
        }
      return 0;
    }

   private:
    struct Reply {
      int score, id;
    };

    void prefer(int i) { std::rotate(list_.begin(), list_.begin() + i, list_.begin() + i + 1); }

    // Returns whether the reply q takes `need` points in the position `child`, together with a
    // reply to the mover's next move, whatever it is.
    static bool take_with_second(const BattleOfLits& b, const State& child, int q,
                                 const Swing& swing, int most, int need) {
      if (!child.legal.test(q)) return false;
      State next;
      b.play(child, q, next);
      const int sum = swing.without(b, b.t_.everything - next.open);
      return b.loses_points(next, swing, sum, need - (b.quick_gain(child, q) + most - sum));
    }

    // Before the first placement no reply is known to be legal: it must be connected with that
    // placement.
    void collect(const BattleOfLits& b, const State& s, const Swing& swing) {
      count_ = 0;
      if (!s.placed) return;
      s.legal.for_each([&](int q) {
        const int score = swing.lost(b.t_.placements[q].squares) - b.quick_gain(s, q);
        if (score <= 0 || (count_ == most_replies && score <= list_.back().score)) return;
        if (count_ < most_replies) ++count_;  // otherwise the last reply is dropped
        int at = count_ - 1;
        for (; at > 0 && list_[at - 1].score < score; --at) list_[at] = list_[at - 1];
        list_[at] = {score, q};
      });
    }
    // Returns whether p takes the last piece that q needs.
    static bool is_last_piece(const BattleOfLits& b, const State& s, int p, int q) {
      const int kind = b.t_.placements[p].kind;
      return s.supply[kind] == 1 && b.t_.of_kind[kind].test(q);
    }

    static constexpr int most_replies = 8, most_second = 3;
    std::array<Reply, most_replies> list_;
    int count_ = -1;  // not collected yet
  };

  template <int>
  friend class BattleOfLits;

  void sort_gains() {
    gaining_ = {};
    gainers_ = {};
    for (int p = 0; p < t_.count; ++p) {
      const int gain = gain_[p];
      if (gain == 0) continue;
      const int side = gain > 0 ? 0 : 1;
      gaining_[side][std::abs(gain)].set(p);
      gainers_[side].set(p);
    }
  }

  TetrominoRules<Words> t_;
  int start_margin_ = 0;
  int symbols_ = 0;  // the number of squares with a symbol
  Key salt_;         // of the board, so that positions of different boards may share a table
  std::vector<std::int8_t> gain_;  // of each placement, seen from X
  // [side][g]: placements that move the margin by g towards that side; gainers_: by any g > 0.
  std::array<std::array<Set, 5>, 2> gaining_{};
  std::array<Set, 2> gainers_{};
  Rectangle<Word128> board_;
};

}  // namespace litslab
