// The groups of one colour, for asking how large they become when squares are added.
#pragma once

#include "core/grid.hpp"
#include "core/inline_vector.hpp"

#include <algorithm>

namespace litslab {

// A set of groups, one bit for each.
using GroupSet = std::uint64_t;

class Groups {
 public:
  // No two groups share a square or touch, so there are at most this many.
  static constexpr int most = 64;

  // `each_group(f)` calls f(squares) for each group; `grow(squares)` adds the squares that would
  // belong to it.
  template <class EachGroup, class Grow>
  Groups(EachGroup&& each_group, Grow&& grow) {
    struct Group {
      Word128 squares;
      int size;
    };
    InlineVector<Group, most> groups;
    each_group([&](Word128 squares) { groups.push({squares, count(squares)}); });
    std::sort(groups.begin(), groups.end(),
              [](const Group& a, const Group& b) { return a.size > b.size; });
    for (int i = 0; i < groups.size(); ++i) {
      sizes_.push(groups[i].size);
      each_square(grow(groups[i].squares) & ~groups[i].squares,
                  [&](int square) { beside_[square] |= GroupSet{1} << i; });
    }
  }

  // The groups that a square would belong to.
  GroupSet beside(int square) const { return beside_[square]; }
  // The squares of some groups together.
  int size(GroupSet groups) const {
    int total = 0;
    for (; groups != 0; groups &= groups - 1) total += sizes_[std::countr_zero(groups)];
    return total;
  }
  // Calls f(size) for at most `n` groups that are not among `joined`, the largest first.
  template <class F>
  void each_other(GroupSet joined, int n, F&& f) const {
    for (int i = 0; i < sizes_.size() && n > 0; ++i) {
      if (joined >> i & 1) continue;
      f(sizes_[i]);
      --n;
    }
  }

 private:
  std::array<GroupSet, 128> beside_{};
  InlineVector<int, most> sizes_;  // descending
};

}  // namespace litslab
