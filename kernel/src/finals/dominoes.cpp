// Finished positions of dominoes.
//
// The levels below determine the dominoes that fit on a level. Only dominoes of the same level
// exclude each other: one on the same square, or on the other bit of a piece that both half cover.
// So a finished position of Wythe is a maximal independent set on each level, given the levels
// below.
//
// TAIJI's finished positions are the maximal packings of dominoes. They are enumerated as stacks of
// one level. They are counted by a profile that moves over the board square by square, and for each
// symmetry by packings of whole cycles of dominoes.
#include "core/elementary.hpp"
#include "finals/enumeration.hpp"

#include <algorithm>
#include <unordered_map>

namespace litslab {
namespace {

// A graph of choices that exclude each other in pairs, with its maximal independent sets.
template <int Words>
class ConflictGraph {
 public:
  using Set = Bits<Words>;

  explicit ConflictGraph(int count) : near_(count) {
    for (int v = 0; v < count; ++v) near_[v].set(v);
  }

  int count() const { return static_cast<int>(near_.size()); }
  // A vertex and all that exclude it.
  const Set& near(int v) const { return near_[v]; }

  void join(int u, int v) {
    near_[u].set(v);
    near_[v].set(u);
  }

  // Visits every independent set of members of `open` that has a neighbour of every other vertex of
  // `open` and of `pending`; each once. Throws Stopped.
  template <class Visit>
  void walk(const Set& open, const Set& pending, NodeCounter& counter, Visit&& visit) const {
    std::vector<int> chosen;
    grow(open, pending, chosen, counter, visit);
  }

 private:
  std::vector<Set> near_;

  // A set has to contain one of the ways: members of `open` that are, or exclude, some vertex. Each
  // branch takes the first way in the set, so the ways before it become vertices to be excluded.
  template <class Visit>
  void grow(Set open, Set pending, std::vector<int>& chosen, NodeCounter& counter,
            Visit& visit) const {
    counter.count();
    if (open.none()) {
      if (pending.none()) visit(std::span<const int>(chosen));
      return;
    }
    fewest_ways(open, pending).for_each([&](int v) {
      chosen.push_back(v);
      grow(open - near_[v], pending - near_[v], chosen, counter, visit);
      chosen.pop_back();
      open.reset(v);
      pending.set(v);
    });
  }

  Set fewest_ways(const Set& open, const Set& pending) const {
    if (pending.none()) return near_[open.first()] & open;
    Set best;
    int fewest = Set::capacity + 1;
    pending.for_each([&](int v) {
      const auto ways = near_[v] & open;
      if (const int count = ways.count(); count < fewest) {
        fewest = count;
        best = ways;
      }
    });
    return best;
  }
};

// A placement on it needs 128 squares below.
constexpr int highest_level = 6;

struct Domino {
  int white = 0, black = 0, level = 0;
};

template <int Words>
class StackEnumeration : public Enumeration {
 public:
  using Graph = ConflictGraph<Words>;
  using Set = typename Graph::Set;

  StackEnumeration(std::vector<Domino> dominoes, SymmetryGroup symmetries)
      : Enumeration(std::move(symmetries)), dominoes_(std::move(dominoes)) {
    int squares = 0;
    for (int i = 0; i < static_cast<int>(dominoes_.size()); ++i) {
      const auto [white, black, level] = dominoes_[i];
      if (level >= static_cast<int>(levels_.size())) levels_.resize(level + 1);
      levels_[level].push_back(i);
      squares = std::max({squares, white + 1, black + 1});
    }
    for (const auto& level : levels_)
      if (level.size() > Set::capacity)
        refuse("placements", "has a level of " + std::to_string(level.size()),
               "at most " + std::to_string(Set::capacity) + ", and fewest above");
    bare_.assign(squares, ground);
    if (!levels_.empty()) ground_level_ = level_above(bare_, 0);
  }

  void walk(NodeCounter& counter, const Visit& visit) const override {
    std::vector<int> placed;
    pile(bare_, 0, placed, counter, visit);
  }

  // Fills each level with random dominoes that fit, one after another; a set of k has k! orders.
  Draw draw(Random& random) const override {
    Draw drawn;
    auto tops = bare_;
    for (int number = 0; number < static_cast<int>(levels_.size()); ++number) {
      const auto level = level_at(tops, number);
      auto open = Set::all(level.graph.count());
      if (open.none()) break;
      for (int placed = 1; open.any(); ++placed) {
        const int ways = open.count();
        const int v = open.nth(random.below(ways));
        drawn.log_weight += natural_logarithm(static_cast<double>(ways) / placed);
        drawn.log_weight +=
            natural_logarithm(static_cast<double>(symmetries()[0].colourings[level.dominoes[v]]));
        ++drawn.pieces;
        open -= level.graph.near(v);
        put(tops, level.dominoes[v]);
      }
    }
    return drawn;
  }

 protected:
  // The dominoes that fit on one level, by themselves, and which of them exclude each other.
  struct Level {
    std::vector<int> dominoes;
    Graph graph{0};
  };

  const Level& ground_level() const { return ground_level_; }

 private:
  static constexpr int ground = -1;
  using Tops = std::vector<int>;  // of each square: the domino whose bit is uppermost

  std::vector<Domino> dominoes_;
  std::vector<std::vector<int>> levels_;
  Tops bare_;
  Level ground_level_;

  Level level_at(const Tops& tops, int number) const {
    return number ? level_above(tops, number) : ground_level_;
  }

  void pile(const Tops& tops, int number, std::vector<int>& placed, NodeCounter& counter,
            const Visit& visit) const {
    if (number >= static_cast<int>(levels_.size())) return visit(placed);
    const auto level = level_at(tops, number);
    if (level.dominoes.empty()) return visit(placed);
    level.graph.walk(Set::all(level.graph.count()), Set{}, counter,
                     [&](std::span<const int> chosen) {
                       auto higher = tops;
                       for (const int v : chosen) {
                         placed.push_back(level.dominoes[v]);
                         put(higher, level.dominoes[v]);
                       }
                       pile(higher, number + 1, placed, counter, visit);
                       placed.resize(placed.size() - chosen.size());
                     });
  }

  void put(Tops& tops, int domino) const {
    tops[dominoes_[domino].white] = domino;
    tops[dominoes_[domino].black] = domino;
  }

  Level level_above(const Tops& tops, int number) const {
    Level level;
    for (const int p : levels_[number])
      if (fits(tops, p)) level.dominoes.push_back(p);
    const int count = static_cast<int>(level.dominoes.size());
    level.graph = Graph(count);
    for (int u = 0; u < count; ++u)
      for (int v = 0; v < u; ++v)
        if (exclude(tops, level.dominoes[u], level.dominoes[v])) level.graph.join(u, v);
    return level;
  }

  // A domino fits on two stacks whose top bits lie just below it, have the other colours and are of
  // different pieces.
  bool fits(const Tops& tops, int p) const {
    const auto& domino = dominoes_[p];
    const int below_white = tops[domino.white];
    const int below_black = tops[domino.black];
    if (domino.level == 0) return below_white == ground && below_black == ground;
    if (below_white == ground || below_black == ground || below_white == below_black) return false;
    const auto& white = dominoes_[below_white];
    const auto& black = dominoes_[below_black];
    return white.level == domino.level - 1 && black.level == domino.level - 1 &&
           white.black == domino.white && black.white == domino.black;
  }

  bool exclude(const Tops& tops, int p, int q) const {
    for (const int s : {dominoes_[p].white, dominoes_[p].black})
      for (const int t : {dominoes_[q].white, dominoes_[q].black})
        if (s == t || (tops[s] != ground && tops[s] == tops[t])) return true;
    return false;
  }
};

using Wide = unsigned __int128;

// The number of partial packings by their number of dominoes.
class Tally {
 public:
  Tally() = default;
  explicit Tally(Wide nothing_placed) : numbers_{nothing_placed} {}

  // Adds another tally, each of whose packings gets `more` dominoes.
  void add(const Tally& other, int more) {
    if (numbers_.empty()) {
      *this = other;
      least_ += more;
      return;
    }
    const int least = std::min(least_, other.least_ + more);
    numbers_.insert(numbers_.begin(), least_ - least, 0);
    least_ = least;
    const std::size_t shift = other.least_ + more - least;
    if (numbers_.size() < other.numbers_.size() + shift)
      numbers_.resize(other.numbers_.size() + shift);
    for (std::size_t i = 0; i < other.numbers_.size(); ++i)
      if (__builtin_add_overflow(numbers_[i + shift], other.numbers_[i], &numbers_[i + shift]))
        throw std::overflow_error("more packings than 128 bits can count");
  }

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i) f(least_ + static_cast<int>(i), numbers_[i]);
  }

 private:
  int least_ = 0;
  std::vector<Wide> numbers_;
};

// Counts the maximal packings by their number of dominoes. Squares are decided row by row. A
// profile has, for each column, the state of its last decided square. Two neighbouring squares must
// not both stay free.
class Profiles {
 public:
  Profiles(int columns, int rows) : columns_(columns), rows_(rows) {}

  Tally run(NodeCounter& counter) const {
    Layer layer{{0, Tally(1)}};  // the row before the first counts as covered
    for (int square = 0; square < columns_ * rows_; ++square) {
      Layer next;
      next.reserve(2 * layer.size());
      for (const auto& [profile, tally] : layer) {
        counter.count();
        decide(profile, square % columns_, square / columns_,
               [&, &tally = tally](std::uint64_t to, int more) { next[to].add(tally, more); });
      }
      layer = std::move(next);
    }
    Tally all;
    for (const auto& [profile, tally] : layer) all.add(tally, 0);
    return all;
  }

 private:
  // Of a column; `reaching_up`: its domino covers the square above, too.
  enum State : std::uint64_t { covered, free, reaching_up };
  using Layer = std::unordered_map<std::uint64_t, Tally>;

  int columns_, rows_;

  // Set if the domino of the square just decided covers the next one in its row, too.
  std::uint64_t reaching_right() const { return std::uint64_t{1} << 2 * columns_; }
  static std::uint64_t state(std::uint64_t profile, int column) {
    return profile >> 2 * column & 3;
  }
  static std::uint64_t with(std::uint64_t profile, int column, State state) {
    const std::uint64_t others = profile & ~(std::uint64_t{3} << 2 * column);
    return others | static_cast<std::uint64_t>(state) << 2 * column;
  }

  // Calls `go` with each profile that may follow, and the number of dominoes that begin on this
  // square.
  template <class Go>
  void decide(std::uint64_t profile, int column, int row, Go&& go) const {
    const auto below = state(profile, column);
    if (below == reaching_up) return go(with(profile, column, covered), 0);
    if (profile & reaching_right())
      return go(with(profile & ~reaching_right(), column, covered), 0);
    const bool free_neighbour = below == free || (column > 0 && state(profile, column - 1) == free);
    if (!free_neighbour) go(with(profile, column, free), 0);
    if (column + 1 < columns_ && state(profile, column + 1) != reaching_up)
      go(with(profile, column, covered) | reaching_right(), 1);
    if (row + 1 < rows_) go(with(profile, column, reaching_up), 1);
  }
};

template <int Words>
class PackingEnumeration final : public StackEnumeration<Words> {
 public:
  using Base = StackEnumeration<Words>;
  using Set = typename Base::Set;

  PackingEnumeration(int columns, int rows, std::vector<Domino> dominoes, std::uint64_t colourings,
                     SymmetryGroup symmetries)
      : Base(std::move(dominoes), std::move(symmetries)),
        profiles_(columns, rows),
        colourings_(colourings) {}

  void count(bool kept, NodeCounter& counter, Census& census) const override {
    profiles_.run(counter).for_each([&](int pieces, Wide number) {
      Natural coloured(number);
      for (int i = 0; i < pieces; ++i) coloured *= colourings_;
      coloured *= Census::unit;
      census.add(pieces, coloured);
      if (kept) census.kept += coloured;
    });
    if (!kept) return;
    for (std::size_t i = 1; i < this->symmetries().size(); ++i) {
      auto fixed = count_fixed(this->symmetries()[i], counter);
      fixed *= Census::unit;
      census.kept += fixed;
    }
  }

 private:
  Profiles profiles_;
  std::uint64_t colourings_;

  // A set that a symmetry keeps consists of whole cycles. A cycle is in no such set if its dominoes
  // exclude each other or none of its colourings is kept, but each of its dominoes still has to be
  // excluded.
  Natural count_fixed(const Symmetry& symmetry, NodeCounter& counter) const {
    const auto& graph = this->ground_level().graph;
    std::vector<int> first_of;  // of each cycle
    std::vector<int> cycle_of(graph.count(), -1);
    for (int p = 0; p < graph.count(); ++p) {
      if (cycle_of[p] >= 0) continue;
      for (int q = p; cycle_of[q] < 0; q = symmetry.image[q])
        cycle_of[q] = static_cast<int>(first_of.size());
      first_of.push_back(p);
    }
    ConflictGraph<Words> cycles(static_cast<int>(first_of.size()));
    Set open = Set::all(cycles.count()), pending;
    const auto only_pending = [&](int cycle) {
      open.reset(cycle);
      pending.set(cycle);
    };
    for (int cycle = 0; cycle < cycles.count(); ++cycle)
      if (symmetry.colourings[first_of[cycle]] == 0) only_pending(cycle);
    for (int p = 0; p < graph.count(); ++p)
      graph.near(p).for_each([&](int q) {
        if (cycle_of[p] != cycle_of[q])
          cycles.join(cycle_of[p], cycle_of[q]);
        else if (p != q)
          only_pending(cycle_of[p]);
      });
    Natural all;
    cycles.walk(open, pending, counter, [&](std::span<const int> chosen) {
      std::uint64_t kept = 1;
      for (const int cycle : chosen) kept *= symmetry.colourings[first_of[cycle]];
      all += kept;
    });
    return all;
  }
};

}  // namespace

// Uses the narrowest sets that hold the dominoes of the lowest level.
std::shared_ptr<Enumeration> enumerate_stacks(const std::vector<std::array<int, 3>>& placements,
                                              SymmetryGroup symmetries) {
  constexpr int squares = longest_side * longest_side;
  std::vector<Domino> dominoes;
  std::vector<int> keys;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const auto [white, black, level] = placements[i];
    const auto name = member("placements", i);
    expect_each_between(name, {white, black}, 0, squares - 1);
    if (white == black) refuse(name, "covers one square", "two squares");
    expect_between(name + "[2]", level, 0, highest_level);
    keys.push_back((white * squares + black) * (highest_level + 1) + level);
    dominoes.push_back({white, black, level});
  }
  expect_all_once("placements", std::move(keys), static_cast<int>(placements.size()),
                  "each placement once");
  expect_symmetries(symmetries, placements.size());
  const auto on_ground = std::ranges::count(dominoes, 0, &Domino::level);
  return with_narrowest<1, 2, 8>(on_ground, [&]<int Words>() -> std::unique_ptr<Enumeration> {
    return std::make_unique<StackEnumeration<Words>>(std::move(dominoes), std::move(symmetries));
  });
}

std::shared_ptr<Enumeration> enumerate_packings(int columns, int rows,
                                                const std::vector<std::array<int, 2>>& dominoes,
                                                std::uint64_t colourings,
                                                SymmetryGroup symmetries) {
  expect_board(columns, rows);
  std::vector<Domino> given;
  std::vector<int> keys;
  for (std::size_t i = 0; i < dominoes.size(); ++i) {
    const auto [first, second] = dominoes[i];
    expect_adjacent(member("dominoes", i), columns, rows, first, second);
    keys.push_back(std::min(first, second) * columns * rows + std::max(first, second));
    given.push_back({first, second, 0});
  }
  expect_all_once("dominoes", std::move(keys), adjacent_pairs(columns, rows),
                  "each pair of adjacent squares once");
  expect_symmetries(symmetries, dominoes.size());
  return with_narrowest<1, 2, 8>(given.size(), [&]<int Words>() -> std::unique_ptr<Enumeration> {
    return std::make_unique<PackingEnumeration<Words>>(columns, rows, std::move(given), colourings,
                                                       std::move(symmetries));
  });
}

}  // namespace litslab
