// Maximal independent sets of a graph: choices that exclude each other in pairs, as many as fit.
#pragma once

#include "core/bitset.hpp"
#include "core/limits.hpp"

#include <span>
#include <vector>

namespace litslab {

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

    // Visits every independent set of members of `open` that has a neighbour of every other vertex of `open` and of
    // `pending`; each once. Throws Stopped.
    template <class Visit>
    void walk(const Set& open, const Set& pending, NodeCounter& counter, Visit&& visit) const {
        std::vector<int> chosen;
        grow(open, pending, chosen, counter, visit);
    }

private:
    std::vector<Set> near_;

    // A set has to contain one of `ways`: the members of `open` that are, or exclude, some vertex. Each child takes the
    // first of them that the set contains, so that those before it become vertices to be excluded.
    template <class Visit>
    void grow(Set open, Set pending, std::vector<int>& chosen, NodeCounter& counter, Visit& visit) const {
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
            if (const int count = ways.count(); count < fewest) fewest = count, best = ways;
        });
        return best;
    }
};

}  // namespace litslab
