// One small generator for random games: the same seed gives the same games on every machine.
#pragma once

#include <cstdint>

namespace litslab {

// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
        return z ^ z >> 31;
    }

    // A number from 0 to count - 1. The bias of one multiplication (below count / 2^64) is far under what any sample
    // of games can show.
    int below(int count) {
        return static_cast<int>(static_cast<unsigned __int128>(next()) * static_cast<unsigned>(count) >> 64);
    }

private:
    std::uint64_t state_;
};

}  // namespace litslab
