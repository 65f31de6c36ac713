// Finished layouts of tetrominoes.
//
// A layout grows from its first placement by placements that touch it. Each step picks a legal
// placement and splits the layouts into those with it and those without. In a finished position
// nothing more fits, so a placement that is left out must be blocked in the end. If nothing is left
// that could block it, the branch ends.
#include "core/elementary.hpp"
#include "core/tetromino_rules.hpp"
#include "finals/enumeration.hpp"

#include <algorithm>

namespace litslab {

namespace {

// Two mirror images of four shapes in six colourings.
constexpr int most_kinds = 48;

template <int Words>
class LayoutEnumeration final : public Enumeration {
 public:
  using Set = Bits<Words>;

  LayoutEnumeration(const PlacementSet& set, const std::vector<int>& first,
                    SymmetryGroup symmetries)
      : Enumeration(std::move(symmetries)),
        table_(set, State::max_kinds),
        blockers_(table_.excludes),
        most_(most_pieces(set.columns, set.rows)) {
    for (const int p : first) first_.set(p);
    for (int p = 0; p < table_.count; ++p) {
      // A placement on a square near p may be part of a 2x2 block that p must not complete.
      table_.each_window(p, [&](Word128 window) {
        each_square(window & ~wide(table_.squares[p]),
                    [&](int square) { blockers_[p] |= table_.covering[square]; });
      });
    }
  }

  void walk(NodeCounter& counter, const Visit& visit) const override {
    const State start = bare();
    std::vector<int> placed;
    if (start.legal.none()) return visit(placed);
    Set left_out;
    start.legal.for_each([&](int p) {
      placed.push_back(p);
      grow(after(start, p), left_out, placed, counter, visit);
      placed.pop_back();
      left_out.set(p);
    });
  }

  // Like `walk`, but extends only one placement of each orbit of first placements. Each layout
  // found stands for its images, one for each member of the orbit. An image occurs once for each
  // member of the orbit in it.
  void count(bool kept, NodeCounter& counter, Census& census) const override {
    const State start = bare();
    CensusCounter positions(symmetries(), kept, census);
    if (start.legal.none()) return positions.add({}, Census::unit);
    Set left_out;
    for (const auto& orbit : orbits(start.legal)) {
      const auto members = static_cast<std::uint64_t>(orbit.count());
      std::vector<int> placed{orbit.first()};
      grow(after(start, placed[0]), left_out, placed, counter, [&](std::span<const int> found) {
        const auto met = std::ranges::count_if(found, [&](int p) { return orbit.test(p); });
        positions.add(found, Census::unit / met * members);
      });
      left_out |= orbit;
    }
  }

  // Plays a random game; its set has as many orders as there are ways to grow it.
  Draw draw(Random& random) const override {
    Draw drawn;
    std::vector<int> placed;
    auto state = bare();
    while (state.legal.any()) {
      const int ways = state.legal.count();
      placed.push_back(state.legal.nth(random.below(ways)));
      drawn.log_weight += natural_logarithm(static_cast<double>(ways));
      drawn.log_weight +=
          natural_logarithm(static_cast<double>(symmetries()[0].colourings[placed.back()]));
      state = after(state, placed.back());
    }
    drawn.pieces = static_cast<int>(placed.size());
    drawn.log_weight -= natural_logarithm(orders(placed));
    return drawn;
  }

 private:
  using State = TetrominoState<Words, TetrominoBoard<most_kinds>>;

  TetrominoRules<Words> table_;
  // Of each placement: those that may help to block it, apart from supply.
  std::vector<Set> blockers_;
  Set first_;
  int most_;

  // Each of the disjoint 2x2 blocks of a board keeps a free square.
  static int most_pieces(int columns, int rows) {
    return (columns * rows - (columns / 2) * (rows / 2)) / 4;
  }

  State bare() const {
    State state;
    table_.start(state);
    state.legal &= first_;
    return state;
  }

  State after(const State& before, int p) const {
    State state;
    table_.place(before, p, table_.placements[p].kind, state);
    return state;
  }

  // A set of placements that the symmetries keep, split into orbits. Those with few members that
  // fit together come first, because layouts with several members occur several times.
  std::vector<Set> orbits(Set placements) const {
    std::vector<Set> found;
    while (placements.any()) {
      Set orbit;
      for (const auto& symmetry : symmetries()) orbit.set(symmetry.image[placements.first()]);
      found.push_back(orbit);
      placements -= orbit;
    }
    const auto together = [&](const Set& orbit) {
      return (orbit - table_.excludes[orbit.first()]).count();
    };
    std::ranges::sort(found, {},
                      [&](const Set& orbit) { return std::pair(together(orbit), orbit.first()); });
    return found;
  }

  template <class Visitor>
  void grow(const State& state, Set left_out, std::vector<int>& placed, NodeCounter& counter,
            Visitor&& visit) const {
    for (;;) {
      counter.count();
      if (state.legal.none()) return visit(placed);
      const int p = next(state, left_out);
      if (p < 0) return;
      placed.push_back(p);
      grow(after(state, p), left_out, placed, counter, visit);
      placed.pop_back();
      left_out.set(p);
    }
  }

  // A legal placement to split by: one that may block the left-out placement that is hardest to
  // block. -1 if nothing can block that one.
  int next(const State& state, const Set& left_out) const {
    const Set open = state.legal - left_out;
    const Set available = state.open - left_out;
    const Set may_run_out = running_out(state, available);
    Set best = open;
    int fewest = Set::capacity + 1;
    (state.legal & left_out).for_each([&](int e) {
      if (fewest == 0) return;
      Set ways = available & blockers_[e];
      ways |= may_run_out & table_.of_kind[table_.placements[e].kind];
      if (const int count = ways.count(); count < fewest) {
        fewest = count;
        best = ways;
      }
    });
    if (fewest == 0) return -1;
    const int p = best.first_and(open);
    return p >= 0 ? p : open.first();
  }

  // The available placements of kinds whose supply could be used up.
  Set running_out(const State& state, const Set& available) const {
    Set found;
    for (std::size_t kind = 0; kind < table_.supply.size(); ++kind) {
      if (state.supply[kind] == 0 || state.supply[kind] > most_ - state.placed) continue;
      const Set members = available & table_.of_kind[kind];
      if (can_run_out(table_, members, state.supply[kind] - 1)) found |= members;
    }
    return found;
  }

  // The number of orders of a set in which the first is a first placement and each other touches an
  // earlier one. Subsets are numbered by their bits. A double is large enough for the number, up to
  // rounding.
  double orders(const std::vector<int>& placed) const {
    const int count = static_cast<int>(placed.size());
    if (count == 0) return 1;
    std::vector<std::uint32_t> adjacent(count);
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < count; ++k)
        adjacent[i] |= std::uint32_t{table_.touches[placed[i]].test(placed[k])} << k;
    const std::uint32_t all = (std::uint32_t{1} << count) - 1;
    std::vector<std::uint32_t> around(all + std::size_t{1});
    std::vector<double> ways(all + std::size_t{1});
    for (int i = 0; i < count; ++i) ways[std::uint32_t{1} << i] = first_.test(placed[i]);
    for (std::uint32_t set = 1; set <= all; ++set) {
      around[set] = around[set & (set - 1)] | adjacent[std::countr_zero(set)];
      if (ways[set] == 0) continue;
      for (auto rest = around[set] & ~set; rest; rest &= rest - 1)
        ways[set | (rest & -rest)] += ways[set];
    }
    return ways[all];
  }
};

}  // namespace

std::shared_ptr<Enumeration> enumerate_layouts(int columns, int rows,
                                               const std::vector<TetrominoPlacement>& placements,
                                               const std::vector<int>& supply,
                                               const std::vector<int>& first,
                                               SymmetryGroup symmetries) {
  const auto set = placement_set(columns, rows, "placements", placements, supply, most_kinds);
  expect_each_between("first", first, 0, static_cast<int>(placements.size()) - 1);
  expect_symmetries(symmetries, placements.size());
  // For boards up to 6x6, 7x7 and 11x11; the widest for 11x11 with six colourings of each
  // placement.
  return with_narrowest<6, 10, 26, 160>(
      set.placements.size(), [&]<int Words>() -> std::unique_ptr<Enumeration> {
        return std::make_unique<LayoutEnumeration<Words>>(set, first, std::move(symmetries));
      });
}

}  // namespace litslab
