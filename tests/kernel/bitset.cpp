// Tests of the set operations with a special form for AVX-512 (`make sets`), against a plain
// implementation. Prints errors and returns 1, or returns 0.
#include "core/bitset.hpp"
#include "core/random.hpp"

#include <cstdio>

namespace {

using namespace litslab;

// Few members, so that many words are empty.
template <int Words>
Bits<Words> random_set(Random& random) {
  Bits<Words> set;
  for (int left = random.below(4); left > 0; --left) set.set(random.below(Bits<Words>::capacity));
  return set;
}

template <int Words>
bool operations_are_right() {
  Random random(Words);
  for (int round = 0; round < 5000; ++round) {
    const auto a = random_set<Words>(random);
    auto b = random_set<Words>(random);
    if (random.below(2))
      a.for_each([&](int i) { b.set(i); });  // otherwise they hardly ever have a common member
    int first = -1, common = -1;
    bool contained = true;
    for (int i = Bits<Words>::capacity - 1; i >= 0; --i) {
      if (a.test(i)) first = i;
      if (a.test(i) && b.test(i)) common = i;
      if (a.test(i) && !b.test(i)) contained = false;
    }
    const bool right = a.any() == (first >= 0) && a.none() == (first < 0) && a.first() == first &&
                       a.intersects(b) == (common >= 0) && a.first_and(b) == common &&
                       b.contains(a) == contained;
    if (right) continue;
    std::printf("sets of %d words: round %d is wrong\n", Words, round);
    return false;
  }
  return true;
}

template <int... Widths>
bool all_are_right() {
  return (operations_are_right<Widths>() & ...);
}

}  // namespace

int main() { return all_are_right<1, 2, 3, 4, 5, 7, 8, 12, 13, 26, 40, 64, 80>() ? 0 : 1; }
