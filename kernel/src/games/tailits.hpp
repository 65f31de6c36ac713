// TAILITS: the game for the search template.
//
// The rules of placing know nothing of colours, so the sets here are sets of *bodies* (a shape on
// its squares); a body carries one *variant* for every way its squares may be coloured, and a move
// is a variant. On 11x11 that makes 1616 bodies where the coloured table has up to 9696 rows.
//
// A coloured square matters in only two ways: by the size of its group, and by the squares at which
// the group can still grow or be joined to others. So the board's colours are stored as
//   groups   for each colour, every group that can still grow: (the adjacent paintable squares,
//            its size),
//   closed   the largest sizes that are certain.
// A square is "paintable" in a colour if some open placement can give it that colour.
#pragma once

#include "core/inline_vector.hpp"
#include "core/largest.hpp"
#include "core/tetromino_rules.hpp"
#include "search/game.hpp"

#include <algorithm>
#include <memory>

namespace litslab {

// The ways to make two of four squares black.
inline constexpr int most_colourings = 6;

struct TailitsGroup {
  Squares touch;  // the squares at which it can still grow
  std::uint8_t size = 0;
};

struct TailitsColour {
  // Groups do not touch: there is at most one for each 2x2 block of 11x11.
  static constexpr int max_groups = 36;
  // Components of squares do not touch either.
  static constexpr int max_components = max_groups;
  InlineVector<TailitsGroup, max_groups> groups;
  // The two largest certain sizes; with scoring `largest` only the first is used, and it counts
  // open groups too.
  std::array<std::uint8_t, 2> closed{};
  // Bounds on the final largest and second-largest group.
  std::array<std::uint8_t, 2> least{}, most{};
};

// The part of a state that does not depend on the width of the sets. If pieces may not be turned
// over, L and S have two mirror images each. So there are at most six shapes, in five colourings.
struct TailitsBoard : TetrominoBoard<30> {
  static constexpr int kept_ids = 4;
  std::array<TailitsColour, 2> colours;
  std::array<Squares, 2> paint;  // the squares that can still take each colour
  // The first pieces of the game, for the symmetries.
  std::array<std::uint16_t, kept_ids> first_ids{};
  std::uint8_t side = 0;                       // 0 = Black, the maximiser, to move
  std::int16_t lower = -30000, upper = 30000;  // bounds on the value
};

// Checks everything; `name` is that of the placements in messages.
PlacementSet tailits_placements(int size, const std::string& name,
                                const std::vector<TetrominoPlacement>& placements,
                                const std::vector<int>& supply);

// Each symmetry is a list of the images of the placements handed over.
using TailitsSymmetries = std::vector<std::vector<std::uint16_t>>;

// The symmetries of a square board that the pieces allow (without flips, no reflections).
std::shared_ptr<const TailitsSymmetries> tailits_symmetries(const PlacementSet& given);

// One coloured placement.
struct TailitsVariant {
  std::uint16_t body = 0;
  std::uint16_t original = 0;  // index in the table handed over
  std::uint8_t kind = 0;
  std::array<std::array<std::uint8_t, 2>, 2> squares{};  // the black ones, the white ones
};

template <int Words>
class Tailits {
 public:
  using Set = Bits<Words>;
  static constexpr int black = 0, white = 1;
  static constexpr int kept_ids = TailitsBoard::kept_ids;
  static constexpr int max_groups = TailitsColour::max_groups;
  static constexpr int max_components = TailitsColour::max_components;

  using Group = TailitsGroup;
  using Colour = TailitsColour;
  using State = TetrominoState<Words, TailitsBoard>;  // the sets are sets of bodies

  static constexpr bool replies_depend_on_gain = false;

  // The same game on the bodies that are still left, in narrower sets; see Narrowable.
  static constexpr int narrower_words = Words > 8 ? 8 : Words / 2;
  static constexpr bool can_narrow = narrower_words >= 2;
  using Narrower = Tailits<narrower_words>;

  Tailits() = default;

  // `placements` are coloured; several may lie on the same squares. `second`: the second-largest
  // groups are compared instead of the largest. `half_point`: with either scoring, ties go to the
  // last placer (TAILITS+TAIJI).
  Tailits(const PlacementSet& placements, bool second, bool half_point = false)
      : Tailits(placements, Bodies(placements, true), second, half_point) {}

  // Makes this the game that `from` has become in state `s`, and `mine`, a new state, that state.
  template <int From>
  void restrict_to(const Tailits<From>& from, const typename Tailits<From>::State& s, State& mine) {
    t_.restrict_to(from.t_, s.open, s.covered);
    second_largest_ = from.second_largest_;
    half_point_ = from.half_point_;
    grid_ = from.grid_;
    salt_ = from.salt_;
    symmetries_ = from.symmetries_;
    several_kinds_ = from.several_kinds_;
    paint_.clear();
    variants_.clear();
    variants_of_.clear();
    internal_.assign(from.internal_.size(), -1);
    s.open.for_each([&](int p) {
      paint_.push_back(from.paint_[p]);
      variants_of_.emplace_back();
      for (const int v : from.variants_of_[p]) {
        internal_[from.variants_[v].original] = static_cast<std::int16_t>(variants_.size());
        variants_of_.back().push(static_cast<std::uint16_t>(variants_.size()));
        variants_.push_back(from.variants_[v]);
        variants_.back().body = static_cast<std::uint16_t>(variants_of_.size() - 1);
      }
    });
    static_cast<TailitsBoard&>(mine) = s;
    mine.open = t_.everything;
    Extraction{s.open}(s.legal, mine.legal);
  }
  bool should_narrow(const State&, int weight, int) const {
    return weight <= Narrower::Set::capacity && weight >= worth_narrowing;
  }
  int external_id(int v) const { return variants_[v].original; }
  int internal_id(int external) const { return internal_[external]; }
  // With less left, trying a reply costs as much as a search.
  bool worth_suggesting(int weight) const { return weight >= least_weight_for_replies; }
  int move_count() const { return static_cast<int>(variants_.size()); }
  bool is_legal(const State& s, int v) const {
    return s.legal.test(variants_[v].body) && s.supply[variants_[v].kind];
  }

  void start(State& s) const {
    t_.start(s);
    // The first tetromino covers the centre.
    s.legal &= t_.covering[t_.rows * t_.columns / 2];
    s.open = reachable(t_, s.open, s.legal);
    s.paint = paintable(s.open);
    update_bounds(s);
  }

  // The position that consists of the given placements.
  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State s;
    start(s);
    play_all(*this, question.placed, s);
    set_side(s, question.side);
    return s;
  }
  // Gives the move to a side. This changes only the bounds of a finished position, by the tie rule.
  void set_side(State& s, int side) const {
    s.side = static_cast<std::uint8_t>(side);
    if (!over(s)) return;
    s.lower = static_cast<std::int16_t>(value(s));
    s.upper = s.lower;
  }
  const Key& salt() const { return salt_; }
  int placements() const { return move_count(); }
  // Half of each piece's squares are of one colour.
  int value_limit() const { return 2 * (t_.rows * t_.columns / 2) + 1; }

  // All legal moves, including the pointless ones that `moves` leaves out.
  void legal(const State& s, std::vector<int>& list) const {
    s.legal.for_each([&](int p) {
      for (const int v : variants_of_[p])
        if (s.supply[variants_[v].kind]) list.push_back(v);
    });
  }
  // Draws a body and a colouring until there is such a piece, so that each is equally likely.
  int random_move(const State& s, Random& random) const {
    for (const int bodies = s.legal.count();;) {
      const auto& variants = variants_of_[s.legal.nth(random.below(bodies))];
      const int chosen = random.below(most_variants_);
      if (chosen < variants.size() && s.supply[variants_[variants[chosen]].kind])
        return variants[chosen];
    }
  }

  // Returns whether the key uses the board's symmetries: only near the root, where images can meet.
  bool symmetric(const State& s) const { return symmetries_ && s.placed <= symmetric_plies; }
  // The size of the groups that a move joins for its mover, less that of the other side's.
  int quick_gain(const State& s, int v) const {
    int gain = 0;
    for (int c : {black, white}) {
      int size = 0;
      for (const Group& g : s.colours[c].groups)
        if (g.touch.test(variants_[v].squares[c][0]) || g.touch.test(variants_[v].squares[c][1]))
          size += g.size;
      gain += c == s.side ? size : -size;
    }
    return gain;
  }

  int side(const State& s) const { return s.side; }
  bool over(const State& s) const { return s.legal.none(); }
  int value(const State& s) const {
    return value_of(s.colours[black].closed, s.colours[white].closed, !s.side);
  }
  int weight(const State& s) const { return s.open.count(); }

  // The last placer wins a tie; with scoring `second` only if the largest groups are equal too.
  int value_of(const std::array<std::uint8_t, 2>& b, const std::array<std::uint8_t, 2>& w,
               int last_placer) const {
    const int last = last_placer == black ? 1 : -1;
    if (!second_largest_) return 2 * (b[0] - w[0]) + last;
    const int margin = b[1] - w[1];
    if (half_point_ || b[0] == w[0]) return 2 * margin + last;
    return 2 * margin + (b[0] > w[0] ? 1 : -1);
  }

  Bounds bounds(const State& s) const { return {s.lower, s.upper}; }

  // The middle of the bounds and the sizes of the groups; few replies and little left to place (a
  // smaller tree).
  int move_score(const State&, int, const State& child) const {
    int outlook = middle_weight * (child.lower + child.upper);
    int left = reply_weight * child.legal.count() + body_weight * child.open.count();
    for (int c : {black, white}) {
      for (const Group& g : child.colours[c].groups)
        outlook += (c == black ? 1 : -1) * g.size * g.size;
      left += paint_weight * child.paint[c].count();
    }
    return (child.side == white ? outlook : -outlook) - left;
  }

  void play(const State& s, int v, State& child) const {
    place(s, v, child);
    update_bounds(child);
  }
  // The same for a query: the bounds are made tight only if coarse ones do not answer it. A child
  // whose bounds answer is never searched, so every state with a key has the same bounds and groups
  // as without a query.
  void play(const State& s, int v, int target, State& child) const {
    place(s, v, child);
    update_bounds(child, target);
  }

  void place(const State& s, int v, State& child) const {
    const Variant& variant = variants_[v];
    t_.place(s, variant.body, variant.kind, child);
    child.side = !s.side;
    child.first_ids = s.first_ids;
    if (s.placed < kept_ids) child.first_ids[s.placed] = variant.original;
    child.open = reachable(t_, child.open, child.legal);
    child.paint = paintable(child.open);
    for (int c : {black, white})
      colour(s.colours[c], variant.squares[c], child.paint[c], child.colours[c]);
  }

  // Without bounds: `open` also has bodies that no piece can reach any more, and a group is kept
  // until it touches no free square, or the game is over.
  void play_lightly(const State& s, int v, State& child) const {
    const Variant& variant = variants_[v];
    t_.place(s, variant.body, variant.kind, child);
    child.side = !s.side;
    Squares free;
    if (!over(child)) free = narrow(grid_.all()) - child.covered;
    for (int c : {black, white}) colour(s.colours[c], variant.squares[c], free, child.colours[c]);
  }
  Bounds light_bounds(const State& s) const {
    State complete = s;
    complete.open = reachable(t_, s.open, s.legal);
    complete.paint = paintable(complete.open);
    for (int c : {black, white}) close_groups(complete.paint[c], complete.colours[c]);
    update_bounds(complete);
    return bounds(complete);
  }
  // The groups as in `move_score`, and few replies.
  int prior(const State& s, int v, State&) const {
    const Variant& variant = variants_[v];
    int score = 0;
    for (int c : {black, white}) {
      const int gain = growth(s.colours[c], variant.squares[c]);
      score += c == s.side ? gain : -gain;
    }
    return score - reply_weight * t_.replies(s, variant.body);
  }

  // Settled scores are certain to be part of the value, and nothing else depends on them.
  int offset(const State& s) const {
    if (symmetric(s)) return 0;
    if (second_largest_)
      return settled(s) ? 2 * (s.colours[black].closed[1] - s.colours[white].closed[1]) : 0;
    return 2 * (settled_part(s.colours[black]) - settled_part(s.colours[white]));
  }

  // The rest of the game depends only on the key: two states of equal keys differ in value by their
  // offsets.
  Key key(const State& s) const {
    if (symmetric(s)) return symmetric_key(s);
    Squares coverable;
    Hasher h;
    h.add(hash_remaining(t_, s.open, s.legal, salt_, coverable));
    relevant_cover(grid_, s.covered, coverable).hash_into(h);
    hash_supply(s, h);
    hash_colours(s, h);
    return h.key();
  }

  // Appends the legal moves that can matter, each with proved bounds on the value after it, up to
  // one that answers "at least target?" in favour of the mover. (A variant that another one of the
  // same body makes pointless is left out; `legal` lists them all.)
  void moves(const State& s, int target, std::vector<Move>& list) const {
    each_body_moves(s, list, [&](std::size_t before) {
      for (auto i = before; i < list.size(); ++i) {
        const bool good = s.side == black ? list[i].lower >= target : list[i].upper < target;
        if (good) return true;
      }
      return false;
    });
  }
  // Appends all moves that can matter.
  void moves(const State& s, std::vector<Move>& list) const {
    each_body_moves(s, list, [](std::size_t) { return false; });
  }

 private:
  using Variant = TailitsVariant;

  // Keys of positions with at most this many pieces use symmetries.
  static constexpr int symmetric_plies = 3;
  // With more bodies left, tight bounds decide too little.
  static constexpr int closely_weight = 24;
  // With more bodies left, a move hardly ever ends the game.
  static constexpr int last_moves_weight = 64;
  static constexpr int least_weight_for_replies = 6;
  // With fewer bodies left, narrower sets cost more than they save.
  static constexpr int worth_narrowing = 24;
  // Weights in the order of moves, where a square of a group counts as its size; see
  // docs/kernel.md, "Order of moves".
  static constexpr int middle_weight = 16, reply_weight = 50, body_weight = 2, paint_weight = 15;
  static_assert(symmetric_plies <= kept_ids);

  // ---- paintable squares

  std::array<Squares, 2> paintable(const Set& open) const {
    std::array<Squares, 2> result;
    open.for_each([&](int p) {
      result[black] |= paint_[p][black];
      result[white] |= paint_[p][white];
    });
    return result;
  }

  // ---- groups

  // The groups of a colour once its two squares of a piece are there.
  void colour(const Colour& from, const std::array<std::uint8_t, 2>& at, const Squares& paint,
              Colour& to) const {
    std::array<Group, 2> joined{Group{grid_.neighbours(at[0]), 1},
                                Group{grid_.neighbours(at[1]), 1}};
    bool one = grid_.neighbours(at[0]).test(at[1]);
    to.groups.clear();
    to.closed = from.closed;
    const auto keep = [&](Group g) {
      g.touch &= paint;
      if (g.touch.any())
        to.groups.push(g);
      else
        insert_largest(to.closed, g.size);
    };
    for (const Group& g : from.groups) {
      const bool first = g.touch.test(at[0]), second = g.touch.test(at[1]);
      if (!first && !second) {
        keep(g);
        continue;
      }
      one |= first && second;
      Group& into = joined[!first];
      into.touch |= g.touch;
      into.size = static_cast<std::uint8_t>(into.size + g.size);
    }
    if (one) {
      joined[0].touch |= joined[1].touch;
      joined[0].size = static_cast<std::uint8_t>(joined[0].size + joined[1].size);
      keep(joined[0]);
    } else {
      keep(joined[0]);
      keep(joined[1]);
    }
  }

  // Closes the groups that touch no paintable square.
  static void close_groups(const Squares& paint, Colour& colour) {
    int kept = 0;
    for (int i = 0; i < colour.groups.size(); ++i) {
      Group g = colour.groups[i];
      g.touch &= paint;
      if (g.touch.any())
        colour.groups[kept++] = g;
      else
        insert_largest(colour.closed, g.size);
    }
    colour.groups.truncate(kept);
  }

  // How much the squares of a piece add to the sum of the squared group sizes, and to the size of
  // the largest group (that much again).
  int growth(const Colour& from, const std::array<std::uint8_t, 2>& at) const {
    std::array<int, 2> size{1, 1};
    int squares = 0;  // of the sizes of the groups that are joined
    int largest = from.closed[0];
    bool one = grid_.neighbours(at[0]).test(at[1]);
    for (const Group& g : from.groups) {
      largest = std::max<int>(largest, g.size);
      const bool first = g.touch.test(at[0]), second = g.touch.test(at[1]);
      if (!first && !second) continue;
      one |= first && second;
      size[!first] += g.size;
      squares += g.size * g.size;
    }
    if (one) size = {size[0] + size[1], 0};
    const int raised = std::max(0, std::max(size[0], size[1]) - largest);
    return size[0] * size[0] + size[1] * size[1] - squares + 2 * middle_weight * raised;
  }

  // ---- bounds: games/tailits_bounds.hpp

  struct Outlook;
  struct Region;
  using Regions = InlineVector<Region, max_components>;
  using Reached = std::array<int, max_groups>;  // of each group

  // Returns whether tight bounds are worth their cost.
  bool looks_closely(const State& s) const { return s.open.count() <= closely_weight; }
  void update_bounds(State& s, std::optional<int> target = {}) const;
  void bound_value(State& s) const;
  Regions regions(const Outlook& view, const Colour& colour) const;
  int reach(const Outlook& view, const Colour& colour, int c, int i, const Region& home) const;
  int single_gain(const Outlook& view, const Colour& colour, int c, int i, int component) const;
  Reached bound(const Outlook& view, bool closely, int c, const Regions& home,
                Colour& colour) const;
  void forget(Colour& colour, const Reached& reached) const;

  // ---- moves: games/tailits_moves.hpp

  struct Effect;
  template <class Enough>
  void each_body_moves(const State& s, std::vector<Move>& list, Enough&& enough) const;
  Effect effect(const State& s, const Outlook& view, int v) const;
  bool covers(const Colour& colour, const Effect& a, const Effect& b, int c) const;
  int undominated(const State& s, const Outlook& view, Effect* effects, int count) const;
  void append_last(const State& s, const Effect& e, std::vector<Move>& list) const;
  void append(const State& s, const Outlook& view, const Set& left, const Effect* effects,
              int count, std::vector<Move>& list) const;

  // ---- key: games/tailits_moves.hpp

  bool settled(const Colour& c) const {
    return c.groups.empty() && c.least[0] == c.most[0] && c.least[1] == c.most[1];
  }
  bool settled(const State& s) const {
    return settled(s.colours[black]) && settled(s.colours[white]);
  }
  // With scoring `largest`: the part of a colour's score that is certain and independent of the
  // rest.
  int settled_part(const Colour& c) const {
    return c.groups.empty() && c.least[0] == c.most[0] ? c.closed[0] : 0;
  }

  void hash_colours(const State& s, Hasher& h) const;
  void hash_supply(const State& s, Hasher& h) const;
  Key symmetric_key(const State& s) const;

  // ---- construction

  [[gnu::cold]] Tailits(const PlacementSet& placements, const Bodies& bodies, bool second,
                        bool half_point)
      : t_(bodies, placements, State::max_kinds),
        second_largest_(second),
        half_point_(half_point),
        grid_(placements.columns, placements.rows) {
    for (int body = 0; body < t_.count; ++body) {
      variants_of_.emplace_back();
      for (const int i : bodies.placements_of[body])
        variants_of_.back().push(static_cast<std::uint16_t>(i));
      most_variants_ = std::max(most_variants_, variants_of_.back().size());
    }
    paint_.resize(t_.count);
    for (std::size_t i = 0; i < placements.placements.size(); ++i) {
      variants_.push_back(
          variant_of(placements.placements[i], bodies.body_of[i], static_cast<int>(i)));
      internal_.push_back(static_cast<std::int16_t>(i));
      several_kinds_ |= variants_.back().kind != bodies.set.placements[variants_.back().body].kind;
      for (int c : {black, white})
        for (int q : variants_[i].squares[c]) paint_[variants_[i].body][c].set(q);
    }
    if (t_.rows == t_.columns) symmetries_ = tailits_symmetries(placements);
    Hasher h;
    hash_placements(placements, h);
    h.add(static_cast<std::uint64_t>(second) << 1 | half_point);
    salt_ = h.key();
  }

  static Variant variant_of(const Placement& given, int body, int original) {
    Variant v;
    v.body = static_cast<std::uint16_t>(body);
    v.original = static_cast<std::uint16_t>(original);
    v.kind = given.kind;
    std::array<int, 2> count{};  // two in the end
    for (int i = 0; i < 4; ++i) {
      const int c = given.colours >> i & 1 ? black : white;
      v.squares[c][count[c]] = given.squares[i];
      ++count[c];
    }
    return v;
  }

  template <int>
  friend class Tailits;

  TetrominoRules<Words> t_;  // of bodies
  bool second_largest_ = false, half_point_ = false;
  std::vector<Variant> variants_;  // on the full board: in the order of the table handed over
  // Of each variant of the table handed over: its number here, or -1.
  std::vector<std::int16_t> internal_;
  std::vector<InlineVector<std::uint16_t, most_colourings>> variants_of_;  // of each body
  // Of each body: the squares that some variant makes black, or white.
  std::vector<std::array<Squares, 2>> paint_;
  bool several_kinds_ = false;  // on one body
  int most_variants_ = 1;       // of one body
  KingGrid grid_;
  Key salt_;  // of the board and the rules, so that several games may share a table
  std::shared_ptr<const TailitsSymmetries> symmetries_;  // shared with the narrower games
};

}  // namespace litslab

#include "games/tailits_bounds.hpp"
#include "games/tailits_moves.hpp"
