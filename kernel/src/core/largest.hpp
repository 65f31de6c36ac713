// The few largest of many numbers.
#pragma once

#include <array>
#include <cstddef>

namespace litslab {

// Puts `value` in its place among the first `n` numbers of `largest`, which descend; the least of
// them is dropped.
template <class Number, std::size_t Size>
void insert_largest(std::array<Number, Size>& largest, int value, int n = Size) {
  for (int i = 0; i < n; ++i) {  // selections, not branches, which would often be mispredicted
    const int held = largest[i];
    largest[i] = static_cast<Number>(value > held ? value : held);
    value = value > held ? held : value;
  }
}

// The sum of the first `n`.
template <class Number, std::size_t Size>
int sum_largest(const std::array<Number, Size>& largest, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += largest[i];
  return total;
}

}  // namespace litslab
