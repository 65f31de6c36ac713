// The score of the sizes of the largest groups.
#pragma once

#include "core/largest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace litslab {

// The last two are variants of TAIJI. An empty product is 1.
enum class GroupScoring { sum, squares, products };

// The score of one size, of several where they are added.
inline int score_of_one(int size, GroupScoring scoring) {
  return scoring == GroupScoring::squares ? size * size : size;
}

// The score of the first `n` sizes; a size of 0 is none.
template <class Number, std::size_t Size>
int score_of(const std::array<Number, Size>& sizes, int n, GroupScoring scoring) {
  if (scoring == GroupScoring::sum) [[likely]]
    return sum_largest(sizes, n);
  int score = scoring == GroupScoring::products;
  for (int i = 0; i < n; ++i) {
    const int size = sizes[i];
    if (scoring == GroupScoring::squares)
      score += size * size;
    else if (size != 0)
      score *= size;
  }
  return score;
}

// The greatest product of `parts` sizes with a given sum: they differ by at most 1.
inline int greatest_product(int sum, int parts) {
  int product = 1;
  for (int i = 0; i < parts; ++i) product *= std::max(1, (sum + i) / parts);
  return product;
}

// No product of the `n` largest groups is greater if `open` squares belong to groups that can still
// change, and `closed` are the largest other groups. Proof: if k of the scored groups can still
// change, they have at most `open` squares together, and the others are at most the n - k largest
// closed ones.
template <class Number, std::size_t Size>
int greatest_product(int open, const std::array<Number, Size>& closed, int n) {
  int greatest = 0;
  for (int k = 0; k <= n; ++k)
    greatest = std::max(
        greatest, greatest_product(open, k) * score_of(closed, n - k, GroupScoring::products));
  return greatest;
}

}  // namespace litslab
