#include "finals/few_pieces.hpp"

#include "core/inline_vector.hpp"
#include "core/tetromino_rules.hpp"

#include <algorithm>
#include <numeric>

namespace litslab {
namespace {

// A legal placement has to be blocked by a later piece. A set of squares to be entered needs a
// piece that covers one of them. A part of the position that touches no other needs a piece that
// touches it. Each such demand is a set of placements, its helpers, one of which has to follow. A
// branch ends if there are more demands than pieces left, no two with a common helper. Otherwise
// the search branches over the helpers of the demand with the fewest. Later branches do without the
// placements that earlier ones have tried.
template <int Words>
class Search final : public FewPiecesSearch {
 public:
  using Set = Bits<Words>;

  explicit Search(const PlacementSet& placements)
      : table_(placements, State::max_kinds), board_(placements.columns, placements.rows) {}

  FewPieces find(const FewPiecesQuestion& question, std::uint64_t nodes, StopToken& stop) override {
    check(question);
    question_ = &question;
    regions_.clear();
    for (const auto& squares : question.entered) regions_.push_back(covering(squares));
    used_up_.fill(false);
    must_be_blocked_ = table_.everything;
    for (const int kind : question.used_up) {
      used_up_[kind] = true;
      must_be_blocked_ -= table_.of_kind[kind];
    }
    placed_.clear();
    most_nodes_ = nodes;
    State start;
    table_.start(start);
    FewPieces answer;
    answer.stopped = !run_until_stopped(stop, [&](NodeCounter& counter) {
      counter_ = &counter;
      counter.check();
      const int most = std::min(question.most, board_.squares());
      if (search(start, covering(question.avoided), most)) answer.placed = placed_;
    });
    answer.nodes = stop.nodes();
    return answer;
  }

 private:
  using State = TetrominoState<Words, TetrominoBoard<4>>;
  using Cover = std::array<std::uint16_t, Squares::capacity>;

  struct Demand {
    Set helpers;
    int count = 0;
  };

  // Disjoint demands, no two of which have a helper in common, found greedily.
  struct Packing {
    Set claimed;
    int size = 0;
    void add(const Set& helpers) {
      if (helpers.intersects(claimed)) return;
      claimed |= helpers;
      ++size;
    }
  };

  TetrominoRules<Words> table_;
  Rectangle<Word128> board_;
  const FewPiecesQuestion* question_ = nullptr;
  // For each set of squares to be entered: the placements that cover one of them.
  std::vector<Set> regions_;
  std::array<bool, State::max_kinds> used_up_{};
  Set must_be_blocked_;  // others may be legal at the end but for their kind, which has run out
  std::vector<int> placed_;
  NodeCounter* counter_ = nullptr;  // while it searches
  std::uint64_t most_nodes_ = 0;
  // By the number of pieces left: the demands of a position, and orders of them.
  std::vector<std::vector<Demand>> demands_;
  std::vector<std::vector<int>> by_count_, by_use_;

  void check(const FewPiecesQuestion& question) {
    const int squares = board_.squares(), kinds = static_cast<int>(table_.of_kind.size());
    expect_each_between("used_up", question.used_up, 0, kinds - 1);
    expect_each_between("avoided", question.avoided, 0, squares - 1);
    for (std::size_t i = 0; i < question.entered.size(); ++i)
      expect_each_between(member("entered", i), question.entered[i], 0, squares - 1);
    for (std::size_t i = 0; i < question.symmetries.size(); ++i)
      expect_permutation(member("symmetries", i), question.symmetries[i], table_.placements.size());
    const std::size_t levels = std::clamp(question.most, 0, squares) + 1;
    demands_.resize(levels);
    by_count_.resize(levels);
    by_use_.resize(levels);
  }

  Set covering(const std::vector<int>& squares) const {
    Set result;
    for (const int square : squares) result |= table_.covering[square];
    return result;
  }

  // Returns whether there is a position; then `placed_` is that position, otherwise it is
  // unchanged.
  bool search(const State& s, Set without, int left) {
    if (counter_->total() >= most_nodes_) throw Stopped{};
    counter_->count();
    const int lacking = pieces_lacking(s);
    if (s.placed && lacking == 0 && !(s.legal & must_be_blocked_).any() && connected(s.covered))
      return true;
    if (left <= 0 || lacking > left) return false;
    const Set usable = usable_now(s, without, left, lacking);
    Set branches = left == 1 ? last_pieces(s, usable) : next_pieces(s, usable, without, left);
    for (int p = branches.first(); p >= 0; p = branches.first()) {
      State child;
      table_.place(s, p, table_.placements[p].kind, child);
      placed_.push_back(p);
      if (search(child, without, left - 1)) return true;
      placed_.pop_back();
      without.set(p);
      if (!s.placed)
        for (const auto& image : question_->symmetries) without.set(image[p]);
      branches -= without;
    }
    return false;
  }

  // The number of pieces still to be placed of the kinds to be used up.
  int pieces_lacking(const State& s) const {
    int lacking = 0;
    for (int kind = 0; kind < State::max_kinds; ++kind)
      if (used_up_[kind]) lacking += s.supply[kind];
    return lacking;
  }

  Set usable_now(const State& s, const Set& without, int left, int lacking) const {
    Set usable = s.open - without;
    for (std::size_t kind = 0; kind < table_.of_kind.size(); ++kind)
      if (!used_up_[kind] && (s.supply[kind] <= 1 || lacking >= left))
        usable -= table_.of_kind[kind];
    return usable;
  }

  bool connected(const Squares& covered) const {
    const auto all = wide(covered);
    return board_.component(all & -all, all) == all;
  }

  // Candidates for the last piece, which has to be legal and meet every demand.
  Set last_pieces(const State& s, const Set& usable) {
    auto& demands = demands_[1];
    demands.clear();
    demand_all_but_blocking(s, usable, demands);
    Set result = usable & s.legal;
    for (const Demand& demand : demands) result &= demand.helpers;
    if (s.placed)
      (s.legal & must_be_blocked_).for_each_while([&](int p) {
        result = last_blockers(s, p, result);
        return result.any();
      });
    return result;
  }

  // The helpers of the demand with the fewest. Those after which the other demands are too many are
  // moved to `without`. Returns none if the demands are already too many.
  Set next_pieces(const State& s, const Set& usable, Set& without, int left) {
    auto& demands = demands_[left];
    demands.clear();
    demand_all_but_blocking(s, usable, demands);
    if (s.placed && !demand_blocking(s, usable, left, demands)) return {};
    if (demands.empty()) return usable & s.legal;
    auto& order = by_count_[left];
    sort_by_count(demands, order);
    if (too_many(demands, order, left)) return {};
    Set branches = demands[order.front()].helpers;
    // Looking further ahead costs more than it saves.
    if (left <= 3) {
      Set fail;
      by_use_[left] = order;
      branches.for_each([&](int p) {
        if (!enough(demands, order, by_use_[left], p, left - 1)) fail.set(p);
      });
      branches -= fail;
      without |= fail;
    }
    return branches;
  }

  void demand_all_but_blocking(const State& s, const Set& usable,
                               std::vector<Demand>& demands) const {
    const auto demand = [&](const Set& helpers) { demands.push_back({helpers, helpers.count()}); };
    for (const Set& region : regions_)
      if (std::none_of(placed_.begin(), placed_.end(), [&](int p) { return region.test(p); }))
        demand(usable & region);
    for (std::size_t kind = 0; kind < table_.of_kind.size(); ++kind)
      if (used_up_[kind] && s.supply[kind] > 0) demand(usable & table_.of_kind[kind]);
    if (s.placed && !connected(s.covered))
      board_.each_component(wide(s.covered), [&](Word128 part) {
        Set touching;
        for (const int p : placed_)
          if (wide(table_.squares[p]) & part) touching |= table_.touches[p];
        demand(usable & touching);
      });
  }

  // Returns false as soon as the demands are seen to be too many.
  bool demand_blocking(const State& s, const Set& usable, int left, std::vector<Demand>& demands) {
    sort_by_count(demands, by_count_[left]);
    if (too_many(demands, by_count_[left], left)) return false;
    Packing packing;
    for (const int n : by_count_[left]) packing.add(demands[n].helpers);
    Cover cover{};
    for (int square = 0; square < board_.squares(); ++square)
      cover[square] = static_cast<std::uint16_t>(usable.count_and(table_.covering[square]));
    bool possible = true;
    (s.legal & must_be_blocked_).for_each_while([&](int p) {
      const Set helpers = blockers(s, p, usable, cover);
      demands.push_back({helpers, helpers.count()});
      packing.add(helpers);
      possible = demands.back().count > 0 && packing.size <= left;
      return possible;
    });
    return possible;
  }

  // The placements that may help to block a legal one: those that exclude it, and for each 2x2
  // window that could be filled beforehand, those that cover one of its missing squares, the one
  // that the fewest can cover.
  Set blockers(const State& s, int p, const Set& usable, const Cover& cover) const {
    const Word128 taken = wide(s.covered | table_.squares[p]);
    Word128 chosen = 0;
    InlineVector<Word128, 10> others;
    table_.each_window(p, [&](Word128 window) {
      const Word128 lacking = window & ~taken;
      bool possible = true;
      each_square(lacking, [&](int square) { possible &= cover[square] > 0; });
      if (!possible) return;
      if (lacking & (lacking - 1))
        others.push(lacking);
      else
        chosen |= lacking;
    });
    for (const Word128 lacking : others) {
      if (lacking & chosen) continue;
      int best = lowest(lacking);
      each_square(lacking, [&](int square) {
        if (cover[square] < cover[best]) best = square;
      });
      chosen |= square_bit<Word128>(best);
    }
    Set result = table_.excludes[p];
    each_square(chosen, [&](int square) { result |= table_.covering[square]; });
    return result & usable;
  }

  // The same for the last piece, which has to fill a window by itself.
  Set last_blockers(const State& s, int p, const Set& usable) const {
    const Word128 taken = wide(s.covered | table_.squares[p]);
    Set result = usable & table_.excludes[p];
    table_.each_window(p, [&](Word128 window) {
      if (!(window & wide(s.covered))) return;  // a piece that fills such a window excludes p
      Set filling = usable;
      each_square(window & ~taken, [&](int square) { filling &= table_.covering[square]; });
      result |= filling;
    });
    return result;
  }

  static void sort_by_count(const std::vector<Demand>& demands, std::vector<int>& order) {
    order.resize(demands.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](int n) { return std::pair(demands[n].count, n); });
  }

  // Returns whether the demands are too many, or one cannot be met.
  static bool too_many(const std::vector<Demand>& demands, const std::vector<int>& order,
                       int left) {
    if (order.empty()) return false;
    Packing packing;
    for (const int n : order) packing.add(demands[n].helpers);
    return demands[order.front()].count == 0 || packing.size > left;
  }

  // Returns whether one or two pieces may meet all demands that p does not meet, ignoring new
  // demands.
  static bool enough(const std::vector<Demand>& demands, const std::vector<int>& order,
                     std::vector<int>& by_use, int p, int pieces) {
    if (pieces == 1) return one_is_enough(demands, by_use, p, p);
    const auto unmet = std::find_if(order.begin(), order.end(),
                                    [&](int n) { return !demands[n].helpers.test(p); });
    if (unmet == order.end()) return true;
    bool found = false;
    demands[*unmet].helpers.for_each_while([&](int q) {
      found = one_is_enough(demands, by_use, p, q);
      return !found;
    });
    return found;
  }

  // Returns whether one piece may meet all demands that p and q do not meet. A demand that proves
  // the contrary moves forward in `by_use`.
  static bool one_is_enough(const std::vector<Demand>& demands, std::vector<int>& by_use, int p,
                            int q) {
    Set common;
    bool first = true;
    for (std::size_t i = 0; i < by_use.size(); ++i) {
      const Set& helpers = demands[by_use[i]].helpers;
      if (helpers.test(p) || helpers.test(q)) continue;
      common = first ? helpers : common & helpers;
      first = false;
      if (common.none()) {
        std::swap(by_use[i], by_use[i / 2]);
        return false;
      }
    }
    return true;
  }
};

}  // namespace

std::shared_ptr<FewPiecesSearch> few_pieces_search(
    int columns, int rows, const std::vector<TetrominoPlacement>& placements,
    const std::vector<int>& supply) {
  const auto set = placement_set(columns, rows, "placements", placements, supply, 4);
  return with_narrowest<16, 24, 26>(placements.size(),
                                    [&]<int Words>() -> std::shared_ptr<FewPiecesSearch> {
                                      return std::make_shared<Search<Words>>(set);
                                    });
}

}  // namespace litslab
