// Dominoes level by level. Whether a domino fits on a level depends on what lies below, and what excludes it lies on
// its own level: another domino on one of its squares, or on the other bit of a piece that it half covers. So a finished
// position is a maximal independent set on each level, given the levels below.
#pragma once

#include "core/elementary.hpp"
#include "finals/enumeration.hpp"
#include "finals/independent_sets.hpp"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

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
            if (level.size() > Set::capacity) throw std::invalid_argument("board too large");
        bare_.assign(squares, ground);
        if (!levels_.empty()) ground_level_ = level_above(bare_, 0);
    }

    void walk(NodeCounter& counter, const Visit& visit) const override {
        std::vector<int> placed;
        pile(bare_, 0, placed, counter, visit);
    }

    // Each level is filled by random dominoes that fit, one after another; a set of k comes about in any of k! orders.
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
                drawn.log_weight += natural_logarithm(static_cast<double>(symmetries()[0].colourings[level.dominoes[v]]));
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

    void pile(const Tops& tops, int number, std::vector<int>& placed, NodeCounter& counter, const Visit& visit) const {
        if (number >= static_cast<int>(levels_.size())) return visit(placed);
        const auto level = level_at(tops, number);
        if (level.dominoes.empty()) return visit(placed);
        level.graph.walk(Set::all(level.graph.count()), Set{}, counter, [&](std::span<const int> chosen) {
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
        tops[dominoes_[domino].white] = tops[dominoes_[domino].black] = domino;
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

    // On two stacks whose uppermost bits lie just below, are of the other colours and not of one piece.
    bool fits(const Tops& tops, int p) const {
        const auto& domino = dominoes_[p];
        const int below_white = tops[domino.white], below_black = tops[domino.black];
        if (domino.level == 0) return below_white == ground && below_black == ground;
        if (below_white == ground || below_black == ground || below_white == below_black) return false;
        const auto& white = dominoes_[below_white];
        const auto& black = dominoes_[below_black];
        return white.level == domino.level - 1 && black.level == domino.level - 1 && white.black == domino.white &&
               black.white == domino.black;
    }

    bool exclude(const Tops& tops, int p, int q) const {
        for (const int s : {dominoes_[p].white, dominoes_[p].black})
            for (const int t : {dominoes_[q].white, dominoes_[q].black})
                if (s == t || (tops[s] != ground && tops[s] == tops[t])) return true;
        return false;
    }
};

// The narrowest sets that hold the dominoes of the lowest level.
template <class Make>
std::unique_ptr<Enumeration> make_stacks(std::size_t dominoes, Make&& make) {
    return with_narrowest<1, 2, 4, 8>(dominoes, make);
}

}  // namespace litslab
