#include "finals/few_pieces.hpp"

#include "core/tetromino_rules.hpp"

#include <algorithm>
#include <stdexcept>

namespace litslab {
namespace {

// A placement that could be made now has to be blocked by a piece that is still to come, and only pieces close to it
// can help with that: so the search branches over those that help to block the placement with the fewest of them.
// Whatever a branch has tried, the branches after it do without.
template <int Words>
class FewPiecesSearch {
public:
    using Set = Bits<Words>;

    FewPiecesSearch(const PlacementSet& placements, StopToken& stop)
        : table_(placements, State::max_kinds), board_(placements.columns, placements.rows), counter_(stop) {
        for (int p = 0; p < table_.count; ++p) {
            Set helping = table_.excludes[p];
            table_.around[p].for_each([&](int square) { helping |= table_.covering[square]; });
            helping_.push_back(helping);
        }
    }

    bool run(int first, const Set& without, int most) {
        State start;
        table_.start(start);
        return start.open.test(first) && !without.test(first) && most > 0 &&
               search(after(start, first), without, most - 1);
    }

    const std::vector<int>& placed() const { return placed_; }
    std::uint64_t nodes() const { return counter_.total(); }

private:
    using State = TetrominoState<Words, TetrominoBoard<4>>;

    TetrominoRules<Words> table_;
    Rectangle<Word128> board_;
    std::vector<Set> helping_;  // of each placement: without one of these it stays possible, but for the supply
    std::vector<int> placed_;
    NodeCounter counter_;

    State after(const State& s, int p) {
        State child;
        table_.place(s, p, table_.placements[p].kind, child);
        placed_.push_back(p);
        return child;
    }

    Set helpers(const State& s, int p, const Set& usable, int left) const {
        const int kind = table_.placements[p].kind;
        // The kind could be used up.
        if (s.supply[kind] <= left) return usable & (helping_[p] | table_.of_kind[kind]);
        return usable & helping_[p];
    }

    // The last placement of `placed_` is undone if the answer is no.
    bool search(const State& s, Set without, int left) {
        counter_.count();
        // If nothing touches any more, a position in several parts stays so.
        const bool found = s.legal.none() ? connected(s.covered) : left > 0 && extend(s, without, left);
        if (!found) placed_.pop_back();
        return found;
    }

    bool extend(const State& s, Set& without, int left) {
        const Set usable = s.open - without;
        Set branches = left == 1 ? helping_all(s, usable) : helping_the_hardest(s, usable, left);
        for (int p; (p = branches.first()) >= 0; branches.reset(p)) {
            if (search(after(s, p), without, left - 1)) return true;
            without.set(p);
        }
        return false;
    }

    // The last piece has to help with every placement, and to touch.
    Set helping_all(const State& s, const Set& usable) const {
        Set result = usable & s.legal;
        for (int i = 0; i < Words; ++i)
            for (auto word = s.legal.w[i]; word; word &= word - 1) {
                result = helpers(s, 64 * i + std::countr_zero(word), result, 1);
                if (result.none()) return result;
            }
        return result;
    }

    // The helpers of the placement that has the fewest; none if more placements than there are pieces left have no
    // helper in common.
    Set helping_the_hardest(const State& s, const Set& usable, int left) const {
        Set best;
        int fewest = Set::capacity + 1;
        s.legal.for_each([&](int p) {
            const Set found = helpers(s, p, usable, left);
            const int count = found.count();
            if (count < fewest) fewest = count, best = found;
        });
        Set claimed = best;
        int disjoint = 1;
        s.legal.for_each([&](int p) {
            const Set found = helpers(s, p, usable, left);
            if (disjoint <= left && !found.intersects(claimed)) ++disjoint, claimed |= found;
        });
        return disjoint > left ? Set{} : best;
    }

    bool connected(const Squares& covered) const {
        const auto all = wide(covered);
        return board_.component(all & -all, all) == all;
    }
};

template <int Words>
FewPieces find(const PlacementSet& placements, int first, const std::vector<int>& without, int most, StopToken& stop) {
    FewPiecesSearch<Words> search(placements, stop);
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
                          StopToken& stop) {
    const auto set = placement_set(columns, rows, placements, supply);
    const auto count = static_cast<int>(placements.size());
    const auto is_placement = [&](int p) { return p >= 0 && p < count; };
    if (!is_placement(first) || !std::all_of(without.begin(), without.end(), is_placement) || supply.size() > 4)
        throw std::invalid_argument("no such placement, or more than four kinds of pieces");
    return with_narrowest<8, 16, 26>(placements.size(), [&]<int Words>() {
        return find<Words>(set, first, without, most, stop);
    });
}

}  // namespace litslab
