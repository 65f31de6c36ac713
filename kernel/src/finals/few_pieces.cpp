#include "finals/few_pieces.hpp"

#include "core/placement_set.hpp"
#include "core/placement_table.hpp"

#include <algorithm>
#include <array>

namespace litslab {
namespace {

// A placement that could be made now has to be blocked by a piece that is still to come, and only pieces close to it
// can help with that: so the search branches over those that help to block the placement with the fewest of them.
// Whatever a branch has tried, the branches after it do without.
template <int Words>
class FewPiecesSearch {
public:
    using Set = Bits<Words>;

    FewPiecesSearch(const PlacementSet& placements, Watch& watch)
        : table_(placements), supply_(placements.supply), ticker_(watch, true, nullptr) {
        for (int p = 0; p < table_.count; ++p) {
            Set helping = table_.excludes[p];
            each_square(wide(table_.around[p]), [&](int square) { helping |= table_.covering[square]; });
            helping_.push_back(helping);
        }
    }

    bool run(int first, const Set& without, int most) {
        State start;
        start.open = table_.everything;
        for (std::size_t pile = 0; pile < supply_.size(); ++pile) {
            start.supply[pile] = supply_[pile];
            if (!supply_[pile]) start.open -= table_.of_class[pile];
        }
        return start.open.test(first) && !without.test(first) && most > 0 &&
               search(after(start, first), without, most - 1);
    }

    const std::vector<int>& placed() const { return placed_; }
    std::uint64_t nodes() const { return ticker_.total(); }

private:
    struct State {
        Set open;   // not excluded by a piece on the board, by a 2x2 window or by the supply
        Set touch;  // shares an edge with a piece on the board
        Squares covered;
        std::array<int, 4> supply{};
    };

    PlacementTable<Words> table_;
    std::vector<int> supply_;
    std::vector<Set> helping_;  // of each placement: without one of these it stays possible, but for the supply
    std::vector<int> placed_;
    Ticker ticker_;

    static unsigned __int128 wide(const Squares& set) { return PlacementTable<Words>::wide(set); }

    template <class F>
    static void each_square(unsigned __int128 set, F&& f) {
        for (; set != 0; set &= set - 1) {
            const auto low = static_cast<std::uint64_t>(set);
            f(low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64)));
        }
    }

    State after(const State& s, int p) {
        State child = s;
        child.open -= table_.excludes[p];
        child.open -= table_.completions(p, s.covered);
        const int pile = table_.placements[p].supply_class;
        if (--child.supply[pile] == 0) child.open -= table_.of_class[pile];
        child.touch |= table_.touches[p];
        child.covered |= table_.squares[p];
        placed_.push_back(p);
        return child;
    }

    Set helpers(const State& s, int p, const Set& usable, int left) const {
        const int pile = table_.placements[p].supply_class;
        // The pile could be used up.
        if (s.supply[pile] <= left) return usable & (helping_[p] | table_.of_class[pile]);
        return usable & helping_[p];
    }

    // The last placement of `placed_` is undone where the answer is no.
    bool search(const State& s, Set without, int left) {
        ticker_.count();
        const Set legal = s.open & s.touch;
        // Where nothing touches any more, a position that falls apart stays so.
        const bool found = legal.none() ? connected(s.covered) : left > 0 && extend(s, legal, without, left);
        if (!found) placed_.pop_back();
        return found;
    }

    bool extend(const State& s, const Set& legal, Set& without, int left) {
        const Set usable = s.open - without;
        Set branches = left == 1 ? helping_all(s, legal, usable) : helping_the_hardest(s, legal, usable, left);
        for (int p; (p = branches.first()) >= 0; branches.reset(p)) {
            if (search(after(s, p), without, left - 1)) return true;
            without.set(p);
        }
        return false;
    }

    // The last piece has to help with every placement, and to touch.
    Set helping_all(const State& s, const Set& legal, const Set& usable) const {
        Set result = usable & legal;
        for (int i = 0; i < Words; ++i)
            for (auto word = legal.w[i]; word; word &= word - 1) {
                result = helpers(s, 64 * i + std::countr_zero(word), result, 1);
                if (result.none()) return result;
            }
        return result;
    }

    // The helpers of the placement that has the fewest; none where more placements than there are pieces left have no
    // helper in common.
    Set helping_the_hardest(const State& s, const Set& legal, const Set& usable, int left) const {
        Set best;
        int fewest = Set::capacity + 1;
        legal.for_each([&](int p) {
            const Set found = helpers(s, p, usable, left);
            const int count = found.count();
            if (count < fewest) fewest = count, best = found;
        });
        Set claimed = best;
        int apart = 1;
        legal.for_each([&](int p) {
            const Set found = helpers(s, p, usable, left);
            if (apart <= left && !found.intersects(claimed)) ++apart, claimed |= found;
        });
        return apart > left ? Set{} : best;
    }

    bool connected(const Squares& covered) const {
        const auto all = wide(covered);
        const int cols = table_.cols;
        unsigned __int128 first_column = 0;
        for (int row = 0; row < table_.rows; ++row) first_column |= static_cast<unsigned __int128>(1) << row * cols;
        const auto last_column = first_column << (cols - 1);
        for (auto found = all & -all;;) {
            const auto next = (found | (found & ~last_column) << 1 | (found & ~first_column) >> 1 | found << cols |
                               found >> cols) & all;
            if (next == found) return found == all;
            found = next;
        }
    }
};

template <int Words>
FewPieces find(const PlacementSet& placements, int first, const std::vector<int>& without, int most, Watch& watch) {
    FewPiecesSearch<Words> search(placements, watch);
    Bits<Words> forbidden;
    for (const int p : without) forbidden.set(p);
    FewPieces answer;
    try {
        if (search.run(first, forbidden, most)) answer.placed = search.placed();
    } catch (const Stopped&) {
        answer.stopped = true;
    }
    answer.nodes = search.nodes();
    return answer;
}

}  // namespace

FewPieces find_few_pieces(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                          const std::vector<int>& supply, int first, const std::vector<int>& without, int most,
                          Watch& watch) {
    const auto set = placement_set(columns, rows, placements, supply);
    const auto count = static_cast<int>(placements.size());
    const auto is_placement = [&](int p) { return p >= 0 && p < count; };
    if (!is_placement(first) || !std::all_of(without.begin(), without.end(), is_placement) || supply.size() > 4)
        throw std::invalid_argument("no such placement, or more than four kinds of pieces");
    if (count <= 8 * 64) return find<8>(set, first, without, most, watch);
    if (count <= 16 * 64) return find<16>(set, first, without, most, watch);
    return find<26>(set, first, without, most, watch);
}

}  // namespace litslab
