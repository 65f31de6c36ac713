// A LITS puzzle as tables for propagation: the squares in a frame of closed cells, the placements
// inside each region, and for every square and shape the set of the region's placements that cover
// or have it.
//
// A cell is (row + 1) * stride + column + 1 with stride = columns + 1: one closed column and closed
// rows above and below surround the squares, so that neighbours need no test. Sets of placements
// are per region, numbered from 0 in each, in as many 64-bit words as the region needs. A region
// that may be left out has one more placement, without cells.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace litslab {

// The rules of a LITS puzzle and those of its neighbours; the defaults are those of LITS.
struct LitsRules {
  // The O tetromino is allowed, and so is the 2x2 block that it shades by itself.
  bool with_o = false;
  bool inverse = false;      // the tetromino of a region stays unshaded; all else is shaded
  bool optional = false;     // a region may be left out: it has at most one tetromino
  bool blank_blocks = true;  // 2x2 blocks may stay unshaded
};

// Region numbers (-1: none) and givens ('?', '#', '.' or the letter of a shape) a square, bottom
// row first; no givens at all may be the empty string.
struct LitsPuzzle {
  int columns = 0, rows = 0;
  std::vector<int> regions;
  std::string givens;
  LitsRules rules;
};

class LitsBoard {
 public:
  static constexpr int largest_side = 99;
  static constexpr int most_shapes = 5;  // L, I, T, S, O
  // The shape of the placement that leaves its region out.
  static constexpr std::uint8_t left_out = most_shapes;
  using Word = std::uint64_t;

  struct Placement {
    std::array<std::uint16_t, 4> cells;
    std::uint8_t shape;
  };

  // Loads a puzzle into the memory of the last; `regions` has a number from 0, or -1, for every
  // square, bottom row first. Throws std::invalid_argument for an invalid puzzle.
  void load(int columns, int rows, const std::vector<int>& regions, const LitsRules& rules);

  const LitsRules& rules() const { return rules_; }
  int shapes() const { return shapes_; }  // 4, or 5 with O

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int stride() const { return stride_; }
  int cells() const { return cells_; }  // including those of the frame
  int regions() const { return static_cast<int>(first_cell_.size()) - 1; }

  int cell(int square) const { return (square / columns_ + 1) * stride_ + square % columns_ + 1; }
  int square(int cell) const {
    return ((cell - 1) / stride_ - 1) * columns_ + (cell - 1) % stride_;
  }
  int region(int cell) const { return region_[cell]; }  // -1 outside every region
  std::array<int, 4> neighbours(int cell) const {
    return {cell - 1, cell + 1, cell - stride_, cell + stride_};
  }

  // Of a 2x2 window: its cells, the lowest, leftmost one first.
  std::array<int, 4> window(int corner) const {
    return {corner, corner + 1, corner + stride_, corner + stride_ + 1};
  }

  // The cells of region r, ascending.
  std::span<const std::uint16_t> cells(int r) const {
    return {region_cells_.data() + first_cell_[r], region_cells_.data() + first_cell_[r + 1]};
  }

  // The placements of region r, by their lowest, leftmost cell.
  int placements(int r) const { return first_placement_[r + 1] - first_placement_[r]; }
  const Placement& placement(int r, int index) const {
    return placements_[first_placement_[r] + index];
  }

  // Returns whether every solution shades a cell of region r.
  bool is_met(int r) const { return is_met_[r] != 0; }

  // Sets of placements of region r: their number of words, their first word in an array of one set
  // per region, and the placements that shade a cell of r or have a shape. A placement shades the
  // cells that it covers, or all others.
  int words(int r) const { return first_word_[r + 1] - first_word_[r]; }
  int first_word(int r) const { return first_word_[r]; }
  int all_words() const { return first_word_.back(); }
  const Word* shading(int cell) const { return shading_.data() + shading_at_[cell]; }
  const Word* shaped(int r, int shape) const {
    return shaped_.data() + shapes_ * first_word_[r] + shape * words(r);
  }
  // The placements that cover a cell, by word.
  Word covering(int cell, int word) const { return shading(cell)[word] ^ if_inverse_; }

 private:
  void number_cells(const std::vector<int>& regions);
  void find_placements();
  void tabulate();
  bool fills_a_block(int r, const Placement& p) const;

  LitsRules rules_;
  int shapes_ = 4;
  Word if_inverse_ = 0;  // all bits set if the rules are inverse
  int columns_ = 0, rows_ = 0, stride_ = 0, cells_ = 0;
  std::vector<std::int16_t> region_;
  std::vector<int> first_cell_{0}, first_placement_{0}, first_word_{0};
  std::vector<std::uint16_t> region_cells_;
  std::vector<Placement> placements_;
  std::vector<std::uint8_t> is_met_;
  std::vector<int> shading_at_;
  std::vector<Word> shading_, shaped_;
};

}  // namespace litslab
