// The tetromino placements of a board, as they are handed over and as the tables are built from them.
#pragma once

#include "core/bitset.hpp"

#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

// A tetromino placement as it is handed over.
struct TetrominoPlacement {
    int shape = 0;             // 0..3 = L I T S
    int kind = 0;              // of piece; each kind has a supply of its own
    std::vector<int> squares;  // row * columns + column
    std::vector<int> black;    // TAILITS: the black ones among them
};

struct Placement {
    std::array<std::uint8_t, 4> squares{};  // ascending
    std::uint8_t shape = 0;                 // 0..3 = L I T S
    std::uint8_t kind = 0;                  // of piece (TAILITS may have one kind for each pattern)
    std::uint8_t colours = 0;               // TAILITS: bit i set = squares[i] is black
};

struct PlacementSet {
    int columns = 0, rows = 0;
    std::vector<Placement> placements;
    std::vector<int> supply;  // pieces of each kind
};

inline PlacementSet placement_set(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                  const std::vector<int>& supply) {
    PlacementSet set;
    set.columns = columns;
    set.rows = rows;
    // No board has room for enough pieces that a larger supply would differ.
    for (const int pieces : supply) set.supply.push_back(std::clamp(pieces, 0, Squares::capacity));
    for (const auto& given : placements) {
        if (given.squares.size() != 4) throw std::invalid_argument("a tetromino has four squares");
        Placement placement;
        for (int i = 0; i < 4; ++i) {
            placement.squares[i] = static_cast<std::uint8_t>(given.squares[i]);
            for (int black : given.black)
                if (black == given.squares[i]) placement.colours |= static_cast<std::uint8_t>(1 << i);
        }
        placement.shape = static_cast<std::uint8_t>(given.shape);
        placement.kind = static_cast<std::uint8_t>(given.kind);
        set.placements.push_back(placement);
    }
    return set;
}

// Adds the placements to a hash. Games on different boards may thus share one table.
inline void hash_placements(const PlacementSet& set, Hasher& h) {
    h.add(set.rows << 8 | set.columns);
    for (const auto& placement : set.placements) {
        for (const int square : placement.squares) h.add(square);
        h.add(placement.shape << 16 | placement.kind << 8 | placement.colours);
    }
}

// Coloured placements grouped by *body*: a body is a shape on its squares, whatever the colours.
struct Bodies {
    PlacementSet set;                             // one placement for each body
    std::vector<std::uint16_t> body_of;           // of each placement
    std::vector<std::vector<int>> placements_of;  // of each body

    // In the order of the first placement of each; `sorted`: by shape, then by squares.
    explicit Bodies(const PlacementSet& given, bool sorted = false) : set{given.columns, given.rows, {}, given.supply} {
        std::map<std::pair<int, std::array<std::uint8_t, 4>>, int> numbers;
        const auto number_of = [&](const Placement& placement) {
            const int next = static_cast<int>(numbers.size());
            return numbers.try_emplace({placement.shape, placement.squares}, next).first->second;
        };
        for (const auto& placement : given.placements) number_of(placement);
        if (sorted)
            for (int next = 0; auto& each : numbers) each.second = next++;
        set.placements.resize(numbers.size()), placements_of.resize(numbers.size());
        for (const auto& placement : given.placements) {
            const int number = number_of(placement);
            if (placements_of[number].empty()) set.placements[number] = placement;
            placements_of[number].push_back(static_cast<int>(body_of.size()));
            body_of.push_back(static_cast<std::uint16_t>(number));
        }
    }

    int count() const { return static_cast<int>(set.placements.size()); }
};

}  // namespace litslab
