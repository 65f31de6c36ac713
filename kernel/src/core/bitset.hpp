// Fixed-width bit sets over placement indices or squares.
//
// The width is a template parameter, so every loop below has a constant trip count. The compiler unrolls it and uses
// the vector registers of the machine. It does not see that AVX-512 can test eight words at once: this is
// written out.
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

template <int Words>
struct alignas(Words % 8 == 0 ? 64 : Words % 4 == 0 ? 32 : Words % 2 == 0 ? 16 : 8) Bits {
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
        if constexpr (tests_eight) return common_words(o) != 0;
#endif
        std::uint64_t sum = 0;
        for (int i = 0; i < Words; ++i) sum |= w[i] & o.w[i];
        return sum != 0;
    }
    bool contains(const Bits& o) const { return (o - *this).none(); }
    int count() const { return count_and(*this); }
    int count_and(const Bits& o) const {
        int n = 0;
        for (int i = 0; i < Words; ++i) n += std::popcount(w[i] & o.w[i]);
        return n;
    }
    // The least member, or -1.
    int first() const { return first_and(*this); }
    int first_and(const Bits& o) const {
#ifdef __AVX512VL__
        if constexpr (tests_eight) {
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
        for (int here; n >= (here = std::popcount(w[i])); ++i) n -= here;
        auto word = w[i];
        for (; n > 0; --n) word &= word - 1;
        return 64 * i + std::countr_zero(word);
    }
    // Calls f(index) for every member in rising order. During the calls the set may change only up to that member.
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
    void hash_into(Hasher& h) const { for (int i = 0; i < Words; ++i) h.add(w[i]); }

#ifdef __AVX512VL__
private:
    static constexpr bool tests_eight = 4 <= Words && Words <= 64;

    // A mask of the words in which the two have a member in common.
    std::uint64_t common_words(const Bits& o) const {
        std::uint64_t result = 0;
        int i = 0;
        const auto add = [&](std::uint64_t words, int count) {
            result |= words << i;
            i += count;
        };
        while (i + 8 <= Words) add(_mm512_test_epi64_mask(_mm512_loadu_si512(&w[i]), _mm512_loadu_si512(&o.w[i])), 8);
        if (i + 4 <= Words) add(_mm256_test_epi64_mask(_mm256_loadu_epi64(&w[i]), _mm256_loadu_epi64(&o.w[i])), 4);
        while (i < Words) add((w[i] & o.w[i]) != 0, 1);
        return result;
    }
#endif
};

// The bits of `word` that `mask` selects, moved together at the low end.
inline std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return __builtin_ia32_pext_di(word, mask);
#else
    std::uint64_t result = 0;
    for (std::uint64_t bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (word & mask & -mask) result |= bit;
    return result;
#endif
}

// The members of `from` that lie in `keep`, renumbered by their rank in `keep`.
template <int To, int From>
Bits<To> extract(const Bits<From>& from, const Bits<From>& keep) {
    Bits<To> result;
    int at = 0;
    for (int i = 0; i < From; ++i) {
        if (!keep.w[i]) continue;
        const auto bits = extract(from.w[i], keep.w[i]);
        const int word = at >> 6, shift = at & 63;
        if (word < To) result.w[word] |= bits << shift;
        if (shift && word + 1 < To) result.w[word + 1] |= bits >> (64 - shift);
        at += std::popcount(keep.w[i]);
    }
    return result;
}

// Calls `make.operator()<Words>()` with the least of the widths that holds `count` members, or the last. A game has
// two: each further one takes seconds to compile and saves no time, because the search uses narrow sets deep in the
// tree. A checked build has only the first and the last width.
template <int Words, int... Wider, class Make>
auto with_narrowest(std::size_t count, Make&& make) {
    if constexpr (sizeof...(Wider) > 0) {
        if (count > static_cast<std::size_t>(Bits<Words>::capacity)) {
            if constexpr (checked) return with_narrowest<std::max({Wider...})>(count, make);
            else return with_narrowest<Wider...>(count, make);
        }
    }
    return make.template operator()<Words>();
}

// Boards of up to 128 squares (11x11 = 121); square = row * cols + col, row 0 at the bottom.
using Squares = Bits<2>;

}  // namespace litslab
