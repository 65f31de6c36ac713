#include "lits/board.hpp"

#include "core/arguments.hpp"

#include <algorithm>

namespace litslab {

namespace {

struct Step {
  int right, up;
};

// The cells that a tetromino can have besides its lowest, leftmost one, and the tetrominoes as sets
// of these.
constexpr std::array<Step, 12> steps{{{1, 0},
                                      {2, 0},
                                      {3, 0},
                                      {-2, 1},
                                      {-1, 1},
                                      {0, 1},
                                      {1, 1},
                                      {2, 1},
                                      {-1, 2},
                                      {0, 2},
                                      {1, 2},
                                      {0, 3}}};
enum StepIndex { r1, r2, r3, u1l2, u1l1, u1, u1r1, u1r2, u2l1, u2, u2r1, u3 };

struct Tetromino {
  std::uint8_t shape;
  std::array<std::uint8_t, 3> steps;
  constexpr unsigned mask() const { return 1u << steps[0] | 1u << steps[1] | 1u << steps[2]; }
};

constexpr std::array<Tetromino, 19> tetrominoes{{
    {0, {r1, r2, u1}},     {0, {r1, r2, u1r2}},   {0, {u1, u1r1, u1r2}}, {0, {u1, u1l1, u1l2}},
    {0, {r1, u1, u2}},     {0, {r1, u1r1, u2r1}}, {0, {u1, u2, u2r1}},   {0, {u1, u2, u2l1}},
    {1, {r1, r2, r3}},     {1, {u1, u2, u3}},     {2, {r1, r2, u1r1}},   {2, {u1, u1l1, u1r1}},
    {2, {u1, u2, u1r1}},   {2, {u1, u2, u1l1}},   {3, {r1, u1r1, u1r2}}, {3, {r1, u1, u1l1}},
    {3, {u1, u1r1, u2r1}}, {3, {u1, u1l1, u2l1}}, {4, {r1, u1, u1r1}},
}};

}  // namespace

void LitsBoard::load(int columns, int rows, const std::vector<int>& regions,
                     const LitsRules& rules) {
  expect_between("columns", columns, 1, largest_side);
  expect_between("rows", rows, 1, largest_side);
  const int squares = columns * rows;
  expect_length("regions", regions.size(), static_cast<std::size_t>(squares), "square");
  expect_each_between("regions", regions, -1, squares - 1);
  rules_ = rules;
  shapes_ = rules.with_o ? 5 : 4;
  if_inverse_ = rules.inverse ? ~Word{0} : 0;
  columns_ = columns;
  rows_ = rows;
  stride_ = columns + 1;
  // A closed row below, and as many above as a tetromino can reach.
  cells_ = (rows + 5) * stride_ + 1;
  number_cells(regions);
  find_placements();
  tabulate();
}

void LitsBoard::number_cells(const std::vector<int>& regions) {
  const int count = 1 + *std::max_element(regions.begin(), regions.end());
  region_.assign(cells_, -1);
  first_cell_.assign(count + 1, 0);
  for (const int r : regions)
    if (r >= 0) ++first_cell_[r + 1];
  for (int r = 0; r < count; ++r) {
    if (first_cell_[r + 1] == 0)
      refuse("regions", "has no " + std::to_string(r), "all numbers from 0 to the largest");
    first_cell_[r + 1] += first_cell_[r];
  }
  region_cells_.resize(first_cell_[count]);
  auto next = first_cell_;
  for (std::size_t square = 0; square < regions.size(); ++square) {
    const int r = regions[square];
    if (r < 0) continue;
    const int at = cell(static_cast<int>(square));
    region_[at] = static_cast<std::int16_t>(r);
    region_cells_[next[r]] = static_cast<std::uint16_t>(at);
    ++next[r];
  }
}

void LitsBoard::find_placements() {
  std::array<int, steps.size()> offset;
  for (std::size_t i = 0; i < steps.size(); ++i) offset[i] = steps[i].up * stride_ + steps[i].right;
  placements_.clear();
  first_placement_.assign(1, 0);
  for (int r = 0; r < regions(); ++r) {
    for (const std::uint16_t c : cells(r)) {
      unsigned same = 0;
      for (std::size_t i = 0; i < offset.size(); ++i)
        same |= static_cast<unsigned>(region_[c + offset[i]] == r) << i;
      for (const auto& t : tetrominoes) {
        const unsigned mask = t.mask();
        if ((same & mask) != mask || t.shape >= shapes_) continue;
        Placement p{{c, 0, 0, 0}, t.shape};
        for (int i = 0; i < 3; ++i)
          p.cells[i + 1] = static_cast<std::uint16_t>(c + offset[t.steps[i]]);
        if (!rules_.inverse || !fills_a_block(r, p)) placements_.push_back(p);
      }
    }
    if (rules_.optional) placements_.push_back({{}, left_out});
    first_placement_.push_back(static_cast<int>(placements_.size()));
  }
}

// Returns whether the cells of its region that an inverse placement shades fill a 2x2 block by
// themselves.
bool LitsBoard::fills_a_block(int r, const Placement& p) const {
  const auto shades = [&](int cell) {
    return region_[cell] == r && std::ranges::find(p.cells, cell) == p.cells.end();
  };
  return std::ranges::any_of(cells(r),
                             [&](int cell) { return std::ranges::all_of(window(cell), shades); });
}

void LitsBoard::tabulate() {
  first_word_.assign(1, 0);
  shading_at_.resize(cells_);
  is_met_.assign(regions(), !rules_.optional);
  int words_of_cells = 0;
  for (int r = 0; r < regions(); ++r) {
    const int words = std::max(1, (placements(r) + 63) / 64);
    first_word_.push_back(first_word_.back() + words);
    if (rules_.inverse && cells(r).size() == 4) is_met_[r] = 0;
    for (const int c : cells(r)) {
      shading_at_[c] = words_of_cells;
      words_of_cells += words;
    }
  }
  shading_.assign(words_of_cells, if_inverse_);
  shaped_.assign(shapes_ * first_word_.back(), 0);
  for (int r = 0; r < regions(); ++r) {
    Word* const shaped = shaped_.data() + shapes_ * first_word_[r];
    for (int i = 0; i < placements(r); ++i) {
      const Placement& p = placement(r, i);
      if (p.shape == left_out) continue;
      const int word = i >> 6;
      const Word bit = Word{1} << (i & 63);
      for (const int c : p.cells) shading_[shading_at_[c] + word] ^= bit;
      shaped[p.shape * words(r) + word] |= bit;
    }
  }
}

}  // namespace litslab
