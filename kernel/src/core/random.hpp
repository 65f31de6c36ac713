// One small generator for random games: the same seed gives the same games on every machine.
#pragma once

#include "core/hashing.hpp"

namespace litslab {

// SplitMix64: the mixed values of a counter.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const auto mixed = mix64(state_);
    state_ += 0x9e3779b97f4a7c15ULL;
    return mixed;
  }

  // A number from 0 to count - 1. The bias of one multiplication (below count / 2^64) is far too
  // small to be visible in any sample of games.
  int below(int count) {
    return static_cast<int>(static_cast<unsigned __int128>(next()) * static_cast<unsigned>(count) >>
                            64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace litslab
