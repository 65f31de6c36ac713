// Which moves some thread is searching, so that the others take another one first: the idea of J.-C. Weill, "The ABDADA
// distributed minimax search algorithm" (1996), in the simple form of T. Kerrigan, "Simplified ABDADA" (2017).
#pragma once

#include "core/hashing.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace litslab {

// Shared by all threads of a query. An entry that another one takes the place of is only forgotten: what is wrong here
// changes the order of a search, and never its answer.
class BusyMoves {
public:
    // What stands for a move of a position; never 0.
    static std::uint64_t name(const Key& position, int move) {
        return mix64(position.high ^ mix64(static_cast<std::uint64_t>(move))) | 1;
    }

    bool contains(std::uint64_t name) const { return place_of(name).load(std::memory_order_relaxed) == name; }
    void begin(std::uint64_t name) { place_of(name).store(name, std::memory_order_relaxed); }
    void end(std::uint64_t name) { if (contains(name)) place_of(name).store(0, std::memory_order_relaxed); }

private:
    using Place = std::atomic<std::uint64_t>;

    static constexpr int bits = 12;

    Place& place_of(std::uint64_t name) { return places_[name >> (64 - bits)]; }
    const Place& place_of(std::uint64_t name) const { return places_[name >> (64 - bits)]; }

    std::array<Place, std::size_t{1} << bits> places_{};
};

}  // namespace litslab
