// Fixed-width bit sets over placement indices or squares.
//
// The width is a template parameter, so every loop below has a constant trip count. The compiler
// unrolls it and uses the vector registers of the machine. It does not see that AVX-512 can test
// four words at once: this is written out.
#pragma once

#include "core/checked.hpp"
#include "core/hashing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#ifdef __AVX512VL__
#include <immintrin.h>
#endif

namespace litslab {

// The size in bytes of the widest vector register that the words of a set fill.
constexpr std::size_t alignment_of_words(int words) {
  if (words % 8 == 0) return 64;
  if (words % 4 == 0) return 32;
  if (words % 2 == 0) return 16;
  return 8;
}

template <int Words>
struct alignas(alignment_of_words(Words)) Bits {
  static constexpr int words = Words;
  static constexpr int capacity = 64 * Words;
  std::array<std::uint64_t, Words> w{};

  static Bits all(int count) {
    Bits b;
    for (int i = 0; i < count; ++i) b.set(i);
    return b;
  }

  bool test(int i) const { return w[i >> 6] >> (i & 63) & 1; }
  void set(int i) { w[i >> 6] |= std::uint64_t{1} << (i & 63); }
  void reset(int i) { w[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }

  Bits& operator&=(const Bits& o) {
    for (int i = 0; i < Words; ++i) w[i] &= o.w[i];
    return *this;
  }
  Bits& operator|=(const Bits& o) {
    for (int i = 0; i < Words; ++i) w[i] |= o.w[i];
    return *this;
  }
  // Set difference.
  Bits& operator-=(const Bits& o) {
    for (int i = 0; i < Words; ++i) w[i] &= ~o.w[i];
    return *this;
  }
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend bool operator==(const Bits&, const Bits&) = default;

  bool any() const { return intersects(*this); }
  bool none() const { return !any(); }
  bool intersects(const Bits& o) const {
#ifdef __AVX512VL__
    if constexpr (tests_four) return common_words(o) != 0;
#endif
    std::uint64_t sum = 0;
    for (int i = 0; i < Words; ++i) sum |= w[i] & o.w[i];
    return sum != 0;
  }
  bool contains(const Bits& o) const { return (o - *this).none(); }
  int count() const { return count_and(*this); }
  int count_and(const Bits& o) const {
    std::int64_t n = 0;  // as wide as the words: the compiler adds without conversions
    for (int i = 0; i < Words; ++i) n += std::popcount(w[i] & o.w[i]);
    return static_cast<int>(n);
  }
  // The least member, or -1.
  int first() const { return first_and(*this); }
  int first_and(const Bits& o) const {
#ifdef __AVX512VL__
    if constexpr (tests_four) {
      const auto common = common_words(o);
      if (!common) return -1;
      const int i = std::countr_zero(common);
      return 64 * i + std::countr_zero(w[i] & o.w[i]);
    }
#endif
    for (int i = 0; i < Words; ++i)
      if (const auto word = w[i] & o.w[i]) return 64 * i + std::countr_zero(word);
    return -1;
  }
  // The member of rank n; n is below count().
  int nth(int n) const {
    int i = 0;
    for (; i + 1 < Words; ++i) {  // the last word needs no test
      const int here = std::popcount(w[i]);
      if (n < here) break;
      n -= here;
    }
    auto word = w[i];
    for (; n > 0; --n) word &= word - 1;
    return 64 * i + std::countr_zero(word);
  }
  // Calls f(index) for every member in rising order. During the calls the set may change only up to
  // that member.
  template <class F>
  void for_each(F&& f) const {
    for (int i = 0; i < Words; ++i)
      for (auto word = w[i]; word; word &= word - 1) f(64 * i + std::countr_zero(word));
  }
  // The same, until f returns false.
  template <class F>
  void for_each_while(F&& f) const {
    for (int i = 0; i < Words; ++i)
      for (auto word = w[i]; word; word &= word - 1)
        if (!f(64 * i + std::countr_zero(word))) return;
  }
  void hash_into(Hasher& h) const {
    for (int i = 0; i < Words; ++i) h.add(w[i]);
  }

#ifdef __AVX512VL__
 private:
  static constexpr bool tests_four = 4 <= Words && Words <= 64;

  // A mask of the words in which the two have a member in common. Loads of eight words would have
  // to wait: the compiler stores four at a time.
  std::uint64_t common_words(const Bits& o) const {
    std::uint64_t result = 0;
    int i = 0;
    for (; i + 4 <= Words; i += 4) {
      const __m256i ours = _mm256_loadu_epi64(&w[i]);
      const __m256i others = _mm256_loadu_epi64(&o.w[i]);
      result |= std::uint64_t{_mm256_test_epi64_mask(ours, others)} << i;
    }
    for (; i < Words; ++i) result |= std::uint64_t{(w[i] & o.w[i]) != 0} << i;
    return result;
  }
#endif
};

// Renumbers the members of sets that lie in `keep` by their rank there.
template <int Words>
class Extraction {
 public:
  explicit Extraction(const Bits<Words>& keep) : keep_(keep) {
    for (int i = 0; i < Words; ++i) {
      counts_[i] = std::popcount(keep.w[i]);
#ifndef __BMI2__
      // Step j moves the bits whose distance has bit j set: "compress" in Warren, Hacker's Delight.
      std::uint64_t mask = keep.w[i];
      std::uint64_t gaps = ~mask << 1;
      for (int j = 0; j < 6; ++j) {
        std::uint64_t odd = gaps;
        for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
        moved_[j].w[i] = mask & odd;
        mask = (mask & ~odd) | (mask & odd) >> (1 << j);
        gaps &= ~odd;
      }
#endif
    }
  }
  // Adds to `result`, an empty set. Copied into its calls it would be compiled five times for each
  // pair of widths, and save next to nothing.
  template <int To>
  [[gnu::noinline]] void operator()(const Bits<Words>& from, Bits<To>& result) const {
    Bits<Words> kept = from & keep_;
#ifdef __BMI2__
    for (int i = 0; i < Words; ++i) kept.w[i] = __builtin_ia32_pext_di(kept.w[i], keep_.w[i]);
#else
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < Words; ++i)
        kept.w[i] = (kept.w[i] & ~moved_[j].w[i]) | (kept.w[i] & moved_[j].w[i]) >> (1 << j);
#endif
    std::uint64_t word = 0;
    int at = 0;      // the word of the result that is being filled
    int filled = 0;  // its bits so far
    for (int i = 0; i < Words; ++i) {
      word |= kept.w[i] << filled;
      filled += counts_[i];
      if (filled < 64) continue;
      result.w[at] = word;
      ++at;
      filled -= 64;
      word = filled ? kept.w[i] >> (counts_[i] - filled) : 0;
    }
    if (filled) result.w[at] = word;
  }

 private:
  Bits<Words> keep_;
  std::array<int, Words> counts_;
#ifndef __BMI2__
  std::array<Bits<Words>, 6> moved_;
#endif
};

// Calls `make.operator()<Words>()` with the least of the widths that holds `count` members, or the
// last. Each takes seconds to compile. A checked build has only the first and the last width.
template <int Words, int... Wider, class Make>
auto with_narrowest(std::size_t count, Make&& make) {
  if constexpr (sizeof...(Wider) > 0) {
    if (count > static_cast<std::size_t>(Bits<Words>::capacity)) {
      if constexpr (checked)
        return with_narrowest<std::max({Wider...})>(count, make);
      else
        return with_narrowest<Wider...>(count, make);
    }
  }
  return make.template operator()<Words>();
}

// Boards of up to 128 squares (11x11 = 121); square = row * cols + col, row 0 at the bottom.
using Squares = Bits<2>;

}  // namespace litslab
