// TAIJI's finished positions are the maximal packings of dominoes. They are enumerated as stacks of one level; their
// number comes from a profile that moves over the board square by square, and for each symmetry from the packings of
// whole cycles of dominoes.
#include "finals/stacks.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace litslab {

namespace {

using Wide = unsigned __int128;

Natural natural(Wide value) {
    Natural high(static_cast<std::uint64_t>(value >> 64));
    high *= std::uint64_t{1} << 32;
    high *= std::uint64_t{1} << 32;
    return high += static_cast<std::uint64_t>(value);
}

// How many partial packings have how many dominoes.
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
        if (numbers_.size() < other.numbers_.size() + shift) numbers_.resize(other.numbers_.size() + shift);
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

// The maximal packings by their number of dominoes. Squares are decided row by row. A profile has, for each column, the
// state of the square that was decided last there; two neighbouring squares must not both stay free.
class Profiles {
public:
    Profiles(int columns, int rows) : columns_(columns), rows_(rows) {
        if (2 * columns + 1 > 64) throw std::invalid_argument("board too large");
    }

    Tally run(NodeCounter& counter) const {
        Layer layer{{0, Tally(1)}};  // the row before the first counts as covered
        for (int square = 0; square < columns_ * rows_; ++square) {
            Layer next;
            next.reserve(2 * layer.size());
            for (const auto& [profile, tally] : layer) {
                counter.count();
                decide(profile, square % columns_, square / columns_, [&](std::uint64_t to, int more) {
                    next[to].add(tally, more);
                });
            }
            layer = std::move(next);
        }
        Tally all;
        for (const auto& [profile, tally] : layer) all.add(tally, 0);
        return all;
    }

private:
    enum State : std::uint64_t { covered, free, reaching_up };  // the last: its domino covers the square above, too
    using Layer = std::unordered_map<std::uint64_t, Tally>;

    int columns_, rows_;

    // Set if the domino of the square just decided covers the next one in its row, too.
    std::uint64_t reaching_right() const { return std::uint64_t{1} << 2 * columns_; }
    static std::uint64_t state(std::uint64_t profile, int column) { return profile >> 2 * column & 3; }
    static std::uint64_t with(std::uint64_t profile, int column, State state) {
        return (profile & ~(std::uint64_t{3} << 2 * column)) | static_cast<std::uint64_t>(state) << 2 * column;
    }

    // Calls `go` with each profile that may follow, and how many dominoes begin on this square.
    template <class Go>
    void decide(std::uint64_t profile, int column, int row, Go&& go) const {
        const auto below = state(profile, column);
        if (below == reaching_up) return go(with(profile, column, covered), 0);
        if (profile & reaching_right()) return go(with(profile & ~reaching_right(), column, covered), 0);
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
        : Base(std::move(dominoes), std::move(symmetries)), profiles_(columns, rows), colourings_(colourings) {}

    void count(bool kept, NodeCounter& counter, Census& census) const override {
        profiles_.run(counter).for_each([&](int pieces, Wide number) {
            auto coloured = natural(number);
            for (int i = 0; i < pieces; ++i) coloured *= colourings_;
            coloured *= Census::unit;
            census.add(pieces, coloured);
            if (kept) census.kept += coloured;
        });
        if (!kept) return;
        for (std::size_t i = 1; i < this->symmetries().size(); ++i) {
            auto fixed = count_fixed(this->symmetries()[i], counter);
            census.kept += fixed *= Census::unit;
        }
    }

private:
    Profiles profiles_;
    std::uint64_t colourings_;

    // A set that a symmetry keeps consists of whole cycles. A cycle whose dominoes exclude each other, or none of whose
    // colourings is kept, is in no set that counts, but each of its dominoes still has to be excluded.
    Natural count_fixed(const Symmetry& symmetry, NodeCounter& counter) const {
        const auto& ground = this->ground_level().graph;
        std::vector<int> first_of;  // of each cycle
        std::vector<int> cycle_of(ground.count(), -1);
        for (int p = 0; p < ground.count(); ++p) {
            if (cycle_of[p] >= 0) continue;
            for (int q = p; cycle_of[q] < 0; q = symmetry.image[q]) cycle_of[q] = static_cast<int>(first_of.size());
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
        for (int p = 0; p < ground.count(); ++p)
            ground.near(p).for_each([&](int q) {
                if (cycle_of[p] != cycle_of[q]) cycles.join(cycle_of[p], cycle_of[q]);
                else if (p != q) only_pending(cycle_of[p]);
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

std::shared_ptr<Enumeration> enumerate_packings(int columns, int rows, const std::vector<std::array<int, 2>>& dominoes,
                                                std::uint64_t colourings, SymmetryGroup symmetries) {
    std::vector<Domino> given;
    for (const auto& [first, second] : dominoes) given.push_back({first, second, 0});
    return make_stacks(given.size(), [&]<int Words>() -> std::unique_ptr<Enumeration> {
        return std::make_unique<PackingEnumeration<Words>>(columns, rows, std::move(given), colourings,
                                                           std::move(symmetries));
    });
}

}  // namespace litslab
