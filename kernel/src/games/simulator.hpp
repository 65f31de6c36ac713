// Many uniformly random games at once, by the rules alone: none of the bounds, groups and keys that a search keeps.
#pragma once

#include "core/bitset.hpp"
#include "search/engine.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace litslab {

// Numbers that a door may show where they are.
template <class T>
struct Column : std::vector<T> {
    using std::vector<T>::vector;
};

// A batch of games, by columns.
struct SimulatedGames {
    Column<std::uint16_t> length;               // placements made
    Column<std::array<std::int16_t, 2>> scores; // the first side's and the second's
    Column<std::uint8_t> winner;                // the side
    Column<std::int32_t> opening;               // the first placement as a table index, -1 if there was none
    Column<std::uint16_t> branching;            // legal placements at each ply, one game after the other
    Column<std::uint16_t> moves;                // the same for the moves, as table indices; empty unless requested
    Column<std::uint16_t> first_length;         // double games: the placements of the first phase; else empty
    Column<std::array<std::int16_t, 2>> first_scores;  // double games: what the first phase brought; else empty
    Column<std::uint64_t> occupancy;            // [winner][layer][square]: in how many final positions
};

// One game with its options.
class Simulator {
public:
    virtual ~Simulator() = default;
    // What can be visible on a square of a final position, in the order of `SimulatedGames::occupancy`.
    virtual std::vector<std::string> layers() const = 0;
    // Plays one game for each seed from the given position. A game depends on its own seed only.
    virtual SimulatedGames simulate(const Question& start, const std::vector<std::uint64_t>& seeds, bool keep_moves) const = 0;
};

}  // namespace litslab
