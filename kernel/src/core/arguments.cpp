#include "core/arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace litslab {

void refuse(const std::string& name, const std::string& found, const std::string& expected) {
  throw std::invalid_argument(name + " " + found + "; expected " + expected);
}

std::string member(const std::string& name, std::size_t index) {
  return name + "[" + std::to_string(index) + "]";
}

std::string range(int least, int most) {
  if (most < least) return "none";
  return std::to_string(least) + " to " + std::to_string(most);
}

void expect_between(const std::string& name, int number, int least, int most) {
  if (number < least || number > most)
    refuse(name, "is " + std::to_string(number), range(least, most));
}

void expect_each_between(const std::string& name, const std::vector<int>& numbers, int least,
                         int most) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] < least || numbers[i] > most)
      expect_between(member(name, i), numbers[i], least, most);
}

void expect_at_least(const std::string& name, std::uint64_t number, std::uint64_t least) {
  if (number < least)
    refuse(name, "is " + std::to_string(number), std::to_string(least) + " or more");
}

void expect_odd(const std::string& name, int number) {
  if (number % 2 == 0) refuse(name, "is " + std::to_string(number), "an odd number");
}

void expect_length(const std::string& name, std::size_t length, std::size_t expected,
                   const std::string& each) {
  if (length != expected)
    refuse(name, "has length " + std::to_string(length),
           std::to_string(expected) + ", one for each " + each);
}

void expect_seconds(double seconds) {
  if (std::isnan(seconds)) refuse("seconds", "is not a number", "a number");
}

void expect_board(int columns, int rows) {
  expect_between("columns", columns, 1, longest_side);
  expect_between("rows", rows, 1, longest_side);
}

bool are_adjacent(int columns, int one, int other) {
  const int across = std::abs(one % columns - other % columns);
  const int up = std::abs(one / columns - other / columns);
  return across + up == 1;
}

void expect_adjacent(const std::string& name, int columns, int rows, int one, int other) {
  expect_each_between(name, {one, other}, 0, columns * rows - 1);
  if (!are_adjacent(columns, one, other))
    refuse(name, "covers squares " + std::to_string(one) + " and " + std::to_string(other),
           "two squares that share an edge");
}

void expect_touching(const std::string& name, int columns, int rows, int one, int other) {
  expect_each_between(name, {one, other}, 0, columns * rows - 1);
  const int across = std::abs(one % columns - other % columns);
  const int up = std::abs(one / columns - other / columns);
  if (std::max(across, up) != 1)
    refuse(name, "covers squares " + std::to_string(one) + " and " + std::to_string(other),
           "two squares that share an edge or touch at a corner");
}

void expect_all_once(const std::string& name, std::vector<int> keys, int count,
                     const std::string& expected) {
  std::ranges::sort(keys);
  const auto again = std::ranges::adjacent_find(keys);
  if (again != keys.end()) refuse(name, "has a placement twice", expected);
  if (keys.size() != static_cast<std::size_t>(count))
    refuse(name, "has " + std::to_string(keys.size()) + " placements",
           std::to_string(count) + ", " + expected);
}

}  // namespace litslab
