// Finished positions as sets of placements: all of them, each once and in little memory; their
// number, also up to the board's symmetries; and random ones with weights for an unbiased estimate.
//
// No position is stored to recognise it again: each enumeration splits its sets by the first
// placement of a list that they contain, so no set occurs twice.
#pragma once

#include "core/limits.hpp"
#include "core/placement_set.hpp"
#include "core/random.hpp"

#include <memory>
#include <span>

namespace litslab {

// A whole number of 256 bits: positions with all their colourings outgrow 128.
class Natural {
 public:
  static constexpr int words = 4;

  Natural(unsigned __int128 value = 0)
      : words_{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)} {}

  Natural& operator+=(const Natural& other) {
    unsigned __int128 sum = 0;
    for (int i = 0; i < words; ++i) {
      sum += static_cast<unsigned __int128>(words_[i]) + other.words_[i];
      words_[i] = static_cast<std::uint64_t>(sum);
      sum >>= 64;
    }
    check(sum == 0);
    return *this;
  }

  Natural& operator*=(std::uint64_t factor) {
    unsigned __int128 carry = 0;
    for (auto& word : words_) {
      carry += static_cast<unsigned __int128>(word) * factor;
      word = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    check(carry == 0);
    return *this;
  }

  // The lowest word comes first.
  const std::array<std::uint64_t, words>& digits() const { return words_; }

 private:
  std::array<std::uint64_t, words> words_;

  static void check(bool fits) {
    if (!fits) throw std::overflow_error("a number of more than 256 bits");
  }
};

// A symmetry of the board. Placements that differ only in their colours may be handed over as one.
// The number of colourings of a set that the symmetry keeps is the product of `colourings` over its
// members. In a cycle of placements (a, its image, the image of that …) the first member has the
// cycle's number, and the others have 1.
struct Symmetry {
  std::vector<int> image;  // of each placement
  std::vector<std::uint64_t> colourings;
};

// A symmetry group, the identity first.
using SymmetryGroup = std::vector<Symmetry>;

// The identity, then any other permutations of the placements.
inline void expect_symmetries(const SymmetryGroup& symmetries, std::size_t placements) {
  if (symmetries.empty()) refuse("symmetries", "is empty", "at least the identity");
  for (std::size_t i = 0; i < symmetries.size(); ++i) {
    const auto& [image, colourings] = symmetries[i];
    expect_permutation(member("symmetries", i) + "[0]", image, placements);
    expect_length(member("symmetries", i) + "[1]", colourings.size(), placements, "placement");
  }
  if (!std::ranges::is_sorted(symmetries[0].image))
    refuse("symmetries[0]", "moves placements", "the identity");
}

struct Census {
  // Positions are counted in fractions of 1/840, because one may stand for others.
  static constexpr std::uint64_t unit = 840;  // divisible by 1 to 8

  std::vector<Natural> by_pieces;  // coloured positions by their number of pieces
  Natural kept;  // of all symmetries together: the coloured positions that each maps to themselves
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool stopped = false;  // by a limit or by a signal, so that it is incomplete

  void add(int pieces, const Natural& number) {
    if (pieces >= static_cast<int>(by_pieces.size())) by_pieces.resize(pieces + 1);
    by_pieces[pieces] += number;
  }
};

// A random finished position: the mean of exp(log_weight) is the number of coloured finished
// positions.
struct Draw {
  double log_weight = 0;
  int pieces = 0;
};

class Enumeration {
 public:
  using Visit = std::function<void(std::span<const int> placed)>;

  explicit Enumeration(SymmetryGroup symmetries) : symmetries_(std::move(symmetries)) {}
  virtual ~Enumeration() = default;

  // Visits every finished position once. Throws Stopped.
  virtual void walk(NodeCounter& counter, const Visit& visit) const = 0;
  // Fills the census, which the polling code may read meanwhile, and which is valid when stopped.
  // Counts `kept` only if requested. Throws Stopped.
  virtual void count(bool kept, NodeCounter& counter, Census& census) const {
    CensusCounter positions(symmetries_, kept, census);
    walk(counter, [&](std::span<const int> placed) { positions.add(placed, Census::unit); });
  }
  virtual Draw draw(Random& random) const = 0;

  const SymmetryGroup& symmetries() const { return symmetries_; }

 protected:
  // Adds one position and its colourings to a census, `weight` parts of it.
  class CensusCounter {
   public:
    CensusCounter(const SymmetryGroup& symmetries, bool kept, Census& census)
        : symmetries_(symmetries),
          kept_(kept),
          census_(census),
          is_placed_(symmetries.at(0).image.size()) {}
    void add(std::span<const int> placed, std::uint64_t weight) {
      census_.add(static_cast<int>(placed.size()), parts(symmetries_[0], placed, weight));
      if (!kept_) return;
      for (const int p : placed) is_placed_[p] = 1;
      for (const auto& symmetry : symmetries_)
        if (std::ranges::all_of(placed, [&](int p) { return is_placed_[symmetry.image[p]]; }))
          census_.kept += parts(symmetry, placed, weight);
      for (const int p : placed) is_placed_[p] = 0;
    }

   private:
    // The colourings of a set that a symmetry keeps, each `weight` parts.
    static Natural parts(const Symmetry& symmetry, std::span<const int> placed,
                         std::uint64_t weight) {
      Natural product(weight);
      for (const int p : placed)
        if (symmetry.colourings[p] != 1) product *= symmetry.colourings[p];
      return product;
    }

    const SymmetryGroup& symmetries_;
    bool kept_;
    Census& census_;
    std::vector<char> is_placed_;
  };

 private:
  SymmetryGroup symmetries_;
};

// The enumerations are shared pointers, because Python's own memory is not aligned enough for sets
// of placements.

// Tetrominoes: connected sets that contain a member of `first`, in which no two of one shape share
// an edge, no 2x2 block is covered and no kind exceeds its supply.
std::shared_ptr<Enumeration> enumerate_layouts(int columns, int rows,
                                               const std::vector<TetrominoPlacement>& placements,
                                               const std::vector<int>& supply,
                                               const std::vector<int>& first,
                                               SymmetryGroup symmetries);

// Wythe: a placement has a white square, a black one and a level.
std::shared_ptr<Enumeration> enumerate_stacks(const std::vector<std::array<int, 3>>& placements,
                                              SymmetryGroup symmetries);

// TAIJI: dominoes on an empty board, each of two squares; each can be coloured in `colourings`
// ways.
std::shared_ptr<Enumeration> enumerate_packings(int columns, int rows,
                                                const std::vector<std::array<int, 2>>& dominoes,
                                                std::uint64_t colourings, SymmetryGroup symmetries);

}  // namespace litslab
