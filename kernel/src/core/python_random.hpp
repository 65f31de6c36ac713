// The generator of Python's `random.Random`: a game in the kernel draws the same numbers as its
// players in Python.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace litslab {

// MT19937 (Matsumoto and Nishimura, 1998), seeded with a key as Python seeds it.
class PythonRandom {
 public:
  // `key`: the seed in words of 32 bits, the lowest first; at least one.
  explicit PythonRandom(const std::vector<std::uint32_t>& key) {
    state_[0] = 19650218;
    for (std::uint32_t i = 1; i < length; ++i) state_[i] = 1812433253 * twisted(i - 1) + i;
    std::uint32_t i = 1;
    std::uint32_t j = 0;
    const auto words = static_cast<std::uint32_t>(key.size());
    for (std::uint32_t left = std::max(length, words); left > 0; --left) {
      state_[i] = (state_[i] ^ twisted(i - 1) * 1664525) + key[j] + j;
      i = next_place(i);
      j = j + 1 == words ? 0 : j + 1;
    }
    for (std::uint32_t left = length - 1; left > 0; --left) {
      state_[i] = (state_[i] ^ twisted(i - 1) * 1566083941) - i;
      i = next_place(i);
    }
    state_[0] = 1u << 31;
  }

  // A number from 0 to count - 1, as `random.Random.randrange(count)` draws it.
  int below(int count) {
    const int bits = std::bit_width(static_cast<unsigned>(count));
    for (;;) {
      const std::uint32_t drawn = next() >> (32 - bits);
      if (drawn < static_cast<std::uint32_t>(count)) return static_cast<int>(drawn);
    }
  }
  // As `random.Random.getrandbits(64)` draws it.
  std::uint64_t next_64() {
    const std::uint64_t low = next();
    return low | std::uint64_t{next()} << 32;
  }

 private:
  static constexpr std::uint32_t length = 624, offset = 397;

  std::uint32_t twisted(std::uint32_t i) const { return state_[i] ^ state_[i] >> 30; }
  // The first word is not changed by the key itself, only through the last one.
  std::uint32_t next_place(std::uint32_t i) {
    if (i + 1 < length) return i + 1;
    state_[0] = state_[length - 1];
    return 1;
  }

  std::uint32_t next() {
    if (used_ == length) renew();
    std::uint32_t word = state_[used_];
    ++used_;
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
  }
  void renew() {
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::uint32_t following = state_[i + 1 == length ? 0 : i + 1];
      const std::uint32_t mixed = (state_[i] & 0x80000000u) | (following & 0x7fffffffu);
      const std::uint32_t partner = state_[i + offset < length ? i + offset : i + offset - length];
      state_[i] = partner ^ mixed >> 1 ^ (mixed & 1 ? 0x9908b0dfu : 0u);
    }
    used_ = 0;
  }

  std::array<std::uint32_t, length> state_{};
  std::uint32_t used_ = length;
};

}  // namespace litslab
