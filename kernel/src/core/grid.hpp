// The square board as a graph, on sets of squares that are machine words: neighbours, chessboard colours, connected
// components. Such sets are shifted all the time, which is what plain integers do best: 64 bits up to 8x8, 128 beyond.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace litslab {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;

inline int count(Word64 w) { return std::popcount(w); }
inline int count(Word128 w) {
    return std::popcount(static_cast<Word64>(w)) + std::popcount(static_cast<Word64>(w >> 64));
}

// The lowest square; the set must not be empty.
inline int lowest(Word64 w) { return std::countr_zero(w); }
inline int lowest(Word128 w) {
    const auto low = static_cast<Word64>(w);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word64>(w >> 64));
}

inline Word64 low_half(Word64 w) { return w; }
inline Word64 high_half(Word64) { return 0; }
inline Word64 low_half(Word128 w) { return static_cast<Word64>(w); }
inline Word64 high_half(Word128 w) { return static_cast<Word64>(w >> 64); }

template <class Word>
inline Word square_bit(int square) {
    return Word{1} << square;
}

// Calls f(square) for every square of the set, lowest first.
template <class Word, class F>
inline void each_square(Word set, F&& f) {
    for (; set != 0; set &= set - 1) f(lowest(set));
}

// A strong 64-bit mixing step (the finaliser of SplitMix64).
inline std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

template <class Word>
class Grid {
public:
    static constexpr int max_side = sizeof(Word) == 8 ? 8 : 11;
    static constexpr int max_squares = max_side * max_side;

    explicit Grid(int side) : side_(side) {
        for (int s = 0; s < squares(); ++s) {
            const Word bit = square_bit<Word>(s);
            all_ |= bit;
            if (column(s) != 0) not_first_ |= bit;
            if (column(s) != side - 1) not_last_ |= bit;
            if ((row(s) + column(s)) % 2 == 0) even_ |= bit;
        }
        for (int s = 0; s < squares(); ++s) neighbours_[s] = beside(square_bit<Word>(s));
        for (int t = 0; t < 8; ++t)
            for (int s = 0; s < squares(); ++s) {
                int r = row(s), c = column(s);
                if (t & 1) r = side - 1 - r;
                if (t & 2) c = side - 1 - c;
                if (t & 4) std::swap(r, c);
                image_[t][s] = static_cast<std::uint8_t>(r * side + c);
            }
    }

    int side() const { return side_; }
    int squares() const { return side_ * side_; }
    int row(int s) const { return s / side_; }
    int column(int s) const { return s % side_; }
    Word all() const { return all_; }
    Word even() const { return even_; }
    Word neighbours(int s) const { return neighbours_[s]; }
    // The eight symmetries: bit 0 turns the rows round, bit 1 the columns, then bit 2 exchanges them.
    const std::array<std::uint8_t, max_squares>& image(int symmetry) const { return image_[symmetry]; }

    // Every square that has a neighbour in the set (members of the set included only if they have one).
    Word beside(Word set) const {
        return (((set & not_last_) << 1) | ((set & not_first_) >> 1) | (set << side_) | (set >> side_)) & all_;
    }

    // The connected component of `seed` inside `within`.
    Word component(Word seed, Word within) const {
        for (Word filled = seed;;) {
            const Word more = (filled | beside(filled)) & within;
            if (more == filled) return filled;
            filled = more;
        }
    }

private:
    int side_;
    Word all_ = 0, not_first_ = 0, not_last_ = 0, even_ = 0;
    std::array<Word, max_squares> neighbours_{};
    std::array<std::array<std::uint8_t, max_squares>, 8> image_{};
};

}  // namespace litslab
