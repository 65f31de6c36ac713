#include "games/wythe.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    if (side < 2 || side > 11) throw std::invalid_argument("the board has 2 to 11 squares on a side");
    std::vector<WythePlacement> table;
    for (const auto& [white, black, level] : placements) {
        if (std::min(white, black) < 0 || std::max(white, black) >= side * side || level < 0 || level >= wythe_levels(side))
            throw std::invalid_argument("a placement leaves the board");
        table.push_back({static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black), static_cast<std::uint8_t>(level)});
    }
    if (side <= 8) return make_game<Wythe<Word64>, WythePlayout<Word64>>(side, table);
    return make_game<Wythe<Word128>, WythePlayout<Word128>>(side, table);
}

}  // namespace litslab
