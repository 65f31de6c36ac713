// The tetromino placements of a board, as they are handed over and as the tables are built from
// them.
#pragma once

#include "core/arguments.hpp"
#include "core/bitset.hpp"

#include <array>
#include <cstdint>
#include <string>
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

// Checks everything; `name` is that of the placements in messages.
PlacementSet placement_set(int columns, int rows, const std::string& name,
                           const std::vector<TetrominoPlacement>& placements,
                           const std::vector<int>& supply, int max_kinds);

// Adds the placements to a hash. Games on different boards may thus share one table.
void hash_placements(const PlacementSet& set, Hasher& h);

// Coloured placements grouped by *body*: a body is a shape on its squares, whatever the colours.
struct Bodies {
  PlacementSet set;                             // one placement for each body
  std::vector<std::uint16_t> body_of;           // of each placement
  std::vector<std::vector<int>> placements_of;  // of each body

  // In the order of the first placement of each; `sorted`: by shape, then by squares.
  explicit Bodies(const PlacementSet& given, bool sorted = false);

  int count() const { return static_cast<int>(set.placements.size()); }
};

}  // namespace litslab
