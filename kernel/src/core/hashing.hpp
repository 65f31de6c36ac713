// Hashing: one mixing function, and a hash of a stream of words.
#pragma once

#include <cstdint>
#include <tuple>

namespace litslab {

// A strong 64-bit mixing step: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
// number generators", 2014).
inline std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// 128 bits of a position: the table takes its index from `low` and keeps `high` to recognise the
// position again.
struct Key {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  static constexpr Key greatest() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }

  // Sums and exclusive ors of the keys of members do not depend on the order of the members.
  Key& operator+=(const Key& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  Key& operator^=(const Key& other) {
    low ^= other.low;
    high ^= other.high;
    return *this;
  }
  friend bool operator==(const Key&, const Key&) = default;
  friend bool operator<(const Key& a, const Key& b) {
    return std::tie(a.low, a.high) < std::tie(b.low, b.high);
  }
};

// Two independent 64-bit hashes of a stream of words. The order of the words matters.
class Hasher {
 public:
  void add(std::uint64_t word) {
    low_ = fold(low_ ^ word, 0x9e3779b97f4a7c15ULL) + 0xd6e8feb86659fd93ULL;
    high_ = fold(high_ + word, 0xc2b2ae3d27d4eb4fULL) ^ (word * 0xff51afd7ed558ccdULL);
  }
  void add(const Key& key) {
    add(key.low);
    add(key.high);
  }
  Key key() const {
    return {fold(low_, 0xa0761d6478bd642fULL), fold(high_, 0xe7037ed1a0b428dbULL)};
  }

 private:
  // One multiplication 64x64 -> 128, folded to 64 bits ("mum" of wyhash), for each word of a
  // stream.
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  std::uint64_t low_ = 0x2545f4914f6cdd1dULL;
  std::uint64_t high_ = 0x8ebc6af09c88c6e3ULL;
};

}  // namespace litslab
