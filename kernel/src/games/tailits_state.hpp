// TAILITS: what a state consists of.
#pragma once

#include "core/bitset.hpp"
#include "core/inline_vector.hpp"
#include "core/tetromino_rules.hpp"

#include <array>
#include <cstdint>

namespace litslab {

enum class TailitsScoring : std::uint8_t { largest, second };

struct TailitsScore {
    TailitsScoring scoring = TailitsScoring::largest;
    bool half_point = false;  // ties go to the last placer with any scoring (TAILITS+TAIJI)
};

struct TailitsGroup {
    Squares touch;  // the squares at which it can still grow
    std::uint8_t size = 0;
};

struct TailitsColour {
    static constexpr int max_groups = 36;  // that do not touch: one for each 2x2 block of 11x11 at most
    static constexpr int max_components = max_groups;  // of squares, which do not touch either
    InlineVector<TailitsGroup, max_groups> groups;
    // The two largest certain sizes; with scoring `largest` only the first is used, and it counts open groups too.
    std::array<std::uint8_t, 2> closed{};
    // Bounds on the final largest and second-largest group.
    std::array<std::uint8_t, 2> least{}, most{};
};

// What of a state does not depend on the width of the sets. L and S have two mirror images if pieces may not be
// turned over, which makes six shapes in five colourings at most.
struct TailitsBoard : TetrominoBoard<30> {
    static constexpr int kept_ids = 4;
    std::array<TailitsColour, 2> colours;
    std::array<Squares, 2> paint;                     // the squares that can still take each colour
    std::array<std::uint16_t, kept_ids> first_ids{};  // the first pieces of the game, for the symmetries
    std::uint8_t side = 0;                            // 0 = Black, the maximiser, to move
    std::int16_t lower = -30000, upper = 30000;       // bounds on the value
};

// One coloured placement.
struct TailitsVariant {
    std::uint16_t body = 0;
    std::uint16_t original = 0;  // index in the table handed over
    std::uint8_t kind = 0;
    std::array<std::array<std::uint8_t, 2>, 2> squares{};  // the black ones, the white ones
};

}  // namespace litslab
