// Whole numbers of 256 bits: positions with all their colourings outgrow 128.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

namespace litslab {

class Natural {
public:
    static constexpr int words = 4;

    Natural(std::uint64_t value = 0) : words_{value} {}

    Natural& operator+=(const Natural& other) {
        unsigned __int128 sum = 0;
        for (int i = 0; i < words; ++i) {
            sum += static_cast<unsigned __int128>(words_[i]) + other.words_[i];
            words_[i] = static_cast<std::uint64_t>(sum);
            sum >>= 64;
        }
        check(sum == 0);
        return *this;
    }

    Natural& operator*=(std::uint64_t factor) {
        unsigned __int128 carry = 0;
        for (auto& word : words_) {
            carry += static_cast<unsigned __int128>(word) * factor;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        check(carry == 0);
        return *this;
    }

    // Rounds down.
    Natural& operator/=(std::uint64_t divisor) {
        unsigned __int128 rest = 0;
        for (int i = words - 1; i >= 0; --i) {
            rest = rest << 64 | words_[i];
            words_[i] = static_cast<std::uint64_t>(rest / divisor);
            rest %= divisor;
        }
        return *this;
    }
    friend Natural operator/(Natural number, std::uint64_t divisor) { return number /= divisor; }

    // The lowest word comes first.
    const std::array<std::uint64_t, words>& digits() const { return words_; }

private:
    std::array<std::uint64_t, words> words_;

    static void check(bool fits) {
        if (!fits) throw std::overflow_error("a number of more than 256 bits");
    }
};

}  // namespace litslab
