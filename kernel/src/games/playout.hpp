// What random games are made of: tetrominoes and taijitus by the bare rules, played in place.
#pragma once

#include "core/grid.hpp"
#include "core/tetromino_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

// Tetrominoes, plain or coloured. As in the search of TAILITS, sets are sets of bodies (a shape on its squares), and a
// body has one placement for each way its squares may be coloured.
template <int Words>
class TetrominoPlayout {
public:
    using Set = Bits<Words>;
    static constexpr int max_classes = 30;

    struct State {
        Set open;   // the bodies that nothing on the board excludes
        Set legal;  // those of `open` that can be placed at once
        Squares covered;
        std::array<Squares, 2> colours;  // black, white
        std::array<std::uint8_t, max_classes> supply{};
        std::uint8_t placed = 0;
    };

    explicit TetrominoPlayout(const PlacementSet& given) : supply_(given.supply) {
        if (supply_.size() > max_classes) throw std::invalid_argument("too many kinds of pieces");
        build_bodies(given);
    }

    const PlacementTable<Words>& table() const { return t_; }
    int placements() const { return static_cast<int>(variants_.size()); }

    // `first`: the square that the first tetromino has to cover, or -1.
    void start(State& s, int first) const {
        s = State{};
        s.open = t_.everything;
        for (std::size_t c = 0; c < supply_.size(); ++c) s.supply[c] = static_cast<std::uint8_t>(supply_[c]);
        for (std::size_t c = 0; c < supply_.size(); ++c)
            if (!s.supply[c]) s.open -= exhausted(s.supply, static_cast<int>(c));
        s.legal = first < 0 ? s.open : s.open & t_.covering[first];
    }

    int legal(const State& s) const {
        int n = 0;
        for (const auto& shelf : shelves_)
            if (available(shelf, s)) n += s.legal.count_and(shelf.bodies);
        return n;
    }

    // The legal placement of rank n.
    int choose(const State& s, int n) const {
        for (const auto& shelf : shelves_) {
            if (!available(shelf, s)) continue;
            const int here = s.legal.count_and(shelf.bodies);
            if (n < here) return shelf.placement_of[(s.legal & shelf.bodies).nth(n)];
            n -= here;
        }
        throw std::logic_error("no legal placement of that rank");
    }

    void play(State& s, int placement) const {
        const auto& variant = variants_[placement];
        const int p = variant.body;
        s.open -= t_.excludes[p];
        s.open -= t_.completions(p, s.covered);
        if (--s.supply[variant.supply_class] == 0) s.open -= exhausted(s.supply, variant.supply_class);
        if (!s.placed) s.legal = Set{};
        s.legal |= t_.touches[p];
        s.legal &= s.open;
        s.covered |= t_.squares[p];
        for (int c = 0; c < 2; ++c) s.colours[c] |= variant.colours[c];
        ++s.placed;
    }

private:
    struct Variant {
        std::uint16_t body = 0;
        std::uint8_t supply_class = 0;
        std::array<Squares, 2> colours;
    };
    // At most one placement of each body, so that a rank among the legal ones leads to one.
    struct Shelf {
        int supply_class = -1;  // -1: there is a piece for every open body
        Set bodies;
        std::vector<std::uint16_t> placement_of;
    };

    bool available(const Shelf& shelf, const State& s) const {
        return shelf.supply_class < 0 || s.supply[shelf.supply_class];
    }

    // The bodies that go with the last piece of a kind: those that no other kind left in the supply can provide.
    Set exhausted(const std::array<std::uint8_t, max_classes>& supply, int gone) const {
        Set result = of_class_[gone];
        for (std::size_t c = 0; c < of_class_.size(); ++c)
            if (supply[c]) result -= of_class_[c];
        return result;
    }

    void build_bodies(const PlacementSet& given) {
        std::map<std::pair<int, std::array<std::uint8_t, 4>>, int> found;
        PlacementSet bodies{given.rows, given.cols, {}, {0, 0, 0, 0}};
        std::vector<std::vector<std::uint16_t>> placements_of;
        of_class_.resize(supply_.size());
        for (std::size_t i = 0; i < given.placements.size(); ++i) {
            const auto& placement = given.placements[i];
            const auto [at, fresh] =
                found.try_emplace({placement.shape, placement.squares}, static_cast<int>(bodies.placements.size()));
            if (fresh) {
                if (at->second >= Set::capacity) throw std::invalid_argument("board too large");
                bodies.placements.push_back(placement);
                bodies.placements.back().supply_class = placement.shape;
                placements_of.emplace_back();
            }
            placements_of[at->second].push_back(static_cast<std::uint16_t>(i));
            of_class_.at(placement.supply_class).set(at->second);
            variants_.push_back({static_cast<std::uint16_t>(at->second), placement.supply_class, {}});
            for (int k = 0; k < 4; ++k)
                variants_.back().colours[placement.colours >> k & 1 ? 0 : 1].set(placement.squares[k]);
        }
        t_ = PlacementTable<Words>(bodies);
        build_shelves(placements_of);
    }

    void build_shelves(const std::vector<std::vector<std::uint16_t>>& placements_of) {
        bool one_class = true;  // where each body is of one kind, an open body has a piece
        for (const auto& list : placements_of)
            for (const auto i : list) one_class &= variants_[i].supply_class == variants_[list.front()].supply_class;
        std::map<std::pair<int, int>, std::size_t> shelf_of;
        for (std::size_t body = 0; body < placements_of.size(); ++body) {
            std::map<int, int> rank;  // of each kind: how many of the body's placements have been put away
            for (const auto i : placements_of[body]) {
                const int supply_class = one_class ? -1 : variants_[i].supply_class;
                const auto [at, fresh] = shelf_of.try_emplace({supply_class, rank[supply_class]++}, shelves_.size());
                if (fresh) shelves_.push_back({supply_class, {}, std::vector<std::uint16_t>(placements_of.size())});
                shelves_[at->second].bodies.set(static_cast<int>(body));
                shelves_[at->second].placement_of[body] = i;
            }
        }
    }

    PlacementTable<Words> t_;  // of bodies
    std::vector<int> supply_;  // at the start
    std::vector<Variant> variants_;  // of each placement handed over
    std::vector<Set> of_class_;      // bodies that have a placement of the kind
    std::vector<Shelf> shelves_;
};

// Taijitus that lie flat: both halves on squares of one level, and never on each other.
class TaijituPlayout {
public:
    struct State {
        Word128 free = 0;
        Word128 level = 0;  // the squares that lie higher
        std::array<Word128, 2> colours{};  // light, dark
    };

    TaijituPlayout(int side, int groups_scored, std::vector<std::pair<int, int>> taijitus)
        : grid_(side), scored_(groups_scored), taijitus_(std::move(taijitus)) {
        if (side < 2 || side > 11) throw std::invalid_argument("the board has 2 to 11 squares on a side");
        for (int s = 0; s < grid_.squares(); ++s)
            if (grid_.column(s) + 1 < side) not_last_ |= square_bit<Word128>(s);
        for (std::size_t i = 0; i < taijitus_.size(); ++i) {
            const auto [light, dark] = taijitus_[i];
            const int low = std::min(light, dark), up = std::max(light, dark) - low == side;
            if (low < 0 || std::max(light, dark) >= grid_.squares())
                throw std::invalid_argument("a placement leaves the board");
            index_[up][light > dark][low] = static_cast<std::uint16_t>(i);
        }
    }

    const Grid<Word128>& grid() const { return grid_; }
    int placements() const { return static_cast<int>(taijitus_.size()); }

    void start(State& s, Word128 level) const {
        s = State{};
        s.free = grid_.all();
        s.level = level;
    }

    int legal(const State& s) const {
        const auto [across, up] = pairs(s);
        return 2 * (count(across) + count(up));
    }

    int choose(const State& s, int n) const {
        const auto [across, up] = pairs(s);
        const int turned = n & 1, sideways = count(across);
        n >>= 1;
        if (n < sideways) return index_[0][turned][narrow(across).nth(n)];
        return index_[1][turned][narrow(up).nth(n - sideways)];
    }

    void play(State& s, int placement) const {
        const auto [light, dark] = taijitus_[placement];
        s.colours[0] |= square_bit<Word128>(light);
        s.colours[1] |= square_bit<Word128>(dark);
        s.free &= ~(square_bit<Word128>(light) | square_bit<Word128>(dark));
    }

    // The summed sizes of a colour's largest groups.
    int score(const State& s, int colour) const {
        std::array<int, 3> largest{};
        for (Word128 rest = s.colours[colour]; rest != 0;) {
            const Word128 group = grid_.component(rest & (~rest + 1), rest);
            rest &= ~group;
            int size = count(group);
            for (int i = 0; i < scored_; ++i)
                if (size > largest[i]) std::swap(size, largest[i]);
        }
        return largest[0] + largest[1] + largest[2];
    }

private:
    // The lower left squares of the pairs of free squares side by side, and of those one above the other.
    std::pair<Word128, Word128> pairs(const State& s) const {
        const Word128 high = s.free & s.level, low = s.free & ~s.level;
        const Word128 across = ((high & high >> 1) | (low & low >> 1)) & not_last_;
        const Word128 up = (high & high >> grid_.side()) | (low & low >> grid_.side());
        return {across, up};
    }

    Grid<Word128> grid_;
    int scored_;
    std::vector<std::pair<int, int>> taijitus_;
    Word128 not_last_ = 0;
    std::array<std::array<std::array<std::uint16_t, 128>, 2>, 2> index_{};  // [up][light is the higher][lower square]
};

}  // namespace litslab
