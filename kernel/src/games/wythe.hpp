// Wythe for the solver. Stacks that can never be covered again count only through their groups.
#pragma once

#include "core/grid.hpp"
#include "core/inline_vector.hpp"
#include "games/game_simulator.hpp"
#include "search/game.hpp"

namespace litslab {

// A piece at level h lies on two bits whose own partners stay uncovered, so it needs 2^(h+1)
// distinct squares below.
constexpr int wythe_levels(int side) {
  return std::bit_width(static_cast<unsigned>(side * side)) - 1;
}

struct WythePlacement {
  std::uint8_t white, black, level;
};

template <class Word>
class Wythe {
 public:
  static constexpr int max_squares = Grid<Word>::max_squares;
  static constexpr int black = 0, white = 1;
  static constexpr bool can_narrow = false;
  static constexpr bool enhanced_cutoffs = true;
  // Instead of a partner: the other bit of the top piece has been covered.
  static constexpr std::uint8_t locked = 255;

  struct State {
    std::array<Word, 2> top{};  // squares by the colour of their topmost bit
    std::array<std::uint8_t, max_squares> height{}, partner{};
    std::uint8_t mover = black;
    bool over = false;
    // A forced placement that has been made, but cost no turn yet: see make_forced().
    bool spare = false;
    // brought up to date by reduce():
    Word live = 0;  // squares that may be covered (again), or more: those of a position before
    // By size: finished black groups minus finished white ones.
    std::array<std::int8_t, max_squares + 1> lead{};
    int lower = 0, upper = 0, outlook = 0;
  };

  // `placements` is the handed-over table; moves are its indices.
  Wythe(int side, std::vector<WythePlacement> placements)
      : grid_(side), placements_(std::move(placements)) {
    for (std::size_t i = 0; i < placements_.size(); ++i) {
      const auto& p = placements_[i];
      auto& list = at_white_[p.white];
      auto it = std::ranges::find(list, p.black, &Pair::black);
      if (it == list.end()) it = list.insert(list.end(), Pair{p.black, {}});
      it->by_level[p.level] = static_cast<std::uint16_t>(i);
    }
  }

  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    s.partner.fill(locked);
    s.live = grid_.all();
    for (const int placement : question.placed) {
      State next;
      play(s, placement, next);
      s = next;
    }
    s.mover = static_cast<std::uint8_t>(question.side);
    s.over = !can_place(s);
    return s;
  }
  int placements() const { return static_cast<int>(placements_.size()); }
  // Of a position that has not been reduced.
  bool is_legal(const State& s, int placement) const {
    const auto [a, b, level] = placements_[placement];
    if (s.height[a] != level || s.height[b] != level) return false;
    if (level == 0) return true;
    const bool may_be_covered =
        s.partner[a] != locked && s.partner[b] != locked && s.partner[a] != b;
    return may_be_covered && (s.top[black] & square_bit<Word>(a)) != 0 &&
           (s.top[white] & square_bit<Word>(b)) != 0;
  }
  // No group is larger than the board.
  int value_limit() const { return 2 * grid_.squares() + 1; }
  void legal(const State& s, std::vector<int>& list) const {
    each_placement(s, [&](int move) { list.push_back(move); });
  }
  int random_move(const State& s, Random& random) const {
    int legal = 0;
    each_placement(s, [&](int) { ++legal; });
    int left = random.below(legal);
    int chosen = -1;
    any_placement(s, [&](int move) {
      chosen = move;
      --left;
      return left < 0;
    });
    return chosen;
  }

  int side(const State& s) const { return s.mover; }
  bool over(const State& s) const { return s.over; }
  // The squares by the colour of their topmost bit after a placement.
  std::array<Word, 2> top_after(const State& s, int placement) const {
    const Word white_bit = square_bit<Word>(placements_[placement].white);
    const Word black_bit = square_bit<Word>(placements_[placement].black);
    return {(s.top[black] | black_bit) & ~white_bit, (s.top[white] | white_bit) & ~black_bit};
  }
  // For each side, the largest group size at which it has more groups than the other; 0 if none.
  std::array<int, 2> scores(const State& s) const { return scores(s.top); }
  std::array<int, 2> scores(const std::array<Word, 2>& top) const {
    std::array<int, max_squares + 1> lead{};
    for (int c = 0; c < 2; ++c)
      grid_.each_component(top[c], [&](Word area) { lead[count(area)] += c == black ? 1 : -1; });
    std::array<int, 2> score{};
    for (int n = 1; n <= grid_.squares(); ++n)
      if (lead[n] != 0) score[lead[n] > 0 ? black : white] = n;
    return score;
  }
  // Of a finished position: whoever placed last, that is the side not to move, loses if both score
  // 0.
  int value(const State& s) const {
    const auto score = scores(s);
    return 2 * (score[black] - score[white]) + (s.mover == white ? -1 : 1);
  }
  int offset(const State&) const { return 0; }
  int weight(const State& s) const { return count(s.live); }
  Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
  // Keys are equal up to symmetry, so a move of the one position says nothing of the other.
  int external_id(int) const { return TableEntry::no_move; }
  // Placements, and the turn that a forced one has left.
  template <class F>
  void each_move(const State& s, F&& f) const {
    each_placement(s, f);
    if (s.spare) f(pass());
  }
  void moves(const State& s, int, std::vector<Move>& list) const {
    each_move(s, [&](int move) { list.push_back({static_cast<std::uint16_t>(move)}); });
  }
  int move_score(const State&, int, const State& after) const {
    return (after.mover == white ? after.outlook : -after.outlook) -
           live_weight * count(after.live) -
           bare_weight * (grid_.squares() - count(after.top[0] | after.top[1]));
  }

  void play(const State& s, int move, State& next) const {
    next = s;
    if (move == pass())
      next.spare = false;
    else
      cover(next, placements_[move].white, placements_[move].black);
    next.mover ^= 1;
    next.over = !next.spare && !can_place(next);
  }

  // Makes forced placements, finds the live squares, and bounds the value. Each bound has its
  // proof; see docs/kernel-taiji.md, "Wythe", Bounds and Forced placements.
  void reduce(State& s, int threshold) const {
    find_live(s);
    if (make_forced(s) && !can_place(s)) {
      // All that is left was forced; only the player of the last placement is open.
      if (s.spare) s.mover ^= 1;
      s.spare = false;
      s.over = true;
      s.lower = value(s);
      s.upper = s.lower;
      return;
    }
    if (count(s.live) <= short_ending) {
      play_out(*this, s, threshold);
      return;
    }
    s.lead.fill(0);
    // Finished groups, and for each colour the largest group that may yet arise among live squares.
    std::array<int, 2> potential{};
    int room = 0;
    for (int c = 0; c < 2; ++c) {
      grid_.each_component(s.top[c] | s.live, [&](Word area) {
        if (area & s.live)
          potential[c] = std::max(potential[c], reach(s, c, area));
        else
          s.lead[count(area)] =
              static_cast<std::int8_t>(s.lead[count(area)] + (c == black ? 1 : -1));
      });
      grid_.each_component(s.top[c], [&](Word area) {
        const int n = count(area);
        const int liberties = count(grid_.adjacent(area) & s.live & ~area);
        room += (c == black ? 1 : -1) * n * (2 * n + 3 * liberties);
      });
      room += (c == black ? 10 : -10) * count(s.top[c] & s.live);
    }
    // A lead at a size the opponent can no longer reach stays; a score above all that can still
    // grow needs one.
    std::array<int, 2> least{}, most = potential;
    for (int n = 1; n <= grid_.squares(); ++n) {
      if (s.lead[n] == 0) continue;
      const int c = s.lead[n] > 0 ? black : white;
      if (n > potential[c ^ 1]) least[c] = n;
      most[c] = std::max(most[c], n);
    }
    const int margin_low = least[black] - most[white];
    const int margin_high = most[black] - least[white];
    s.outlook = room;
    s.lower = 2 * margin_low - 1;
    s.upper = 2 * margin_high + 1;
    // Mirror strategy: on an even board no placement meets its half-turn image, so the second
    // player can keep the empty board's antisymmetry (heights, partners, colours). Every size is
    // then made equally often, both score 0, and the mirrorer makes the last placement, which
    // counts against the mirrorer: by no more than that.
    if (grid_.side() % 2 == 0 && (s.top[0] | s.top[1]) == 0) {
      if (s.mover == black)
        s.upper = std::min(s.upper, 1);
      else
        s.lower = std::max(s.lower, -1);
    }
  }

  Key key(const State& s) const;

 private:
  struct Pair {
    std::uint8_t black;
    std::array<std::uint16_t, 8> by_level;
  };

  // The most live squares of a position that is played to its end at once.
  static constexpr int short_ending = 5;
  // Of a live square and of a bare one in the order of moves, against the room of groups: little
  // left makes a small tree.
  static constexpr int live_weight = 48, bare_weight = 24;
  // In a key, the partner of a live stack is the square itself, or
  static constexpr int partner_locked = 126, partner_fixed = 127;

  // The turn that a forced placement has left.
  int pass() const { return static_cast<int>(placements_.size()); }

  // Calls `f` with one placement after the other until it returns true; returns whether it has.
  template <class F>
  bool any_placement(const State& s, F&& f) const {
    for (Word rest = s.live & ~s.top[white]; rest != 0; rest &= rest - 1) {
      const int a = lowest(rest);
      const int h = s.height[a];
      // A bit may be covered only while the other bit of its piece is on top.
      if (h > 0 && s.partner[a] == locked) continue;
      for (const Pair& p : at_white_[a]) {
        const int b = p.black;
        if (s.height[b] != h) continue;
        if (h > 0) {
          if (s.partner[b] == locked || s.partner[a] == b) continue;
          if (!(s.top[white] & square_bit<Word>(b))) continue;
        }
        if (f(p.by_level[h])) return true;
      }
    }
    return false;
  }
  bool can_place(const State& s) const {
    return any_placement(s, [](int) { return true; });
  }
  template <class F>
  void each_placement(const State& s, F&& f) const {
    any_placement(s, [&](int move) {
      f(move);
      return false;
    });
  }

  void cover(State& s, int w, int b) const {
    for (const int q : {w, b}) {
      if (s.height[q] > 0) s.partner[s.partner[q]] = locked;
      ++s.height[q];
    }
    s.partner[w] = static_cast<std::uint8_t>(b);
    s.partner[b] = static_cast<std::uint8_t>(w);
    const Word wb = square_bit<Word>(w), bb = square_bit<Word>(b);
    s.top[white] = (s.top[white] | wb) & ~bb;
    s.top[black] = (s.top[black] | bb) & ~wb;
  }

  // Two adjacent live stacks that can be covered together only, and only in one way, will be: the
  // game goes on as long as anything can be placed, and nothing takes that placement away. When it
  // is made is only a question of who gets a turn by it, and two such turns cancel each other: one
  // player takes a turn from one, the other answers with the other. So these placements are made at
  // once, and one of their turns is left, or none. Returns whether there were any.
  bool make_forced(State& s) const {
    bool any = false;
    // A live partner is among them, too: covering it would take the placement away.
    const auto mates = [&](int q) {
      Word found = 0;
      each_square(grid_.neighbours(q) & s.live, [&](int r) {
        if (may_pair(s, q, r)) found |= square_bit<Word>(r);
      });
      return found;
    };
    each_square(s.live & s.top[black], [&](int q) {
      const Word near = mates(q);
      if (near == 0 || (near & (near - 1)) != 0) return;
      const int r = lowest(near);
      if (s.height[r] != s.height[q] || mates(r) != square_bit<Word>(q)) return;
      cover(s, q, r);
      s.live &= ~(square_bit<Word>(q) | square_bit<Word>(r));
      s.spare = !s.spare;
      any = true;
    });
    return any;
  }

  // At most how many squares of a colour an area comes to have whose live squares have no live
  // neighbours outside. A piece on the bare board adds one of each colour, and any other exchanges
  // the colours of two neighbours.
  int reach(const State& s, int c, Word area) const {
    int pieces = 0;
    grid_.each_component(area & s.live & ~(s.top[0] | s.top[1]),
                         [&](Word bare) { pieces += grid_.capacity(bare); });
    return std::min(count(area), count(s.top[c] & area) + pieces);
  }

  // Returns whether two stacks may ever be covered together. The colours of a stack alternate on
  // its way up. So for two that are not bare it is certain whether they will differ when they are
  // equally high.
  bool may_pair(const State& s, int q, int r) const {
    if (s.height[q] == 0 || s.height[r] == 0) return true;
    const int heights = s.height[q] ^ s.height[r];
    const int tops =
        static_cast<int>(s.top[black] >> q & 1) ^ static_cast<int>(s.top[black] >> r & 1);
    return ((heights ^ tops) & 1) != 0;
  }

  // A square may be covered again only together with a neighbour that may pair with it and reaches
  // its height. A lower neighbour needs another one first. Neither of the two is locked. Squares
  // are struck off until nothing changes. A square struck off can never be covered again; the
  // others may be. So only squares that were live before the last placement are examined.
  void find_live(State& s) const {
    Word live = s.live;
    each_square(live & (s.top[0] | s.top[1]), [&](int q) {
      if (s.partner[q] == locked) live &= ~square_bit<Word>(q);
    });
    const int top_level = wythe_levels(grid_.side());
    const auto may_cover = [&](int q, Word others) {
      bool may = false;
      each_square(grid_.neighbours(q) & live & others, [&](int r) {
        if (s.height[r] > s.height[q] || !may_pair(s, q, r)) return;
        may |= s.height[r] < s.height[q] || s.height[q] == 0 || s.partner[q] != r;
      });
      return may;
    };
    for (bool changed = true; changed;) {
      changed = false;
      each_square(live, [&](int q) {
        bool may = false;
        if (s.height[q] < top_level)
          each_square(grid_.neighbours(q) & live, [&](int r) {
            if (may || s.height[r] > s.height[q] || !may_pair(s, q, r)) return;
            if (s.height[r] == s.height[q])
              may = s.height[q] == 0 || s.partner[q] != r;
            else
              may = may_cover(r, ~square_bit<Word>(q));
          });
        if (may) return;
        live &= ~square_bit<Word>(q);
        changed = true;
      });
    }
    s.live = live;
  }

  Grid<Word> grid_;
  std::vector<WythePlacement> placements_;
  std::array<std::vector<Pair>, max_squares> at_white_;
};

// The least of the hashes of the eight images. A live square enters with its height, colour and (if
// that is live too) partner; a fixed group with its size and the adjacent live squares; finished
// groups by how many more of each size one colour has.
template <class Word>
Key Wythe<Word>::key(const State& s) const {
  const Word live = s.live;
  struct Fixed {
    Word liberties;
    std::uint64_t name;
  };
  InlineVector<Fixed, max_squares> fixed;
  for (int c = 0; c < 2; ++c)
    grid_.each_component(s.top[c] & ~live, [&](Word area) {
      const Word liberties = grid_.adjacent(area) & live;
      if (liberties) fixed.push({liberties, static_cast<std::uint64_t>(count(area) * 2 + c)});
    });
  const std::uint64_t turn = s.spare * 2u + s.mover;
  std::uint64_t common = 0x51ed270b + turn;
  std::uint64_t common2 = 0x2545f491 + turn;
  for (int n = 1; n <= grid_.squares(); ++n)
    if (s.lead[n] != 0) {
      const auto lead = static_cast<std::uint64_t>(s.lead[n] + 1000 * n);
      common += mix64(lead);
      common2 += mix64(lead ^ 0xfeedfacefeedULL);
    }
  Key best{~0ULL, ~0ULL};
  // Late positions seldom meet their mirror images any more: there one image is enough.
  const bool early = 5 * count(s.top[0] | s.top[1]) <= 3 * grid_.squares();
  for (int t = 0; t < (early ? 8 : 1); ++t) {
    const auto& image = grid_.image(t);
    std::uint64_t first = common, second = common2;
    each_square(live, [&](int q) {
      const int colour = s.height[q] == 0 ? 2 : static_cast<int>((s.top[white] >> q) & 1);
      int mate = partner_fixed;
      if (s.height[q] != 0) {
        const int p = s.partner[q];
        if (p == locked)
          mate = partner_locked;
        else if ((live >> p) & 1)
          mate = image[p];
      }
      const auto what =
          static_cast<std::uint64_t>(image[q] | mate << 8 | colour << 16 | s.height[q] << 20);
      first += mix64(what);
      second += mix64(what ^ 0xa5a5a5a5a5a5a5ULL);
    });
    for (const Fixed& f : fixed) {
      std::uint64_t a = 0, b = 0;
      each_square(f.liberties, [&](int q) {
        a += mix64(image[q] + 0x1000000000ULL);
        b += mix64(image[q] + 0x2000000000ULL);
      });
      first += mix64(a ^ (f.name << 56));
      second += mix64(b + f.name);
    }
    if (first < best.high || (first == best.high && second < best.low)) {
      best.high = first;
      best.low = second;
    }
  }
  best.low = mix64(best.low);
  return best;
}

// Games by the rules alone.
template <class Word>
class WythePlayout {
 public:
  static constexpr bool double_game = false;
  static constexpr Swap swap = Swap::exchanges_players;
  static std::vector<std::string> layers() { return {"black", "white"}; }
  struct State : Turn {
    typename Wythe<Word>::State stacks;
    std::vector<int> legal;
    int placed = 0;
  };

  WythePlayout(int side, std::vector<WythePlacement> table)
      : rules_(side, std::move(table)), squares_(side * side) {}

  int squares() const { return squares_; }
  int placements() const { return rules_.placements(); }
  void start(State& s) const {
    s = State{};
    s.stacks = rules_.state_of({});
  }
  void settle(State& s, const Question& question) const {
    s.side = question.side;
    s.swapped = question.swapped;
  }
  int legal(State& s) const {
    s.legal.clear();
    rules_.legal(s.stacks, s.legal);
    return static_cast<int>(s.legal.size());
  }
  int choose(const State& s, int rank) const { return s.legal[rank]; }
  template <class F>
  void each_legal(const State& s, F&& f) const {
    auto moves = s.legal;
    std::ranges::sort(moves);
    for (const int move : moves) f(move);
  }
  int pieces_before_swap(const State& s) const { return s.placed; }
  void play(State& s, int move) const {
    typename Wythe<Word>::State next;
    rules_.play(s.stacks, move, next);
    s.stacks = next;
    s.side ^= 1;
    ++s.placed;
  }
  std::array<int, 2> scores(const State& s) const { return rules_.scores(s.stacks); }
  template <class F>
  void each_margin(const State& s, F&& f) const {
    each_legal(s, [&](int move) {
      const auto [black, white] = rules_.scores(rules_.top_after(s.stacks, move));
      f(move, black - white);
    });
  }
  // If both score 0, the last placer loses.
  void ending(const State& s, Ending& e) const {
    e.scores = scores(s);
    e.tie = s.side;
    for (int c = 0; c < 2; ++c) each_square(s.stacks.top[c], [&](int q) { e.layers[c].set(q); });
  }

 private:
  Wythe<Word> rules_;
  int squares_;
};

}  // namespace litslab
