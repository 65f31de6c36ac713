// Checks of what callers hand over, for the factories and the interface. Whatever is wrong throws
// std::invalid_argument, in Python a ValueError; its text says what it was, and what was expected.
// Searches do not check again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace litslab {

// The longest side of a board: a set of squares has 128 bits.
inline constexpr int longest_side = 11;

[[noreturn]] void refuse(const std::string& name, const std::string& found,
                         const std::string& expected);

std::string member(const std::string& name, std::size_t index);

std::string range(int least, int most);

void expect_between(const std::string& name, int number, int least, int most);

void expect_each_between(const std::string& name, const std::vector<int>& numbers, int least,
                         int most);

void expect_at_least(const std::string& name, std::uint64_t number, std::uint64_t least);

void expect_odd(const std::string& name, int number);

// `each`: what there is one number for.
void expect_length(const std::string& name, std::size_t length, std::size_t expected,
                   const std::string& each);

// Seconds may be infinite.
void expect_seconds(double seconds);

// Every number from 0 to `count` - 1 once.
template <class Number>
void expect_permutation(const std::string& name, const std::vector<Number>& numbers,
                        std::size_t count) {
  expect_length(name, numbers.size(), count, "number that it permutes");
  std::vector<bool> met(count);
  for (const Number number : numbers) {
    // A negative number becomes a large one.
    const auto place = static_cast<std::size_t>(number);
    if (place >= count || met[place])
      refuse(name, "is not a permutation",
             "each of " + range(0, static_cast<int>(count) - 1) + " once");
    met[place] = true;
  }
}

void expect_board(int columns, int rows);

bool are_adjacent(int columns, int one, int other);

// Two squares of a board that share an edge.
void expect_adjacent(const std::string& name, int columns, int rows, int one, int other);

// Two squares of a board that share an edge or touch at a corner.
void expect_touching(const std::string& name, int columns, int rows, int one, int other);

inline int adjacent_pairs(int columns, int rows) {
  return (columns - 1) * rows + columns * (rows - 1);
}

// Every one of `count` different placements, of which `keys` has one number each.
void expect_all_once(const std::string& name, std::vector<int> keys, int count,
                     const std::string& expected);

}  // namespace litslab
